/** Decides who may call an operation, before any body is read: by credential, rate limit, permission, and accepted media types. */
import type { Request, RequestHandler, Response } from 'express';
import { accountOf } from '#platform/identity/account';
import type { Identify } from '#platform/identity/credentials';
import { findMissingPermissions } from '#platform/identity/permissions';
import { clientNetworkOf } from './clients.ts';
import { RefusalError, refusal } from '#platform/refusals/refusal';
import { matchedOf } from './request-state.ts';
import { credentialLimiter } from './credential-attempts.ts';
import { throwRateLimited, setRateHeaders } from './rate-headers.ts';
import type { Limiter } from './rate-limit.ts';
import type { Actor } from '#platform/identity/actor';
import type { Operation } from '#generated/operations';

/** The limiters; undefined where there is no limit. */
export interface Limits {
  /** Counts requests per operation and credential (or client network, without a credential), except for polled operations. */
  readonly requests?: Limiter | undefined;
  /** Counts per organization, over all its keys, sessions and operations. */
  readonly organization?: Limiter | undefined;
  /**
   * Counts per credential and record in the path, for operations with a limit of their own, keyed by the limit's name. Without a credential the handler
   * chooses the counter.
   */
  readonly own?: Readonly<Record<NonNullable<Operation['limited']>, Limiter>>;
  /** Counts failed credentials per account or client network. */
  readonly failures?: Limiter | undefined;
}

export function authorize(identify: Identify, { requests, organization, own: ownLimiters, failures }: Limits): RequestHandler {
  const accept = credentialLimiter(failures);
  return async (req, res, next) => {
    const { id, operation, path } = matchedOf(req);
    const clientNetwork = clientNetworkOf(req.ip);
    const claim = await identify(req, operation);
    const caller = claim && (await accept(claim, clientNetwork, res));
    const actor = caller?.credential === 'account' ? undefined : caller;
    const counterKey = caller?.id ?? clientNetwork;
    const limit = ownLimiters && operation.limited ? ownLimiters[operation.limited] : undefined;
    countTowardLimits(res, [
      ...(requests && !operation.polled ? [[requests, `${counterKey} ${id}`] as const] : []),
      ...(limit && operation.scope !== 'public'
        ? [[limit, [counterKey, operation.limited, ...Object.values(path)].join(' ')] as const]
        : []),
      // The holder of a trust access token is not in the organization, and must not use up the limit of the organization.
      ...(organization && actor && actor.credential !== 'grant' ? [[organization, actor.organizationId] as const] : []),
    ]);
    if (!caller && operation.scope !== 'public')
      throw new RefusalError(refusal(operation.requiresSession ? 'session_invalid' : 'invalid_credentials'));
    req.requestState.count = (counter) => {
      const quota = limit?.take(`${counter} ${operation.limited}`);
      if (limit && quota?.allowed === false) throwRateLimited(res, [[limit, quota]]);
    };
    if (actor) req.requestState.actor = actor;
    if (caller?.credential === 'account') req.requestState.account = caller;
    else if (operation.scope === 'caller' && claim?.session && actor?.user) {
      const { issuedAt, expiresAt } = claim.session;
      req.requestState.account = accountOf({ userId: actor.user.id, signedInAt: issuedAt, expiresAt }, undefined);
    }
    // This operation is for people only, whatever scopes a key has.
    if (operation.requiresSession && actor?.credential === 'key') throw new RefusalError(refusal('session_required'));
    if (actor) assertPermission(actor, operation);
    if (claim && actor) {
      req.requestState.authorizeAgain = async () => {
        const currentCaller = await claim.caller();
        if (currentCaller.credential === 'account') throw new RefusalError(refusal('invalid_credentials'));
        assertPermission(currentCaller, operation);
        return currentCaller;
      };
    }
    if (!acceptsAnswer(req, operation.produces)) throw new RefusalError(refusal('not_acceptable'));
    next();
  };
}

/** A trust access token has no permissions: it may call exactly the operations that accept it. @throws RefusalError 403 when a permission is missing */
function assertPermission({ credential, permissions }: Actor, { permission }: Operation) {
  if (credential === 'grant') return;
  const missingPermissions = findMissingPermissions(permission, permissions);
  if (missingPermissions.length) throw new RefusalError(refusal('missing_permission', { permissions: missingPermissions }));
  if (credential === 'key' && permissions.size === 0) throw new RefusalError(refusal('key_without_permissions'));
}

/** Counts a request with every limiter, or with none if any of them refuses it. @throws RefusalError 429 if a limiter refuses it */
function countTowardLimits(res: Response, counters: readonly (readonly [limiter: Limiter, counter: string])[]) {
  const counts = counters.map(([limiter, counter]) => ({ limiter, counter, quota: limiter.take(counter) }));
  const quotas = counts.map(({ limiter, quota }) => [limiter, quota] as const);
  if (counts.every(({ quota }) => quota.allowed)) return setRateHeaders(res, quotas);
  for (const { limiter, counter, quota } of counts) if (quota.allowed) limiter.giveBack(counter);
  throwRateLimited(res, quotas);
}

/**
 * Returns whether the client accepts the answer. Also allows an `Accept` that names `application/problem+json`, which concerns only errors,
 * and any type for files, whose type is not known yet.
 */
function acceptsAnswer(req: Request, produces: readonly string[]): boolean {
  const { accept = '*/*' } = req.headers;
  if (accept === '*/*' || produces.length === 0 || produces.includes('*/*')) return true;
  return req.accepts([...produces]) !== false || req.accepts().includes('application/problem+json');
}
