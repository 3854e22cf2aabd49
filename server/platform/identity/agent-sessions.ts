/** Sessions of the agents on computers (spec/areas/device-agent). They are kept by the hashes of their tokens. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { OrganizationDatabase, SystemDatabase } from '../database/handle.ts';
import { newId } from '../database/ids.ts';
import { hashOf } from './keys.ts';

/** For how long a session is good. */
const days = 365;

export interface AgentSession {
  readonly id: string;
  readonly userId: string;
  readonly expiresAt: string;
}
/** With its token, which is known only now. */
export type NewAgentSession = AgentSession & { readonly token: string };

export interface AgentSessions {
  /** @returns undefined when the token is of no session, or of one that has ended */
  find(token: string): Promise<AgentSession | undefined>;
  /** A session of a person, of no computer yet. */
  open(userId: string): Promise<NewAgentSession>;
}

export function agentSessionsOn(db: SystemDatabase): AgentSessions {
  return {
    find: (token) =>
      db
        .selectFrom('agent_session')
        .select(['id', 'user_id as userId', 'expires_at as expiresAt'])
        .where('token_hash', '=', hashOf(token))
        .where('expires_at', '>', sql<string>`now()`)
        .executeTakeFirst(),
    async open(userId) {
      const [id, token] = [newId('ses'), newToken()];
      const { expiresAt } = await db
        .insertInto('agent_session')
        .values({ id, token_hash: hashOf(token), user_id: userId, expires_at: sql<string>`now() + make_interval(days => ${days})` })
        .returning('expires_at as expiresAt')
        .executeTakeFirstOrThrow();
      return { id, token, userId, expiresAt };
    },
  };
}

/** A session of a member, opened in the transaction that links it with a computer. @throws when this is no active member */
export async function openAgentSession(db: OrganizationDatabase, userId: string): Promise<NewAgentSession> {
  const [id, token] = [newId('ses'), newToken()];
  const { expiresAt } = await db
    .selectNoFrom(sql<string | null>`open_agent_session(${id}, ${hashOf(token)}, ${userId}, ${days}::integer)`.as('expiresAt'))
    .executeTakeFirstOrThrow();
  if (expiresAt === null) throw new Error(`${userId} is not active here`);
  return { id, token, userId, expiresAt };
}

function newToken(): string {
  return `cas_${randomBytes(32).toString('hex')}`;
}

/** Whether this may be the token of an agent; anything else need not be looked up. */
export function isAgentToken(text: string): boolean {
  return /^cas_[0-9a-f]{64}$/.test(text);
}
