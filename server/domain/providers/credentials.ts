/** Credentials of connections in the database: versions of which the newest is in force (spec/areas/integrations, credential storage 2). */
import { sql } from 'kysely';
import { columnsOf } from '../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { newId } from '../../platform/database/ids.ts';
import type { Clear, SealedFields, Vault } from '../../platform/ports/vault.ts';
import { textIn } from './manifest.ts';

const kept = 5;
/** What is stored beside the fields of the form. */
const accessToken = 'access token';

export interface Sealed {
  readonly keyId: string;
  readonly sealed: SealedFields;
  readonly expiresAt: string | undefined;
}
export interface Opened {
  readonly credentialId: string;
  readonly fields: Clear;
  readonly token: string | undefined;
  readonly expiresAt: string | null;
}

/** Encrypts outside of any transaction, because that takes its time. @param token the access token that was got with them */
export async function sealCredentials(
  vault: Vault,
  connectionId: string,
  fields: Clear,
  token?: { readonly token: string; readonly expiresAt: string | undefined },
): Promise<Sealed> {
  return { ...(await vault.seal(connectionId, { ...fields, ...(token && { [accessToken]: token.token }) })), expiresAt: token?.expiresAt };
}

/** Puts them in force. @param db with the connection held */
export async function storeCredentials(
  db: OrganizationDatabase,
  connectionId: string,
  { keyId, sealed, expiresAt }: Sealed,
): Promise<void> {
  const last = await db
    .selectFrom('integration_credential')
    .select((eb) => eb.fn.max<number | null>('version').as('version'))
    .where('connection_id', '=', connectionId)
    .executeTakeFirst();
  const [id, version] = [newId('icv'), (last?.version ?? 0) + 1];
  await db
    .updateTable('integration_credential')
    .set({ rotated_at: sql<string>`now()` })
    .where('connection_id', '=', connectionId)
    .where('rotated_at', 'is', null)
    .execute();
  await db
    .insertInto('integration_credential')
    .values({ id, connection_id: connectionId, version, sealed: JSON.stringify(sealed), key_id: keyId, expires_at: expiresAt ?? null })
    .execute();
  await db.updateTable('integration_connection').set({ credential_id: id }).where('id', '=', connectionId).execute();
  await db
    .deleteFrom('integration_credential')
    .where('connection_id', '=', connectionId)
    .where('version', '<=', version - kept)
    .execute();
}

export type Stored = NonNullable<Awaited<ReturnType<typeof findCredentials>>>;
/** Those in force. */
export function findCredentials(db: OrganizationDatabase, connectionId: string) {
  return db
    .selectFrom('integration_connection as n')
    .innerJoin('integration_credential as c', 'c.id', 'n.credential_id')
    .where('n.id', '=', connectionId)
    .select(columnsOf('integration_credential as c', 'id', 'sealed', 'keyId', 'expiresAt'))
    .executeTakeFirst();
}

/** @throws when they were encrypted with a secret that is not known here */
export async function openCredentials(vault: Vault, connectionId: string, { id, sealed, keyId, expiresAt }: Stored): Promise<Opened> {
  const { [accessToken]: _token, ...fields } = await vault.open(connectionId, keyId, sealed).then((all): Clear => all);
  return { credentialId: id, fields, token: textIn({ token: _token ?? '' }, 'token') || undefined, expiresAt };
}

/** For good. */
export async function destroyCredentials(db: OrganizationDatabase, connectionId: string): Promise<void> {
  await db.deleteFrom('integration_credential').where('connection_id', '=', connectionId).execute();
}
