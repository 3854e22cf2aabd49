/** Finds out who calls, from what a request carries. Whether that will do for an operation is the contract's to say. */
import { sql } from 'kysely';
import type { Request } from 'express';
import type { Operation } from '../../generated/operations.ts';
import { Refusal } from '../contract/errors.ts';
import type { SystemDatabase } from '../database/handle.ts';
import type { ActingUser, Actor } from './actor.ts';
import { hashOf } from './keys.ts';
import { isRestricted, permissionsOf, storedPermissions } from './permissions.ts';
import type { Sessions, Subject } from './sessions.ts';

export type Identify = (req: Request, operation: Operation) => Promise<Actor | undefined>;

/**
 * @param freshFor how long (ms) an answer is kept, and so how long a revoked key may still work on this server
 * @returns asks for the actor of a request to an operation; undefined when it carries nothing that the operation takes.
 * A credential that is present but not good is refused, and never falls through to another kind (CONVENTIONS 2).
 */
export function identifier(db: SystemDatabase, sessions: Sessions, freshFor = 500): Identify {
  const keys = remembering(freshFor, (hash: string) => findKey(db, hash));
  const members = remembering(freshFor, (asked: string) => findMember(db, JSON.parse(asked)));
  const touched = new Map<string, number>();
  const loggedIn = new Map<string, number>();

  async function byKey(key: string, named: string | undefined): Promise<Actor> {
    const actor = await keys(hashOf(key));
    if (!actor) throw new Refusal(401);
    if (named !== undefined && named !== actor.organizationId) throw new Refusal(403, 'The API key belongs to another organization');
    if (actor.permissions.size === 0) throw new Refusal(403);
    touch(actor.id);
    return actor;
  }
  /** `lastUsedAt`, at most once a minute. Not worth failing a request for. */
  function touch(id: string) {
    const now = Date.now();
    if ((touched.get(id) ?? 0) > now - 60_000) return;
    if (touched.size > 10_000) touched.clear();
    touched.set(id, now);
    db.updateTable('api_key').set({ last_used_at: sql<string>`now()` }).where('id', '=', id).execute().catch(() => touched.delete(id));
  }
  async function bySession(token: string, organizationId: string | undefined): Promise<Actor> {
    const session = await sessions.sessionOf(token);
    if (!session) throw new Refusal(401, 'Invalid or expired session');
    const actor = await members(JSON.stringify([session.subject, organizationNamed(organizationId)]));
    if (!actor) throw new Refusal(401, 'Not an active member of this organization');
    if (session.since !== undefined) noteLogin(actor.id, session.since);
    return actor;
  }
  /** `lastLogin` in this organization, once for each session. Not worth failing a request for either. @param since seconds since the epoch */
  function noteLogin(memberId: string, since: number) {
    if ((loggedIn.get(memberId) ?? 0) >= since) return;
    if (loggedIn.size > 10_000) loggedIn.clear();
    loggedIn.set(memberId, since);
    const at = new Date(since * 1000).toISOString();
    db.updateTable('member').set({ last_login: at }).where('id', '=', memberId).where((eb) => eb.or([eb('last_login', 'is', null), eb('last_login', '<', at)])).execute().catch(() => loggedIn.delete(memberId));
  }

  return async (req, { credentials }) => {
    const presented = presentedIn(req, credentials);
    const organization = req.get('x-organization-id');
    switch (presented?.kind) {
      case undefined: return undefined;
      case 'key': return byKey(presented.secret, organization);
      case 'session': return bySession(presented.secret, organization);
      case 'grant': return findGrant(db, hashOf(presented.secret));
    }
  };
}

export interface Presented { readonly kind: Actor['credential']; readonly secret: string }

/**
 * The first credential that a request carries, in the order of CONVENTIONS 2.
 * @param schemes those that the operation takes @returns undefined when there is none, or it is of another kind
 */
export function presentedIn(req: Request, schemes: readonly string[]): Presented | undefined {
  const taken = (scheme: string, kind: Presented['kind'], secret: string) => (schemes.includes(scheme) ? { kind, secret } : undefined);
  const key = req.get('x-api-key');
  if (key !== undefined) return taken('apiKey', 'key', key);
  const bearer = /^Bearer +(\S+)$/i.exec(req.get('authorization') ?? '')?.[1];
  if (bearer !== undefined) return bearer.startsWith('cak_') ? taken('apiKeyAsBearer', 'key', bearer) : taken('session', 'session', bearer);
  const cookie = /(?:^|;) *session=([^;]+)/.exec(req.get('cookie') ?? '')?.[1];
  if (cookie !== undefined && schemes.includes('sessionCookie')) return { kind: 'session', secret: cookie };
  const { token } = req.query;
  return typeof token === 'string' && token !== '' ? taken('accessToken', 'grant', token) : undefined;
}

