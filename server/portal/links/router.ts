/** Pages behind the links in mails, for people without an account. */
import { type ErrorRequestHandler, type Request, type RequestHandler, Router } from 'express';
import type { Database } from '#platform/database/open';
import { createExternalParties } from '#platform/identity/external-parties';
import type { Secrets } from '#platform/ports/secrets';
import { RefusalError, refusal } from '#platform/refusals/refusal';
import { findByAddress, findByDomain, findOrganizationAt } from '../find.ts';
import { accessPages } from './access.ts';
import type { PageHandlers } from './page-handlers.ts';
import { confirmationPages } from './confirmation.ts';
import { letterPages } from './letter.ts';
import { ndaPages } from './nda.ts';
import { recordedSignaturePages } from './recorded-signature.ts';
import { visitorPages } from './visitors.ts';

interface LinkPagesOptions {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly answers: PageHandlers;
}

/** Path prefixes of links on the service's own hosts. */
export const linkPrefixes = ['/trust', '/letters', '/confirm-email'];

/** @param onlyDomains middleware that skips a route if the request was sent to one of the service's own hosts */
export function linkPages({ database, secrets, answers }: LinkPagesOptions, onlyDomains: RequestHandler): Router {
  const { system } = database;
  const externalParties = createExternalParties(system);
  const addressIn = (req: Request) => String(req.params.address);
  const hostOf = (req: Request) => req.hostname.toLowerCase();
  const router = Router({ strict: true });
  // These routes come first, because `/trust/:address` below also matches `/trust/nda`. No portal has the friendly URL `nda`.
  router.use(ndaPages(answers), recordedSignaturePages(answers), letterPages(answers), confirmationPages(answers, database, secrets));
  router.use(
    visitorPages(answers, '/trust/:address', (req) => findByAddress(system, addressIn(req))),
    visitorPages(answers, '', (req) => findByDomain(system, hostOf(req)), [onlyDomains]),
    accessPages(answers, '/trust/:address', async (req, token) => {
      const owningOrganizationId = await findOrganizationAt(system, { address: addressIn(req) });
      // A link keeps working after its portal's address changed, unless another organization has taken the old address.
      return owningOrganizationId === undefined || belongsTo(owningOrganizationId, token);
    }),
    accessPages(
      answers,
      '',
      async (req, token) => {
        const owningOrganizationId = await findOrganizationAt(system, { host: hostOf(req) });
        return owningOrganizationId !== undefined && belongsTo(owningOrganizationId, token);
      },
      [onlyDomains],
    ),
  );
  return router;

  async function belongsTo(organizationId: string, token: string): Promise<boolean> {
    return (await externalParties.grantOf(token))?.actor.organizationId === organizationId;
  }
}

/** Answers all other paths below these prefixes, such as truncated links, with a page, because a person has opened them. */
export function brokenLinks({ page }: PageHandlers): [RequestHandler, ErrorRequestHandler] {
  const showBrokenLink = page(() => Promise.reject(new RefusalError(refusal('not_found'))));
  const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD';
  return [
    (req, res, next) => (isRead(req) ? showBrokenLink(req, res, next) : next()),
    (error, req, res, next) => (error instanceof URIError && isRead(req) ? showBrokenLink(req, res, next) : next(error)),
  ];
}
