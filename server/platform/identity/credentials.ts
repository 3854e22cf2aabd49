/** Identifies the caller from a request's credentials. The contract layer decides whether they suffice for an operation. */
import { sql } from 'kysely';
import type { Request } from 'express';
import type { Operation } from '#generated/operations';
import { invalid, RefusalError, refusal } from '../refusals/refusal.ts';
import type { SystemDatabase } from '../database/handle.ts';
import { type Account, findAccount } from './account.ts';
import type { Actor } from './actor.ts';
import { type AgentSessions, createAgentSessions } from './agent-sessions.ts';
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
  /** Returns the actor, or only the person if the operation has no organization yet. @throws RefusalError for an invalid credential */
  caller(): Promise<Actor | Account>;
}
export type Identify = (req: Request, operation: Operation) => Promise<Claim | undefined>;

/**
 * @param freshFor how long (ms) a lookup is cached, and so how long a revoked key, or one whose member was deactivated or lost a role, may continue to work
 * @returns a lookup of a request's credential; undefined when it has none that the operation accepts. An invalid credential is refused without trying
 * another kind (spec/conventions, 2).
 */
export function createIdentifier(
  db: SystemDatabase,
  sessions: Sessions,
  agents: AgentSessions = createAgentSessions(db),
  freshFor = 500,
): Identify {
  const keys = caching(freshFor, (hash: string) => findKeyHolder(db, { hash }));
  const members = caching(freshFor, (sessionKey: string) => {
    const [subject, organizationId]: [Subject, string] = JSON.parse(sessionKey);
    return findSessionHolder(db, organizationId, subject);
  });
  const touched = new Map<string, number>();
  const loggedIn = new Map<string, number>();

  async function byKey(hash: string, named: string | undefined): Promise<Actor> {
    const holder = await keys(hash);
    if (!holder) throw new RefusalError(refusal('invalid_credentials'));
    const { organizationId, actor } = holder;
    if (named !== undefined && named !== organizationId) throw new RefusalError(refusal('key_of_other_organization'));
    if (!actor) throw new RefusalError(refusal('key_without_owner'));
    touch(actor);
    return actor;
  }
  /** Updates `lastUsedAt` at most once a minute. A failure does not fail the request. */
  function touch({ organizationId, id }: Actor) {
    const now = performance.now();
    if ((touched.get(id) ?? -Infinity) > now - 60_000) return;
    if (touched.size > 10_000) touched.clear();
    touched.set(id, now);
    db.updateTable('api_key')
      .set({ last_used_at: sql<string>`now()` })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute()
      .catch(() => touched.delete(id));
  }
  function accountClaim(token: string): Claim {
    return {
      mark: hashOf(token),
      caller: async () => {
        const account = await findAccount(db, sessions, agents, token);
        if (!account) throw new RefusalError(refusal('session_invalid'));
        return account;
      },
    };
  }
  async function bySession({ since, issuedAt }: Session, sessionKey: string, ended: RefusalError): Promise<Actor> {
    const holder = await members(sessionKey);
    if (!holder) throw new RefusalError(refusal('not_a_member'));
    const { actor, notBefore } = holder;
    if (notBefore !== null && issuedAt < notBefore) throw ended;
    if (since !== undefined) noteLogin(actor, since);
    return actor;
  }
  /** Updates `lastLogin` once per session. A failure does not fail the request. @param since seconds since the epoch */
  function noteLogin({ organizationId, id: memberId }: Actor, since: number) {
    if ((loggedIn.get(memberId) ?? 0) >= since) return;
    if (loggedIn.size > 10_000) loggedIn.clear();
    loggedIn.set(memberId, since);
    const at = new Date(since * 1000).toISOString();
    db.updateTable('member')
      .set({ last_login: at })
      .where('organization_id', '=', organizationId)
      .where('id', '=', memberId)
      .where((eb) => eb.or([eb('last_login', 'is', null), eb('last_login', '<', at)]))
      .execute()
      .catch(() => loggedIn.delete(memberId));
  }

  return async (req, { credentials, scope }) => {
    const presented = findCredential(req, credentials);
    const organization = req.get('x-organization-id');
    if (!presented) return undefined;
    const { kind, secret } = presented;
    if (kind === 'session' && scope === 'account') return accountClaim(secret);
    if (kind === 'session') {
      const session = await sessions.sessionOf(secret);
      // If a key may also be sent as a bearer token, it is unknown which one was intended.
      const rejection = new RefusalError(refusal(credentials.includes('apiKeyAsBearer') ? 'invalid_credentials' : 'session_invalid'));
      if (!session) return { mark: 'session', caller: () => Promise.reject(rejection) };
      const sessionKey = JSON.stringify([session.subject, requireOrganization(organization)]);
      return { mark: sessionKey, subject: JSON.stringify(session.subject), caller: () => bySession(session, sessionKey, rejection) };
    }
    if (kind === 'key' && !isKey(secret))
      return { mark: 'key', caller: () => Promise.reject(new RefusalError(refusal('invalid_credentials'))) };
    const mark = hashOf(secret);
    return { mark, caller: () => (kind === 'key' ? byKey(mark, organization) : holderOf(db, mark)) };
  };
}

export interface PresentedCredential {
  readonly kind: Exclude<Actor['credential'], 'visitor'>;
  readonly secret: string;
}

/**
 * Returns the first credential of a request, in the order of spec/conventions, 2.
 * @param schemes accepted by the operation @returns undefined when there is none, or it is of another kind
 */
export function findCredential(req: Request, schemes: readonly string[]): PresentedCredential | undefined {
  const pick = (scheme: string, kind: PresentedCredential['kind'], secret: string) =>
    schemes.includes(scheme) ? { kind, secret } : undefined;
  const key = req.get('x-api-key');
  if (key !== undefined) return pick('apiKey', 'key', key);
  const bearer = /^Bearer +(\S+)$/i.exec(req.get('authorization') ?? '')?.[1];
  if (bearer !== undefined) return bearer.startsWith('cak_') ? pick('apiKeyAsBearer', 'key', bearer) : pick('session', 'session', bearer);
  const cookie = /(?:^|;) *session=([^;]+)/.exec(req.get('cookie') ?? '')?.[1];
  if (cookie !== undefined && schemes.includes('sessionCookie')) return { kind: 'session', secret: cookie };
  const { token } = req.query;
  return typeof token === 'string' && token !== '' ? pick('accessToken', 'grant', token) : undefined;
}

/** A request with a session must name the organization. @throws RefusalError 400 */
export function requireOrganization(named: string | undefined): string {
  if (named === undefined) throw new RefusalError(invalid({ 'X-Organization-Id': 'is required with a session' }));
  return named;
}

/** Caches answers for `freshFor` ms. Failures are not cached. */
function caching<T>(freshFor: number, ask: (question: string) => Promise<T>): (question: string) => Promise<T> {
  const cache = new Map<string, { until: number; answer: Promise<T> }>();
  return (question) => {
    const now = performance.now();
    const cached = cache.get(question);
    if (cached && cached.until > now) return cached.answer;
    if (cache.size >= 1_000) cache.clear();
    const answer = ask(question);
    cache.set(question, { until: now + freshFor, answer });
    answer.catch(() => cache.delete(question));
    return answer;
  };
}

/** Finds the holder of a trust access token, who may call only operations that accept such a token. */
async function holderOf(db: SystemDatabase, hash: string): Promise<Actor> {
  const grant = await findGrant(db, { hash });
  if (!grant) throw new RefusalError(refusal('access_token_not_found'));
  if (!grant.isActive) throw new RefusalError(refusal('access_token_expired'));
  return grant.actor;
}
