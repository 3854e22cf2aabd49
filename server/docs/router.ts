import { type RequestHandler, Router } from 'express';
import { loadDocsFiles } from './files.ts';
import { contentSecurityPolicy } from './policy.ts';
import { StaticFile } from './static-file.ts';

/**
 * Serves the reference documentation under `/docs/`. Files are loaded on the first request. @param contract with this installation's
 * URLs
 */
export function createDocsRouter(contract: StaticFile): RequestHandler {
  let files: Promise<ReadonlyMap<string, StaticFile>> | undefined;
  /** Drops a failed result, so that the next request tries again. */
  const forgetFailure = (error: unknown): never => {
    files = undefined;
    throw error;
  };
  // Routing is strict, because the relative links of the page work at `/docs/`, but not at `/docs`.
  const router = Router({ strict: true });
  // Language models look for this file at the root (llmstxt.org).
  router.get('/llms.txt', (_req, res) => res.redirect(308, 'docs/llms.txt'));
  router.get('/docs', (_req, res) => res.redirect(308, 'docs/'));
  router.get('/docs/{:file}', async (req, res, next) => {
    const { file = 'index.html' } = req.params;
    // The contract is available even if the pages cannot be assembled.
    const availableFiles = file === 'openapi.json' ? new Map([[file, contract]]) : await (files ??= loadStaticFiles().catch(forgetFailure));
    // The extension `.html` may be omitted, and relative links work in both cases.
    const name = availableFiles.has(file) ? file : `${file}.html`;
    const docsFile = availableFiles.get(name);
    if (!docsFile) return next();
    res.set({
      'Content-Security-Policy': `${contentSecurityPolicy}; frame-ancestors 'self'`,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      // The file names do not change between versions, so a browser has to revalidate.
      'Cache-Control': 'no-cache',
    });
    await docsFile.send(req, res.type(name));
  });
  return router;
}

async function loadStaticFiles(): Promise<ReadonlyMap<string, StaticFile>> {
  return new Map([...(await loadDocsFiles())].map(([name, content]) => [name, new StaticFile(() => content)]));
}
