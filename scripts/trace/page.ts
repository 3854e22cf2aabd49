/** Renders the table of claims as a page next to the reference, with a style sheet of its own. */
import { summary, type TracedClaim } from './states.ts';

const sections: Readonly<Record<string, string>> = {
  1: 'What the service does',
  2: 'Resources and their fields',
  3: 'States',
  4: 'Operations',
  5: 'Authentication',
  6: 'Events',
  7: 'Errors',
  8: 'Limits',
  9: 'Versions',
};

export function pageOf(all: readonly TracedClaim[]): string {
  const parts = [...Map.groupBy(all, ({ id }) => id.slice(1, 2))].map(
    ([section, claims]) => `
<h2>${section}. ${sections[section] ?? ''}</h2>
<table>
<thead><tr><th>Claim</th><th>What the interface specification says</th><th>Operations</th><th>Shown by</th></tr></thead>
<tbody>${claims.map(row).join('')}
</tbody>
</table>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Compliance Automation Service: traceability</title>
<link rel="icon" type="image/svg+xml" href="favicon.svg">
<style>
body { margin: 2rem auto; max-width: 80rem; padding: 0 1rem; color: #1f2933; font: 15px/1.5 system-ui, sans-serif; }
a { color: #1f5f8b; } h1, h2 { font-weight: 600; } table { width: 100%; border-collapse: collapse; table-layout: fixed; }
th, td { padding: .4rem .6rem; border-bottom: 1px solid #dde3e9; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th:first-child { width: 6rem; } th:nth-child(3) { width: 14rem; } th:last-child { width: 30rem; } ul { margin: 0; padding: 0; list-style: none; }
small { color: #52606d; } .pending td, .decided td { background: #f6f8fa; } .missing td { background: #fdecea; }
</style>
</head>
<body>
<h1>Traceability</h1>
<p>Each claim of the interface specification, the operations it is about, and the tests that show it. ${summary(all)}. <a href="index.html">The reference</a></p>${parts.join('')}
</body>
</html>
`;
}

function row({ id, text, concerns, state, showings, awaited }: TracedClaim): string {
  const operations = concerns.map((concern) =>
    concern.startsWith('area:') || awaited.includes(concern)
      ? escapeHtml(concern)
      : `<a href="index.html#operation/${concern}">${concern}</a>`,
  );
  const tests = showings.map(({ file, line, name }) => `<li>${escapeHtml(name)} <small>${escapeHtml(file)}:${line}</small></li>`);
  const withoutTests = { shown: '', missing: 'no test', pending: `awaits ${awaited.join(', ')}`, decided: 'a decision of ours' }[state];
  return `
<tr id="${id}" class="${state}"><td>${id}</td><td>${escapeHtml(text).replace(' -&gt; ', ' → ')}</td><td>${operations.join('<br>')}</td><td>${state === 'pending' || !tests.length ? `<small>${escapeHtml(withoutTests)}</small>` : ''}<ul>${tests.join('')}</ul></td></tr>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
