/** Finds the person behind a session, for requests whose organization is not known yet (device-agent, rule 1). */
import type { SystemDatabase } from '../database/handle.ts';
import { type AgentSessions, isAgentToken, type SignedIn } from './agent-sessions.ts';
import type { Session, Sessions } from './sessions.ts';

export interface Account {
  readonly credential: 'account';
  /** Stable for one person; requests are counted by it. */
  readonly id: string;
  readonly userId: string;
  /** Time of the sign-in. Organizations with a later `notBefore` do not accept the session. */
  readonly signedInAt: string;
  /** When the session expires, if nothing ends it before. */
  readonly expiresAt: string;
  /** The session of a device agent; undefined for an ordinary session. */
  readonly agentSession: { readonly id: string; readonly expiresAt: string } | undefined;
}

/** An organization in which the person is active. */
export interface Membership {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly organizationSlug: string;
  readonly memberId: string;
  /** The member's roles, the highest-ranking one first. */
  readonly roles: readonly string[];
  /** The file key of the organization's logo. */
  readonly logoKey: string | null;
  /** Sessions from before this time are not accepted in the organization. */
  readonly notBefore: string | null;
}

/** @param token of an agent or of an ordinary session @returns undefined when it is invalid, or its account was deleted */
export async function findAccount(
  db: SystemDatabase,
  sessions: Sessions,
  agents: AgentSessions,
  token: string,
): Promise<Account | undefined> {
  if (isAgentToken(token)) {
    const foundSession = await agents.find(token);
    return foundSession && accountOf(foundSession, { id: foundSession.id, expiresAt: foundSession.expiresAt });
  }
  const session = await sessions.sessionOf(token);
  const userId = session && (await findUser(db, session));
  if (session === undefined || userId === undefined) return undefined;
  return accountOf({ userId, signedInAt: session.issuedAt, expiresAt: session.expiresAt }, undefined);
}

/** @param agentSession undefined for an ordinary session */
export function accountOf(
  { userId, signedInAt, expiresAt }: SignedIn & Pick<Account, 'expiresAt'>,
  agentSession: Account['agentSession'],
): Account {
  return { credential: 'account', id: userId, userId, signedInAt, expiresAt, agentSession };
}

/** @returns undefined when there is no such account, or the session has ended */
async function findUser(db: SystemDatabase, { subject, issuedAt }: Session): Promise<string | undefined> {
  const row = await db
    .selectFrom('user_account')
    .select('id')
    .where((eb) =>
      'userId' in subject ? eb('id', '=', subject.userId) : eb.and([eb('email', '=', subject.email), eb('email_verified', '=', true)]),
    )
    .where((eb) => eb.or([eb('not_before', 'is', null), eb('not_before', '<=', issuedAt)]))
    .executeTakeFirst();
  return row?.id;
}

/** @returns the organizations where a person is active and their session is accepted, ordered by name */
export function listMemberships(db: SystemDatabase, { userId, signedInAt }: SignedIn): Promise<Membership[]> {
  return db
    .selectFrom('member')
    .innerJoin('organization', 'organization.id', 'member.organization_id')
    .select([
      'organization.id as organizationId',
      'organization.name as organizationName',
      'organization.slug as organizationSlug',
      'member.id as memberId',
      'organization.logo_key as logoKey',
      'member.not_before as notBefore',
      'member.roles',
    ])
    .where('member.user_id', '=', userId)
    .where('member.is_active', '=', true)
    .where((eb) => eb.or([eb('member.not_before', 'is', null), eb('member.not_before', '<=', signedInAt)]))
    .orderBy('organization.name')
    .orderBy('organization.id')
    .execute();
}
