/** The pages that the links in mails lead to, for people who have no account here. */
import { type Request, type RequestHandler, Router } from 'express';
import type { Ask } from '../../contract/ask.ts';
import type { Limiter } from '../../contract/rate-limit.ts';
import type { Database } from '../../platform/database/open.ts';
import { outsidersOn } from '../../platform/identity/outsiders.ts';
import type { Log } from '../../platform/log.ts';
import type { Secrets } from '../../platform/ports/secrets.ts';
import { findByAddress, findByDomain, organizationAt } from '../find.ts';
import { accessPages } from './access.ts';
import { answering } from './answering.ts';
import { confirmationPages } from './confirmation.ts';
import { letterPages } from './letter.ts';
import { ndaPages } from './nda.ts';
import { visitorPages } from './visitors.ts';

interface Surroundings {
  readonly database: Database;
  readonly secrets: Secrets;
  /** The operations that the pages show, and that their forms are sent to. */
  readonly ask: Ask;
  readonly limiter: Limiter;
  readonly log: Log;
}

/** @param onlyDomains goes on with requests to other hosts than those of the service */
export function linkPages({ database, secrets, ask, limiter, log }: Surroundings, onlyDomains: RequestHandler): Router {
  const { system } = database;
  const answers = answering(ask, limiter, log);
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
