import { type RequestHandler, Router } from 'express';
import { docsFiles } from './files.ts';
import { policy } from './policy.ts';
import { StaticFile } from './static-file.ts';

/** Serves the reference documentation under `/docs/`. Nothing is read before somebody asks for it. @param contract as this installation gives it out */
export function docs(contract: StaticFile): RequestHandler {
  let files: Promise<ReadonlyMap<string, StaticFile>> | undefined;
  /** What failed is tried again with the next request. */
  const forget = (error: unknown): never => {
    files = undefined;
    throw error;
  };
  // Strict: `/docs` and `/docs/` are two addresses, and the page's own links hold only from the second.
  const router = Router({ strict: true });
  router.get('/docs', (_req, res) => res.redirect(308, 'docs/'));
  router.get('/docs/{:file}', async (req, res, next) => {
    const { file = 'index.html' } = req.params;
    // The contract is there even when the pages cannot be made.
    const all = file === 'openapi.json' ? new Map([[file, contract]]) : await (files ??= prepare().catch(forget));
    // A page may be asked for by its name alone. Its links hold from there, too.
    const name = all.has(file) ? file : `${file}.html`;
    const found = all.get(name);
    if (!found) return next();
    res.set({
      'Content-Security-Policy': `${policy}; frame-ancestors 'self'`,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      // The names stay the same from version to version, so a browser has to ask.
      'Cache-Control': 'no-cache',
    });
    await found.send(req, res.type(name));
  });
  return router;
}

async function prepare(): Promise<ReadonlyMap<string, StaticFile>> {
  return new Map([...(await docsFiles())].map(([name, content]) => [name, new StaticFile(() => content)]));
}
