import { type Transaction, sql } from 'kysely';
import type { SystemTables } from '#generated/database';
import { columnsOf } from '#platform/database/columns';
import { newId } from '#platform/database/ids';
import { hashOf, keyPrefixOf, newKey } from '#platform/identity/keys';
import { changesOnCreate } from '#platform/audit/changes';
import type { OperatorAction } from './audit.ts';

export interface NewKeyInput {
  readonly organizationId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** A PostgreSQL interval; undefined means that the key never expires. */
  readonly lifetime: string | undefined;
  /** The key's owner. */
  readonly memberId: string;
}

/** @returns the key itself, which is not stored, and the audit data to record */
export async function issueKey(
  db: Transaction<SystemTables>,
  { organizationId, name, scopes, lifetime, memberId }: NewKeyInput,
): Promise<{ id: string; apiKey: string; expiresAt: string | null; auditAction: OperatorAction }> {
  const [id, apiKey] = [newId('apk'), newKey()];
  const { expiresAt } = await db
    .insertInto('api_key')
    .values({
      id,
      organization_id: organizationId,
      name,
      hash: hashOf(apiKey),
      key_prefix: keyPrefixOf(apiKey),
      scopes: [...scopes],
      created_by_member_id: memberId,
      expires_at: lifetime === undefined ? null : sql<string>`now() + ${lifetime}::interval`,
    })
    .returning(columnsOf('api_key', 'expiresAt'))
    .executeTakeFirstOrThrow();
  return {
    id,
    apiKey,
    expiresAt,
    auditAction: {
      resource: 'apiKey',
      action: 'Created API key',
      entityType: 'organization',
      entityId: id,
      changes: changesOnCreate({ name, scopes, expiresAt, key: apiKey }),
    },
  };
}
