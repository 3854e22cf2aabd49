/** Finds the access grants of visitors and their tokens, for mails to the holders of grants. */
import { sql } from 'kysely';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Ports } from '#platform/ports/index';
import { deriveCurrentToken, type StoredToken, type Token } from './tokens.ts';

/** @returns the grant with its stored token, locked until the transaction ends; undefined if the grant has expired or was revoked */
export function lockActiveGrant(db: OrganizationDatabase, id: string) {
  return db
    .selectFrom('trust_access_grant')
    .select(columnsOf('trust_access_grant', 'id', 'subjectEmail', 'expiresAt', 'tokenHash', 'tokenCounter'))
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .forUpdate()
    .executeTakeFirst();
}

async function storeToken(db: OrganizationDatabase, id: string, { tokenHash, tokenCounter }: Token): Promise<void> {
  await db.updateTable('trust_access_grant').set({ token_hash: tokenHash, token_counter: tokenCounter }).where('id', '=', id).execute();
}

/** @returns the token of a locked grant. Stores a new token if the current token can no longer be derived (rule 17). */
export async function ensureWorkingToken(
  { db, ports }: { readonly db: OrganizationDatabase; readonly ports: Pick<Ports, 'secrets'> },
  grant: StoredToken & { readonly id: string },
): Promise<string> {
  const currentToken = deriveCurrentToken(ports.secrets, grant.id, grant);
  if (currentToken.tokenHash !== grant.tokenHash) await storeToken(db, grant.id, currentToken);
  return currentToken.token;
}
