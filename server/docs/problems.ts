/** Documents each error code at the URL in the `type` of its problem document (RFC 9457), as HTML or JSON. */
import { type RequestHandler, Router } from 'express';
import { problems } from '#generated/problems';
import { titleOf } from '#contract/problem';
import { contentSecurityPolicy } from './policy.ts';

interface ErrorDescription {
  readonly status: number;
  readonly error: string;
  readonly meaning: string;
  readonly action: string;
}
const errorDescriptions: ReadonlyMap<string, ErrorDescription> = new Map(Object.entries(problems));

/** Serves `/problems` with all error codes, and `/problems/{code}` with one of them. */
export function createProblemsRouter(): RequestHandler {
  // Routing is strict, because the relative links of a page work only without a trailing slash.
  const router = Router({ strict: true });
  router.get('/problems{/:code}', (req, res, next) => {
    const { code } = req.params;
    const entries = code === undefined ? [...errorDescriptions] : [...errorDescriptions].filter(([name]) => name === code);
    if (!entries.length) return next();
    res.set({
      'Content-Security-Policy': `${contentSecurityPolicy}; frame-ancestors 'self'`,
      'Cache-Control': 'public, max-age=3600',
      Vary: 'Accept',
    });
    const describedErrors = entries.map(([name, description]) => ({ type: `/problems/${name}`, title: titleOf(name), ...description }));
    if (req.accepts(['application/json', 'text/html']) === 'text/html')
      return void res.type('html').send(renderPage(describedErrors, code === undefined));
    res.json(code === undefined ? { data: describedErrors } : describedErrors[0]);
  });
  return router;
}

interface DescribedError extends ErrorDescription {
  readonly type: string;
  readonly title: string;
}

function renderPage(entries: readonly DescribedError[], isList: boolean): string {
  const title = isList ? 'Errors' : (entries[0]?.title ?? '');
  const navigation = isList ? '<a href="docs/">Reference</a>' : '<a href="../problems">All errors</a> · <a href="../docs/">Reference</a>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<nav>${navigation}</nav>
<h1>${escapeHtml(title)}</h1>
${entries.map((description) => (isList ? renderRow(description) : renderArticle(description))).join('\n')}
</main>
</body>
</html>
`;
}

function renderArticle({ type, status, error, meaning, action }: DescribedError): string {
  return `<p><code>${codeOf(type)}</code> <span class="status">${status}</span></p>
<p>${renderProse(meaning)}</p>
<h2>What to do</h2>
<p>${renderProse(action)}</p>
<h2>Message</h2>
<p><code>${escapeHtml(error)}</code></p>`;
}

function renderRow({ type, status, meaning }: DescribedError): string {
  const code = codeOf(type);
  return `<section><p><a href="problems/${code}"><code>${code}</code></a> <span class="status">${status}</span></p><p>${renderProse(meaning)}</p></section>`;
}

const codeOf = (type: string) => escapeHtml(type.slice('/problems/'.length));

/** Converts text with code in backticks to HTML. */
function renderProse(text: string): string {
  return escapeHtml(text).replace(/`([^`]*)`/g, '<code>$1</code>');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const style = `:root{color-scheme:light dark}body{margin:0;font:16px/1.6 system-ui,sans-serif;background:Canvas;color:CanvasText}
main{max-width:42rem;margin:0 auto;padding:2rem 1.25rem 4rem}nav{font-size:.9rem}h1{font-size:1.75rem;line-height:1.25;margin:1rem 0}
h2{font-size:1.1rem;margin:1.75rem 0 .25rem}p{margin:.4rem 0}code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}
section{padding:.75rem 0;border-top:1px solid color-mix(in srgb,CanvasText 15%,transparent)}
.status{font-size:.85rem;padding:.05rem .45rem;border-radius:.75rem;background:color-mix(in srgb,CanvasText 10%,transparent)}`;
