/** Serves the public pages of trust portals: at `/trust/<address>`, and at the root of the verified domain of a portal. */
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { CallOperation } from '#contract/call-operation';
import { clientNetworkOf } from '#contract/clients';
import type { Limiter } from '#contract/rate-limit';
import { readTransaction } from '#platform/database/handle';
import type { Database } from '#platform/database/open';
import { pipeToResponse } from '#platform/files/pipe-to-response';
import type { Log } from '#platform/log';
import { fileHeaders } from '#platform/ports/file-links';
import type { Ports } from '#platform/ports/index';
import { findPicture, readContent, type ReadProgress } from './content.ts';
import { findByAddress, findByDomain, findOrganizationAt, type Portal } from './find.ts';
import { createPageHandlers } from './links/page-handlers.ts';
import { brokenLinks, linkPages, linkPrefixes } from './links/router.ts';
import { missingPage, portalPage } from './page.ts';
import { pictureType, defaultIcon } from './pictures.ts';
import { renderTexts } from './render-texts.ts';
import { type Policy, sendHtml } from './send.ts';
import { styleOf } from './style.ts';

/** Policy of pages without forms. */
const policy: Policy = { pictures: "'self'", forms: "'none'" };

interface PortalPagesOptions {
  readonly limiter: Limiter;
  /** Hosts of the service itself, which are not portals. */
  readonly own: readonly string[];
  /** Returns the progress of an organization's frameworks. */
  readonly readProgress: ReadProgress;
  /** Calls the operations behind the pages. */
  readonly ask: CallOperation;
  readonly log: Log;
}

export function portalPages(
  database: Database,
  { files, secrets }: Pick<Ports, 'files' | 'secrets'>,
  { limiter, own: ownHosts, readProgress, ask, log }: PortalPagesOptions,
): RequestHandler {
  const { system, tenant } = database;
  // Routing is strict, because relative picture URLs assume a page URL without a trailing slash.
  const router = Router({ strict: true });
  const findPortalByHost = (req: Request) => findByDomain(system, req.hostname.toLowerCase());
  const isForeignHost = ({ hostname }: Request) => Boolean(hostname) && !ownHosts.includes(hostname.toLowerCase());
  /** Skips requests to the service's own hosts without querying the database. */
  const onlyDomains: RequestHandler = (req, _res, next) => (isForeignHost(req) ? next() : next('route'));
  const pageHandlers = createPageHandlers(ask, limiter, log);

  router.get('/', onlyDomains, limitRequests, async (req, res, next) => {
    const portal = await findPortalByHost(req);
    if (!portal) return next('route');
    await sendPage(req, res, portal, '');
  });
  router.get(['/favicon', '/badges/:id'], onlyDomains, limitRequests, async (req, res, next) => {
    const portal = await findPortalByHost(req);
    if (!portal) return next('route');
    await sendPicture(res, portal, badgeIdOf(req));
  });
  // A portal's domain serves no link pages of the service, only its organization's content.
  router.use(linkPrefixes, async (req, res, next) => {
    if (!isForeignHost(req) || (await findOrganizationAt(system, { host: req.hostname.toLowerCase() })) === undefined) return next();
    limitRequests(req, res, () => void sendMissing(req, res).catch(next));
  });
  router.get('/trust/:address', limitRequests, async (req, res) => {
    const address = String(req.params.address);
    await sendPage(req, res, await findByAddress(system, address), `${address}/`);
  });
  router.get('/trust/:address/', (req, res) => res.redirect(308, `../${encodeURIComponent(String(req.params.address))}`));
  router.get(['/trust/:address/favicon', '/trust/:address/badges/:id'], limitRequests, async (req, res) => {
    const portal = await findByAddress(system, String(req.params.address));
    await sendPicture(res, portal, badgeIdOf(req));
  });
  router.use(linkPages({ database, secrets, answers: pageHandlers }, onlyDomains)).use(linkPrefixes, ...brokenLinks(pageHandlers));
  return router;

  /** Limits requests per client address. */
  function limitRequests(req: Request, res: Response, next: (error?: unknown) => void): void {
    const quota = limiter.take(clientNetworkOf(req.ip));
    if (quota.allowed) return next();
    res
      .status(429)
      .set({ 'Retry-After': String(quota.resetsIn), 'Cache-Control': 'no-store' })
      .type('text/plain')
      .send('Too many requests\n');
  }

  async function sendPage(req: Request, res: Response, portal: Portal | undefined, urlPrefix: string): Promise<void> {
    const content = portal && (await readTransaction(tenant, portal.organizationId, (db) => readContent(db, readProgress, new Date())));
    if (!portal || !content) return sendMissing(req, res);
    const { overviewContent, showOverview } = content.portal;
    const overview = showOverview && overviewContent !== null && overviewContent.trim() !== '' ? overviewContent : undefined;
    const texts = [...(overview === undefined ? [] : [overview]), ...content.faqs.map(({ answer }) => answer)];
    const markups = await renderTexts(portal.organizationId, texts);
    const style = styleOf(content.organization.primaryColor);
    const parts = overview === undefined ? { overview: undefined, answers: markups } : { overview: markups[0], answers: markups.slice(1) };
    res.set('Cache-Control', 'public, max-age=60');
    await sendHtml(req, res, portalPage(content, parts, style, urlPrefix), style, policy);
  }

  /** Sends the same answer for unknown and unpublished portals. */
  async function sendMissing(req: Request, res: Response): Promise<void> {
    const style = styleOf(null);
    res.status(404).set('Cache-Control', 'no-cache');
    await sendHtml(req, res, missingPage(style), style, policy);
  }

  async function sendPicture(res: Response, portal: Portal | undefined, badge: string | undefined): Promise<void> {
    const key = portal && (await readTransaction(tenant, portal.organizationId, (db) => findPicture(db, badge)));
    const size = key === undefined ? undefined : await files.size(key);
    const content = key === undefined || size === undefined ? undefined : await files.stream(key);
    res.set('Cache-Control', 'public, max-age=300');
    if (key !== undefined && size !== undefined && content) {
      res.set(fileHeaders({ name: key.slice(key.lastIndexOf('/') + 1), type: pictureType(key), inline: true }, size));
      res.setHeader('Content-Type', pictureType(key));
      return pipeToResponse(content, res);
    }
    // Browsers request an icon even if there is none.
    if (portal && badge === undefined)
      return void res.type('image/svg+xml').set('Content-Security-Policy', "default-src 'none'").send(defaultIcon);
    res.status(404).type('text/plain').send('Not found\n');
  }
}

/** Returns the id of the requested badge; undefined for the favicon. */
function badgeIdOf({ params }: Request): string | undefined {
  return typeof params.id === 'string' ? params.id : undefined;
}
