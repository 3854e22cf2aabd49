/** Serves the public pages of trust portals: at `/trust/<address>`, and at the root of the verified domain of a portal. */
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Ask } from '../contract/ask.ts';
import { clientOf } from '../contract/clients.ts';
import type { Limiter } from '../contract/rate-limit.ts';
import { readTransaction } from '../platform/database/handle.ts';
import type { Database } from '../platform/database/open.ts';
import { pipeToResponse } from '../platform/files/pipe-to-response.ts';
import type { Log } from '../platform/log.ts';
import { fileHeaders } from '../platform/ports/file-links.ts';
import type { Ports } from '../platform/ports/index.ts';
import { findPicture, readContent, type Standings } from './content.ts';
import { findByAddress, findByDomain, organizationAt, type Portal } from './find.ts';
import { answering } from './links/answering.ts';
import { brokenLinks, linkPages, linkPlaces } from './links/router.ts';
import { missingPage, portalPage } from './page.ts';
import { pictureType, usualIcon } from './pictures.ts';
import { rendered } from './rendered.ts';
import { type Policy, send } from './send.ts';
import { styleOf } from './style.ts';

/** Pages that are only read. */
const policy: Policy = { pictures: "'self'", forms: "'none'" };

interface Surroundings {
  readonly limiter: Limiter;
  /** Hosts of the service itself, which are no portals. */
  readonly own: readonly string[];
  /** How far the frameworks of an organization are. */
  readonly standings: Standings;
  /** The operations that links lead to. */
  readonly ask: Ask;
  readonly log: Log;
}

export function portalPages(
  database: Database,
  { files, secrets }: Pick<Ports, 'files' | 'secrets'>,
  { limiter, own, standings, ask, log }: Surroundings,
): RequestHandler {
  const { system, tenant } = database;
  // Strict: the addresses of pictures hold from the page without a slash at its end.
  const router = Router({ strict: true });
  const byHost = (req: Request) => findByDomain(system, req.hostname.toLowerCase());
  const isElsewhere = ({ hostname }: Request) => Boolean(hostname) && !own.includes(hostname.toLowerCase());
  /** Requests to the service itself go on, without a question to the database. */
  const onlyDomains: RequestHandler = (req, _res, next) => (isElsewhere(req) ? next() : next('route'));
  const answers = answering(ask, limiter, log);

  router.get('/', onlyDomains, limited, async (req, res, next) => {
    const portal = await byHost(req);
    if (!portal) return next('route');
    await sendPage(req, res, portal, '');
  });
  router.get(['/favicon', '/badges/:id'], onlyDomains, limited, async (req, res, next) => {
    const portal = await byHost(req);
    if (!portal) return next('route');
    await sendPicture(res, portal, idIn(req));
  });
  // The domain of a portal is for what its organization has written.
  router.use(linkPlaces, async (req, res, next) => {
    if (!isElsewhere(req) || (await organizationAt(system, { host: req.hostname.toLowerCase() })) === undefined) return next();
    limited(req, res, () => void sendMissing(req, res).catch(next));
  });
  router.get('/trust/:address', limited, async (req, res) => {
    const address = String(req.params.address);
    await sendPage(req, res, await findByAddress(system, address), `${address}/`);
  });
  router.get('/trust/:address/', (req, res) => res.redirect(308, `../${encodeURIComponent(String(req.params.address))}`));
  router.get(['/trust/:address/favicon', '/trust/:address/badges/:id'], limited, async (req, res) => {
    const portal = await findByAddress(system, String(req.params.address));
    await sendPicture(res, portal, idIn(req));
  });
  router.use(linkPages({ database, secrets, answers }, onlyDomains)).use(linkPlaces, ...brokenLinks(answers));
  return router;

  /** Counts by address of the client. */
  function limited(req: Request, res: Response, next: (error?: unknown) => void): void {
    const standing = limiter.take(clientOf(req.ip));
    if (standing.allowed) return next();
    res
      .status(429)
      .set({ 'Retry-After': String(standing.resetsIn), 'Cache-Control': 'no-store' })
      .type('text/plain')
      .send('Too many requests\n');
  }

  async function sendPage(req: Request, res: Response, portal: Portal | undefined, place: string): Promise<void> {
    const content = portal && (await readTransaction(tenant, portal.organizationId, (db) => readContent(db, standings, new Date())));
    if (!portal || !content) return sendMissing(req, res);
    const { overviewContent, showOverview } = content.portal;
    const overview = showOverview && overviewContent !== null && overviewContent.trim() !== '' ? overviewContent : undefined;
    const texts = [...(overview === undefined ? [] : [overview]), ...content.faqs.map(({ answer }) => answer)];
    const markups = await rendered(portal.organizationId, texts);
    const style = styleOf(content.organization.primaryColor);
    const parts = overview === undefined ? { overview: undefined, answers: markups } : { overview: markups[0], answers: markups.slice(1) };
    res.set('Cache-Control', 'public, max-age=60');
    await send(req, res, portalPage(content, parts, style, place), style, policy);
  }

  /** Unknown and unpublished portals are answered alike. */
  async function sendMissing(req: Request, res: Response): Promise<void> {
    const style = styleOf(null);
    res.status(404).set('Cache-Control', 'no-cache');
    await send(req, res, missingPage(style), style, policy);
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
    // Browsers ask for an icon, whether there is one or not.
    if (portal && badge === undefined)
      return void res.type('image/svg+xml').set('Content-Security-Policy', "default-src 'none'").send(usualIcon);
    res.status(404).type('text/plain').send('Not found\n');
  }
}

/** The badge that is asked for; undefined for the favicon. */
function idIn({ params }: Request): string | undefined {
  return typeof params.id === 'string' ? params.id : undefined;
}
