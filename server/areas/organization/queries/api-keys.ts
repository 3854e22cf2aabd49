/** Keys as the interface shows them: never the key itself, of which only the hash is kept. */
import type { ExpressionBuilder } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { TenantTables } from '../../../../generated/database.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import { unlessTrue } from '../../../platform/database/filters.ts';
import type { FilterOf } from '../../../contract/types.ts';
import { hashOf, keyPrefixOf } from '../../../platform/identity/keys.ts';
import { isScope } from '../rules/scopes.ts';

type ApiKey = components['schemas']['ApiKey'];

const columns = columnsOf(
  'api_key',
  'id',
  'name',
  'scopes',
  'expiresAt',
  'lastUsedAt',
  'isActive',
  'createdAt',
  'keyPrefix',
  'createdByMemberId',
);

/** Whether the key cannot be used, because its member is gone or deactivated. */
function sleeping(eb: ExpressionBuilder<TenantTables, 'api_key'>) {
  const owner = eb
    .selectFrom('member')
    .select('member.id')
    .whereRef('member.id', '=', 'api_key.created_by_member_id')
    .where('member.is_active', '=', true);
  return eb.not(eb.exists(owner)).$castTo<boolean>().as('isSleeping');
}

const listed = PagedList.of((db) => db.selectFrom('api_key').select(columns).select(sleeping)).filteredBy<FilterOf<'listApiKeys'>>({
  includeRevoked: unlessTrue((eb) => eb('is_active', '=', true)),
});

export async function listApiKeys(db: OrganizationDatabase, filter: FilterOf<'listApiKeys'>, page: PageRequest): Promise<Page<ApiKey>> {
  return mapPage(await listed.page(db, filter, { by: 'created_at', id: 'id' }, page), withKnownScopes);
}

interface NewApiKey {
  readonly name: string;
  readonly scopes: string[];
  readonly expiresAt: string | null;
  readonly createdByMemberId: string | null;
}

export async function insertApiKey(
  db: OrganizationDatabase,
  key: string,
  { name, scopes, expiresAt, createdByMemberId }: NewApiKey,
): Promise<ApiKey> {
  const row = await db
    .insertInto('api_key')
    .values({
      id: newId('apk'),
      hash: hashOf(key),
      key_prefix: keyPrefixOf(key),
      name,
      scopes,
      expires_at: expiresAt,
      created_by_member_id: createdByMemberId,
    })
    .returning(columns)
    .returning(sleeping)
    .executeTakeFirstOrThrow();
  return withKnownScopes(row);
}

/** Held, so that of two who revoke it at once only one changes it. */
export function lockApiKey(db: OrganizationDatabase, id: string) {
  return db
    .selectFrom('api_key')
    .select(columnsOf('api_key', 'scopes', 'isActive', 'keyPrefix'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function revokeApiKey(db: OrganizationDatabase, id: string): Promise<void> {
  await db.updateTable('api_key').set({ is_active: false }).where('id', '=', id).execute();
}

function withKnownScopes<R extends { readonly scopes: readonly string[] }>(row: R) {
  return { ...row, scopes: row.scopes.filter(isScope) };
}
