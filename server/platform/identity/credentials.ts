/** Identifies the caller from a request's credentials. The contract layer decides whether they suffice for an operation. */
import { sql } from 'kysely';
import type { Request } from 'express';
import { fieldErrors } from '#platform/refusals/field-errors';
import type { Operation } from '#generated/operations';
import { invalid, RefusalError, refusal } from '../refusals/refusal.ts';
import type { SystemDatabase } from '../database/handle.ts';
import { type Account, findAccount } from './account.ts';
import type { Actor } from './actor.ts';
import { type AgentSessions, createAgentSessions, isAgentToken } from './agent-sessions.ts';
import { findKeyHolder, findSessionHolder } from './find-actor.ts';
import { hashOf, isKey } from './keys.ts';
import { findGrant } from './external-parties.ts';
import type { Session, Sessions, Subject } from './sessions.ts';

/** A credential from a request that has not been looked up in the database yet. */
export interface Claim {
  /** Identifies the credential without revealing it. */
  readonly mark: string;
  /** The account that a validly signed token names. Attempts with such a token are counted by account instead of by IP address. */
  readonly subject?: string;
  /** The user's session, if the request names an organization with it; undefined for an API key and for a device agent. */
  readonly session?: Session;
  /** Returns the actor, or only the person if the operation has no organization yet. @throws RefusalError for an invalid credential */
  caller(): Promise<Actor | Account>;
}
export type Identify = (req: Request, operation: Operation) => Promise<Claim | undefined>;

/**
 * @param freshFor how long (ms) a lookup is cached. A key that was revoked, or whose member was deactivated or lost a role, may work that
 * long.
 * @returns a lookup of a request's credential; undefined when it has none that the operation accepts. An invalid credential is refused without trying
 * another kind (spec/conventions, 2).
 */
export function createIdentifier(
  db: SystemDatabase,
  sessions: Sessions,
  agents: AgentSessions = createAgentSessions(db),
  freshFor = 500,
): Identify {
  const findCachedKeyHolder = cacheAnswers(freshFor, (hash: string) => findKeyHolder(db, { hash }));
  const findCachedSessionHolder = cacheAnswers(freshFor, (sessionKey: string) => {
    const [subject, organizationId]: [Subject, string] = JSON.parse(sessionKey);
    return findSessionHolder(db, organizationId, subject);
  });
  const lastUses = new Map<string, number>();
  const lastLogins = new Map<string, number>();

  async function findKeyActor(hash: string, requestedOrganization: string | undefined): Promise<Actor> {
    const holder = await findCachedKeyHolder(hash);
    if (!holder) throw new RefusalError(refusal('invalid_credentials'));
    const { organizationId, actor } = holder;
    if (requestedOrganization !== undefined && requestedOrganization !== organizationId)
      throw new RefusalError(refusal('key_of_other_organization'));
    if (!actor) throw new RefusalError(refusal('key_without_owner'));
    recordUse(actor);
    return actor;
  }
  /** Updates `lastUsedAt` at most once a minute. A failure does not fail the request. */
  function recordUse({ organizationId, id }: Actor) {
    const now = performance.now();
    if ((lastUses.get(id) ?? -Infinity) > now - 60_000) return;
    if (lastUses.size > 10_000) lastUses.clear();
    lastUses.set(id, now);
    db.updateTable('api_key')
      .set({ last_used_at: sql<string>`now()` })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute()
      .catch(() => lastUses.delete(id));
  }
  function accountClaim(token: string, rejection = new RefusalError(refusal('session_invalid'))): Claim {
    return {
      mark: hashOf(token),
      caller: async () => {
        const account = await findAccount(db, sessions, agents, token);
        if (!account) throw rejection;
        return account;
      },
    };
  }
  async function findSessionActor({ since, issuedAt }: Session, sessionKey: string, sessionRejection: RefusalError): Promise<Actor> {
    const holder = await findCachedSessionHolder(sessionKey);
    if (!holder) throw new RefusalError(refusal('not_a_member'));
    const { actor, notBefore } = holder;
    if (notBefore !== null && issuedAt < notBefore) throw sessionRejection;
    if (since !== undefined) recordLogin(actor, since);
    return actor;
  }
  /** Updates `lastLogin` once per session. A failure does not fail the request. @param since seconds since the epoch */
  function recordLogin({ organizationId, id: memberId }: Actor, since: number) {
    if ((lastLogins.get(memberId) ?? 0) >= since) return;
    if (lastLogins.size > 10_000) lastLogins.clear();
    lastLogins.set(memberId, since);
    const loginTime = new Date(since * 1000).toISOString();
    db.updateTable('member')
      .set({ last_login: loginTime })
      .where('organization_id', '=', organizationId)
      .where('id', '=', memberId)
      .where((eb) => eb.or([eb('last_login', 'is', null), eb('last_login', '<', loginTime)]))
      .execute()
      .catch(() => lastLogins.delete(memberId));
  }

  return async (req, { credentials, scope }) => {
    const credential = findCredential(req, credentials);
    const organization = req.get('x-organization-id');
    if (!credential) return undefined;
    const { kind, secret } = credential;
    if (kind === 'session' && scope === 'account') return accountClaim(secret);
    if (kind === 'session') {
      // If a key may also be sent as a bearer token, it is unknown which kind of credential was intended.
      const rejection = new RefusalError(refusal(credentials.includes('apiKeyAsBearer') ? 'invalid_credentials' : 'session_invalid'));
      if (scope === 'caller' && (organization === undefined || isAgentToken(secret))) return accountClaim(secret, rejection);
      const session = await sessions.sessionOf(secret);
      if (!session) return { mark: 'session', caller: () => Promise.reject(rejection) };
      const sessionKey = JSON.stringify([session.subject, requireOrganization(organization)]);
      return {
        mark: sessionKey,
        subject: JSON.stringify(session.subject),
        session,
        caller: () => findSessionActor(session, sessionKey, rejection),
      };
    }
    if (kind === 'key' && !isKey(secret))
      return { mark: 'key', caller: () => Promise.reject(new RefusalError(refusal('invalid_credentials'))) };
    const mark = hashOf(secret);
    return { mark, caller: () => (kind === 'key' ? findKeyActor(mark, organization) : findGrantActor(db, mark)) };
  };
}

