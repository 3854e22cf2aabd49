/** Stores versions of credentials, of which the newest is used (spec/areas/integrations/integrations, credential storage 2). */
import { sql } from 'kysely';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { ClearFields, SealedFields, Vault } from '#platform/ports/vault';
import { textValue } from './manifest.ts';

const maxVersions = 5;
/** The key under which the access token is stored together with the fields of the form. */
const accessTokenKey = 'access token';

export interface SealedCredentials {
  readonly keyId: string;
  readonly sealed: SealedFields;
  readonly expiresAt: string | undefined;
}
export interface OpenedCredentials {
  readonly credentialId: string;
  readonly fields: ClearFields;
  readonly token: string | undefined;
  readonly expiresAt: string | null;
}

/** Encrypts credentials, which is slow, so no transaction may be open. @param token the access token fetched with the credentials */
export async function sealCredentials(
  vault: Vault,
  connectionId: string,
  fields: ClearFields,
  token?: { readonly token: string; readonly expiresAt: string | undefined },
): Promise<SealedCredentials> {
  return {
    ...(await vault.seal(connectionId, { ...fields, ...(token && { [accessTokenKey]: token.token }) })),
    expiresAt: token?.expiresAt,
  };
}

/** Stores a new version of the credentials and makes it current. @param db a transaction that has locked the connection */
export async function storeCredentials(
  db: OrganizationDatabase,
  connectionId: string,
  { keyId, sealed, expiresAt }: SealedCredentials,
): Promise<void> {
  const newest = await db
    .selectFrom('integration_credential')
    .select((eb) => eb.fn.max<number | null>('version').as('version'))
    .where('connection_id', '=', connectionId)
    .executeTakeFirst();
  const [id, version] = [newId('icv'), (newest?.version ?? 0) + 1];
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
    .where('version', '<=', version - maxVersions)
    .execute();
}

export type StoredCredentials = NonNullable<Awaited<ReturnType<typeof findCredentials>>>;
/** Finds the current version of the credentials. */
export function findCredentials(db: OrganizationDatabase, connectionId: string) {
  return db
    .selectFrom('integration_connection as n')
    .innerJoin('integration_credential as c', 'c.id', 'n.credential_id')
    .where('n.id', '=', connectionId)
    .select(columnsOf('integration_credential as c', 'id', 'sealed', 'keyId', 'expiresAt'))
    .executeTakeFirst();
}

/** @throws UnreadableCredentials if they were encrypted with a secret that this server does not have */
export async function openCredentials(
  vault: Vault,
  connectionId: string,
  { id, sealed, keyId, expiresAt }: StoredCredentials,
): Promise<OpenedCredentials> {
  const { [accessTokenKey]: _token, ...fields } = await vault.open(connectionId, keyId, sealed).then((decrypted): ClearFields => decrypted);
  return { credentialId: id, fields, token: textValue({ token: _token ?? '' }, 'token') || undefined, expiresAt };
}

/** Deletes all versions of the credentials permanently. */
export async function deleteCredentials(db: OrganizationDatabase, connectionId: string): Promise<void> {
  await db.deleteFrom('integration_credential').where('connection_id', '=', connectionId).execute();
}
