/** Sessions of device agents (spec/areas/devices/device-agent), stored by the hashes of their tokens. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { OrganizationDatabase, SystemDatabase } from '../database/handle.ts';
import { newId } from '../database/ids.ts';
import { hashOf } from './keys.ts';

/** Lifetime of a session in days. */
const lifetimeDays = 365;

export interface AgentSession {
  readonly id: string;
  readonly userId: string;
  readonly expiresAt: string;
}
/** A new session with its token, which is available only at creation. */
export type NewAgentSession = AgentSession & { readonly token: string };

/** The person who signs in an agent, and when their own session began. The agent's session counts as equally old. */
export interface SignedIn {
  readonly userId: string;
  readonly signedInAt: string;
}

export interface AgentSessions {
  /** @returns undefined when no current session has the token */
  find(token: string): Promise<(AgentSession & SignedIn) | undefined>;
  /**
   * Opens a session for a person, not yet linked to a computer.
   * @returns undefined when the person's own session has ended, or is accepted in no organization
   */
  open(person: SignedIn): Promise<NewAgentSession | undefined>;
}

export function createAgentSessions(db: SystemDatabase): AgentSessions {
  return {
    find: (token) =>
      db
        .selectFrom('agent_session as s')
        .innerJoin('user_account as u', 'u.id', 's.user_id')
        .select(['s.id', 's.user_id as userId', 's.expires_at as expiresAt', 's.created_at as signedInAt'])
        .where('s.token_hash', '=', hashOf(token))
        .where('s.expires_at', '>', sql<string>`now()`)
        .where((eb) => eb.or([eb('u.not_before', 'is', null), eb('u.not_before', '<=', eb.ref('s.created_at'))]))
        .executeTakeFirst(),
    async open(person) {
      const [id, token] = [newId('ses'), newToken()];
      const insertedSession = await db
        .insertInto('agent_session')
        .columns(['id', 'token_hash', 'user_id', 'expires_at', 'created_at'])
        .expression((eb) =>
          eb
            .selectFrom('user_account as u')
            .select([
              sql<string>`${id}`.as('id'),
              sql<string>`${hashOf(token)}`.as('token_hash'),
              'u.id as user_id',
              sql<string>`now() + make_interval(days => ${lifetimeDays}::integer)`.as('expires_at'),
              sql<string>`${person.signedInAt}::timestamptz`.as('created_at'),
            ])
            .where('u.id', '=', person.userId)
            .where((builder) => builder.or([builder('u.not_before', 'is', null), builder('u.not_before', '<=', person.signedInAt)]))
            .where(({ exists, selectFrom }) =>
              exists(
                selectFrom('member as m')
                  .select('m.id')
                  .whereRef('m.user_id', '=', 'u.id')
                  .where('m.is_active', '=', true)
                  .where((builder) => builder.or([builder('m.not_before', 'is', null), builder('m.not_before', '<=', person.signedInAt)])),
              ),
            ),
        )
        .returning('expires_at as expiresAt')
        .executeTakeFirst();
      return insertedSession && { id, token, userId: person.userId, ...insertedSession };
    },
  };
}

/**
 * Opens a session in the transaction that links it with a computer.
 * @returns undefined when the member is no longer active, or the person's own session has ended
 */
export async function openAgentSession(
  db: OrganizationDatabase,
  { userId, signedInAt: signedInTime }: SignedIn,
): Promise<NewAgentSession | undefined> {
  const [id, token] = [newId('ses'), newToken()];
  const { expiresAt } = await db
    .selectNoFrom(
      sql<string | null>`open_agent_session(${id}, ${hashOf(token)}, ${userId}, ${lifetimeDays}::integer, ${signedInTime}::timestamptz)`.as(
        'expiresAt',
      ),
    )
    .executeTakeFirstOrThrow();
  return expiresAt === null ? undefined : { id, token, userId, expiresAt };
}

function newToken(): string {
  return `cas_${randomBytes(32).toString('hex')}`;
}

/** Returns whether the text can be an agent's token, so that other texts need no lookup. */
export function isAgentToken(text: string): boolean {
  return /^cas_[0-9a-f]{64}$/.test(text);
}