/** With a session the organization has to be named. @throws Refusal 400 */
export function organizationNamed(named: string | undefined): string {
  if (named === undefined) throw new Refusal(400, undefined, { 'X-Organization-Id': { _errors: ['is required with a session'] } });
  return named;
}

/** The same question within `freshFor` ms gets the same answer; a failure is not remembered. */
function remembering<T>(freshFor: number, ask: (question: string) => Promise<T>): (question: string) => Promise<T> {
  const known = new Map<string, { until: number; answer: Promise<T> }>();
  return (question) => {
    const now = Date.now();
    const kept = known.get(question);
    if (kept && kept.until > now) return kept.answer;
    if (known.size >= 1_000) known.clear();
    const answer = ask(question);
    known.set(question, { until: now + freshFor, answer });
    answer.catch(() => known.delete(question));
    return answer;
  };
}

/** As the organization knows them: not as another one does, and not as their account. */
const person = ['m.user_id as userId', 'm.name', 'm.email', 'm.email_verified as emailVerified', 'm.image'] as const;

async function findKey(db: SystemDatabase, hash: string): Promise<Actor | undefined> {
  const row = await db.selectFrom('api_key as k')
    .leftJoinLateral((eb) => eb.selectFrom('member as m')
      .whereRef('m.organization_id', '=', 'k.organization_id').where('m.is_active', '=', true)
      .where(({ eb: where, or, ref }) => or([where('m.id', '=', ref('k.created_by_member_id')), where(sql<boolean>`'owner' = any(m.roles)`, '=', true)]))
      .orderBy(sql`m.id = k.created_by_member_id`, (order) => order.desc().nullsLast()).orderBy('m.created_at').orderBy('m.id').limit(1)
      .select(['m.id as memberId', ...person]).as('acting'), (join) => join.onTrue())
    .select(['k.id', 'k.organization_id', 'k.name as keyName', 'k.scopes', 'acting.memberId', 'acting.userId', 'acting.name', 'acting.email', 'acting.emailVerified', 'acting.image'])
    .where('k.hash', '=', hash).where('k.is_active', '=', true)
    .where((eb) => eb.or([eb('k.expires_at', 'is', null), eb('k.expires_at', '>', sql<string>`now()`)]))
    .executeTakeFirst();
  return row && {
    organizationId: row.organization_id,
    credential: 'key',
    id: row.id,
    permissions: new Set(row.scopes),
    user: userOf(row),
    memberId: row.memberId ?? undefined,
    roles: [],
    via: `API key "${row.keyName}"`,
    restrictedTo: undefined,
  };
}

async function findMember(db: SystemDatabase, [subject, organizationId]: [Subject, string]): Promise<Actor | undefined> {
  const row = await db.selectFrom('member as m').innerJoin('user_account as u', 'u.id', 'm.user_id')
    .select(['m.id as memberId', 'm.roles', ...person])
    .select((eb) => eb.selectFrom('custom_role as r').whereRef('r.organization_id', '=', 'm.organization_id')
      .where(sql<boolean>`r.id = any(m.roles)`, '=', true).select(sql<unknown[]>`coalesce(jsonb_agg(r.permissions), '[]')`.as('list')).as('custom'))
    .where('m.organization_id', '=', organizationId).where('m.is_active', '=', true)
    .where((eb) => ('userId' in subject ? eb('u.id', '=', subject.userId) : eb.and([eb('u.email', '=', subject.email), eb('u.email_verified', '=', true)])))
    .executeTakeFirst();
  return row && {
    organizationId,
    credential: 'session',
    id: row.memberId,
    permissions: permissionsOf(row.roles, (row.custom ?? []).map(storedPermissions)),
    user: userOf(row),
    memberId: row.memberId,
    roles: row.roles,
    via: undefined,
    restrictedTo: isRestricted(row.roles) ? row.memberId : undefined,
  };
}

/** The holder of a trust access token. May do nothing but what an operation that takes such a token shows. */
async function findGrant(db: SystemDatabase, hash: string): Promise<Actor> {
  const grant = await db.selectFrom('trust_access_grant').select(['id', 'organization_id', 'expires_at', 'revoked_at']).where('token_hash', '=', hash).executeTakeFirst();
  if (!grant) throw new Refusal(404, 'Access token not found');
  if (grant.revoked_at !== null || Date.parse(grant.expires_at) <= Date.now()) throw new Refusal(410, 'Access token is no longer valid');
  return { organizationId: grant.organization_id, credential: 'grant', id: grant.id, permissions: new Set(), user: undefined, memberId: undefined, roles: [], via: undefined, restrictedTo: undefined };
}

interface Row { readonly userId: string | null; readonly name: string | null; readonly email: string | null; readonly emailVerified: boolean | null; readonly image: string | null }
function userOf({ userId, name, email, emailVerified, image }: Row): ActingUser | undefined {
  return userId === null || name === null || email === null ? undefined : { id: userId, name, email, emailVerified: emailVerified === true, image };
}