export interface PresentedCredential {
  readonly kind: Exclude<Actor['credential'], 'visitor'>;
  readonly secret: string;
}

/**
 * Returns the first credential of a request, in the order of spec/conventions, 2.
 * @param schemes accepted by the operation @returns undefined when there is none, or the operation does not accept it
 */
export function findCredential(req: Request, schemes: readonly string[]): PresentedCredential | undefined {
  const ifAccepted = (scheme: string, kind: PresentedCredential['kind'], secret: string) =>
    schemes.includes(scheme) ? { kind, secret } : undefined;
  const key = req.get('x-api-key');
  if (key !== undefined) return ifAccepted('apiKey', 'key', key);
  const bearer = /^Bearer +(\S+)$/i.exec(req.get('authorization') ?? '')?.[1];
  if (bearer !== undefined)
    return bearer.startsWith('cak_') ? ifAccepted('apiKeyAsBearer', 'key', bearer) : ifAccepted('session', 'session', bearer);
  const cookie = /(?:^|;) *session=([^;]+)/.exec(req.get('cookie') ?? '')?.[1];
  if (cookie !== undefined && schemes.includes('sessionCookie')) return { kind: 'session', secret: cookie };
  const { token } = req.query;
  return typeof token === 'string' && token !== '' ? ifAccepted('accessToken', 'grant', token) : undefined;
}

/** Returns the organization that a request with a session must name. @throws RefusalError 400 when it names none */
export function requireOrganization(requestedOrganization: string | undefined): string {
  if (requestedOrganization === undefined)
    throw new RefusalError(invalid({ 'X-Organization-Id': fieldErrors.required('with a session') }, 'header'));
  return requestedOrganization;
}

/** Caches the results of a lookup for `freshFor` ms. Failures are not cached. */
function cacheAnswers<T>(freshFor: number, lookUp: (lookupKey: string) => Promise<T>): (lookupKey: string) => Promise<T> {
  const cache = new Map<string, { until: number; answer: Promise<T> }>();
  return (lookupKey) => {
    const now = performance.now();
    const cached = cache.get(lookupKey);
    if (cached && cached.until > now) return cached.answer;
    if (cache.size >= 1_000) cache.clear();
    const answer = lookUp(lookupKey);
    cache.set(lookupKey, { until: now + freshFor, answer });
    answer.catch(() => cache.delete(lookupKey));
    return answer;
  };
}

/** Finds the holder of a trust access token, who may call only operations that accept such a token. */
async function findGrantActor(db: SystemDatabase, hash: string): Promise<Actor> {
  const grant = await findGrant(db, { hash });
  if (!grant) throw new RefusalError(refusal('access_token_not_found'));
  if (!grant.isActive) throw new RefusalError(refusal('access_token_expired'));
  return grant.actor;
}
