/** Decides who may call an operation, before any body is read: by credential, rate limit, permission, and accepted media types. */
import type { Request, RequestHandler, Response } from 'express';
import type { Identify } from '../platform/identity/credentials.ts';
import { permits } from '../platform/identity/permissions.ts';
import { clientOf } from './clients.ts';
import { RefusalError, refusal } from '../platform/refusals/refusal.ts';
import { matchedOf } from './request-state.ts';
import { credentialLimiter } from './credential-attempts.ts';
import { refuse, tell } from './rate-headers.ts';
import type { Limiter } from './rate-limit.ts';
import type { Actor } from '../platform/identity/actor.ts';
import type { Operation } from '../../generated/operations.ts';

/** What is counted; undefined where there is no limit. */
export interface Limits {
  /** Of a credential (without one, of an address) and an operation, unless that is one to be polled. */
  readonly requests?: Limiter | undefined;
  /** Of an organization: all its keys and sessions, and all operations, together. */
  readonly organization?: Limiter | undefined;
  /**
   * Of a credential, and of the record in the path, where an operation has a limit of its own, by the name of the limit. Without a credential the
   * handler says what is counted.
   */
  readonly own?: Readonly<Record<NonNullable<Operation['limited']>, Limiter>>;
  /** Of an address that tries credentials. */
  readonly failures?: Limiter | undefined;
}

export function authorize(identify: Identify, { requests, organization, own, failures }: Limits): RequestHandler {
  const accept = credentialLimiter(failures);
  return async (req, res, next) => {
    const { id, operation, path } = matchedOf(req);
    const address = clientOf(req.ip);
    const claim = await identify(req, operation);
    const caller = claim && (await accept(claim, address, res));
    const actor = caller?.credential === 'account' ? undefined : caller;
    const who = caller?.id ?? address;
    const limit = own && operation.limited ? own[operation.limited] : undefined;
    take(res, [
      ...(requests && !operation.polled ? [[requests, `${who} ${id}`] as const] : []),
      ...(limit && operation.scope !== 'public' ? [[limit, [who, operation.limited, ...Object.values(path)].join(' ')] as const] : []),
      // Who reads a public page with an access token is not of the organization, and does not use its limit up.
      ...(organization && actor && actor.credential !== 'grant' ? [[organization, actor.organizationId] as const] : []),
    ]);
    if (!caller && operation.scope !== 'public')
      throw new RefusalError(refusal(operation.requiresSession ? 'session_invalid' : 'invalid_credentials'));
    req.requestState.count = (counter) => {
      const standing = limit?.take(`${counter} ${operation.limited}`);
      if (limit && standing?.allowed === false) refuse(res, [[limit, standing]]);
    };
    if (actor) req.requestState.actor = actor;
    if (caller?.credential === 'account') req.requestState.account = caller;
    // Only a person may do this, whatever the scopes of a key are.
    if (operation.requiresSession && actor?.credential === 'key') throw new RefusalError(refusal('session_required'));
    if (actor) demandPermission(actor, operation);
    if (claim && actor) {
      req.requestState.authorizeAgain = async () => {
        const present = await claim.caller();
        if (present.credential === 'account') throw new RefusalError(refusal('invalid_credentials'));
        demandPermission(present, operation);
        return present;
      };
    }
    if (!acceptable(req, operation.produces)) throw new RefusalError(refusal('not_acceptable'));
    next();
  };
}

/** The holder of a trust access token has no permissions; an operation that takes the token is what it may do. @throws RefusalError 403 */
function demandPermission({ credential, permissions }: Actor, { permission }: Operation) {
  if (credential !== 'grant' && !permits(permission, permissions)) throw new RefusalError(refusal('missing_permission'));
}

/** Counts a request wherever it counts; one that is refused counts nowhere. @throws RefusalError 429 */
function take(res: Response, counters: readonly (readonly [limiter: Limiter, counter: string])[]) {
  const taken = counters.map(([limiter, counter]) => ({ limiter, counter, standing: limiter.take(counter) }));
  const standings = taken.map(({ limiter, standing }) => [limiter, standing] as const);
  if (taken.every(({ standing }) => standing.allowed)) return tell(res, standings);
  for (const { limiter, counter, standing } of taken) if (standing.allowed) limiter.giveBack(counter);
  refuse(res, standings);
}

/** Asking for problems concerns errors only: a success has its own type. The type of a file is not known at this point. */
function acceptable(req: Request, produces: readonly string[]): boolean {
  const { accept = '*/*' } = req.headers;
  if (accept === '*/*' || produces.length === 0 || produces.includes('*/*')) return true;
  return req.accepts([...produces, 'application/problem+json']) !== false;
}
