import { createHash } from 'node:crypto';
import { type RequestHandler, Router } from 'express';
import { docsFiles } from './files.ts';
import { policy } from './policy.ts';

interface Answer { readonly content: string; readonly etag: string }

/** Serves the reference documentation under `/docs/`. Nothing is read before somebody asks for it. */
export function docs(): RequestHandler {
  let answers: Promise<ReadonlyMap<string, Answer>> | undefined;
  // Strict: `/docs` and `/docs/` are two addresses, and the page's own links hold only from the second.
  const router = Router({ strict: true });
  router.get('/docs', (_req, res) => res.redirect(308, 'docs/'));
  router.get('/docs/{:file}', async ({ params: { file = 'index.html' } }, res, next) => {
    const answer = (await (answers ??= prepare())).get(file);
    if (!answer) return next();
    res.set({
      'Content-Security-Policy': `${policy}; frame-ancestors 'self'`,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      // The names stay the same from version to version, so a browser has to ask.
      'Cache-Control': 'no-cache',
      ETag: answer.etag,
    });
    res.type(file).send(answer.content);
  });
  return router;
}

async function prepare(): Promise<ReadonlyMap<string, Answer>> {
  return new Map([...await docsFiles()].map(([name, content]) => [name, { content, etag: `"${createHash('sha256').update(content).digest('base64url')}"` }]));
}
