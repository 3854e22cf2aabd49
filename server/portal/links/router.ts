/** The pages that the links in mails lead to, for people who have no account here. */
import { type ErrorRequestHandler, type Request, type RequestHandler, Router } from 'express';
import type { Database } from '../../platform/database/open.ts';
import { outsidersOn } from '../../platform/identity/outsiders.ts';
import type { Secrets } from '../../platform/ports/secrets.ts';
import { RefusalError, refusal } from '../../platform/refusals/refusal.ts';
import { findByAddress, findByDomain, organizationAt } from '../find.ts';
import { accessPages } from './access.ts';
import type { Answering } from './answering.ts';
import { confirmationPages } from './confirmation.ts';
import { letterPages } from './letter.ts';
import { ndaPages } from './nda.ts';
import { visitorPages } from './visitors.ts';

interface Surroundings {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly answers: Answering;
}

/** What the addresses of links begin with at the service itself. */
export const linkPlaces = ['/trust', '/letters', '/confirm-email'];

/** @param onlyDomains goes on with requests to other hosts than those of the service */
export function linkPages({ database, secrets, answers }: Surroundings, onlyDomains: RequestHandler): Router {
  const { system } = database;
  const outsiders = outsidersOn(system);
  const addressIn = (req: Request) => String(req.params.address);
  const hostOf = (req: Request) => req.hostname.toLowerCase();
  const router = Router({ strict: true });
  // No portal has `nda` as its address.
  router.use(ndaPages(answers), letterPages(answers), confirmationPages(answers, database, secrets));
  router.use(
    visitorPages(answers, '/trust/:address', (req) => findByAddress(system, addressIn(req))),
    visitorPages(answers, '', (req) => findByDomain(system, hostOf(req)), [onlyDomains]),
    accessPages(answers, '/trust/:address', async (req, token) => {
      const owner = await organizationAt(system, { address: addressIn(req) });
      // A link goes on working when its portal has got another address, unless somebody else has this one now.
      return owner === undefined || isOf(owner, token);
    }),
    accessPages(
      answers,
      '',
      async (req, token) => {
        const owner = await organizationAt(system, { host: hostOf(req) });
        return owner !== undefined && isOf(owner, token);
      },
      [onlyDomains],
    ),
  );
  return router;

  async function isOf(organizationId: string, token: string): Promise<boolean> {
    return (await outsiders.grantOf(token))?.actor.organizationId === organizationId;
  }
}

/** Everything else below these places: what a link is that was cut off or added to on its way. A person has opened it, so it is a page. */
export function brokenLinks({ page }: Answering): [RequestHandler, ErrorRequestHandler] {
  const broken = page(() => Promise.reject(new RefusalError(refusal('not_found'))));
  const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD';
  return [
    (req, res, next) => (isRead(req) ? broken(req, res, next) : next()),
    (error, req, res, next) => (error instanceof URIError && isRead(req) ? broken(req, res, next) : next(error)),
  ];
}
