import { type Transaction, sql } from 'kysely';
import type { SystemTables } from '../../generated/database.d.ts';
import { columnsOf } from '../platform/database/columns.ts';
import { newId } from '../platform/database/ids.ts';
import { hashOf, keyPrefixOf, newKey } from '../platform/identity/keys.ts';
import { added } from '../platform/audit/changes.ts';
import type { Deed } from './audit.ts';

export interface KeyWanted {
  readonly organizationId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** An interval of PostgreSQL; undefined means that the key never expires. */
  readonly lasts: string | undefined;
  /** The member that the key belongs to. */
  readonly memberId: string;
}

/** @returns with the key itself, which is stored nowhere, and what the log should say */
export async function issueKey(
  db: Transaction<SystemTables>,
  { organizationId, name, scopes, lasts, memberId }: KeyWanted,
): Promise<{ id: string; apiKey: string; expiresAt: string | null; deed: Deed }> {
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
      expires_at: lasts === undefined ? null : sql<string>`now() + ${lasts}::interval`,
    })
    .returning(columnsOf('api_key', 'expiresAt'))
    .executeTakeFirstOrThrow();
  return {
    id,
    apiKey,
    expiresAt,
    deed: {
      resource: 'apiKey',
      action: 'Created apiKey',
      entityType: 'organization',
      entityId: id,
      changes: added({ name, scopes, expiresAt, key: apiKey }),
    },
  };
}
