/** The person behind a session, before it is known which organization a request is about (spec/areas/device-agent, rule 1). */
import { sql } from 'kysely';
import type { SystemDatabase } from '../database/handle.ts';
import type { AgentSessions } from './agent-sessions.ts';
import { isAgentToken } from './agent-sessions.ts';
import type { Sessions, Subject } from './sessions.ts';

export interface Account {
  readonly credential: 'account';
  /** Stable for one person: what requests are counted by. */
  readonly id: string;
  readonly userId: string;
  /** The session of an agent, if it is one. */
  readonly agentSession: { readonly id: string; readonly expiresAt: string } | undefined;
}

/** A place where the person is active. */
export interface Membership {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly organizationSlug: string;
  readonly memberId: string;
  /** The leading role. */
  readonly role: string;
}

/** @param token of an agent, or of an ordinary session @returns undefined when it is worth nothing, or its account is gone */
export async function findAccount(
  db: SystemDatabase,
  sessions: Sessions,
  agents: AgentSessions,
  token: string,
): Promise<Account | undefined> {
  if (isAgentToken(token)) {
    const found = await agents.find(token);
    return found && accountOf(found.userId, { id: found.id, expiresAt: found.expiresAt });
  }
  const session = await sessions.sessionOf(token);
  const userId = session && (await findUser(db, session.subject));
  return userId === undefined ? undefined : accountOf(userId, undefined);
}

function accountOf(userId: string, agentSession: Account['agentSession']): Account {
  return { credential: 'account', id: userId, userId, agentSession };
}

async function findUser(db: SystemDatabase, subject: Subject): Promise<string | undefined> {
  const row = await db
    .selectFrom('user_account')
    .select('id')
    .where((eb) =>
      'userId' in subject ? eb('id', '=', subject.userId) : eb.and([eb('email', '=', subject.email), eb('email_verified', '=', true)]),
    )
    .executeTakeFirst();
  return row?.id;
}

/** @returns the organizations where a person is active, by name */
export function listMemberships(db: SystemDatabase, userId: string): Promise<Membership[]> {
  return db
    .selectFrom('member')
    .innerJoin('organization', 'organization.id', 'member.organization_id')
    .select([
      'organization.id as organizationId',
      'organization.name as organizationName',
      'organization.slug as organizationSlug',
      'member.id as memberId',
      sql<string>`coalesce(member.roles[1], '')`.as('role'),
    ])
    .where('member.user_id', '=', userId)
    .where('member.is_active', '=', true)
    .orderBy('organization.name')
    .orderBy('organization.id')
    .execute();
}
