/** Queries of API keys. Only the hash of a key is stored, so no query returns the key itself. */
import type { ExpressionBuilder } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { missingLast } from '#platform/database/sort-keys';
import { anyOf, contains, ofMember, onOrAfter, onOrBefore, unlessTrue } from '#platform/database/filters';
import type { FilterOf } from '#contract/types';
import { hashOf, keyPrefixOf } from '#platform/identity/keys';
import type { Author } from '#platform/identity/author';
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
  'createdVia',
);

/** Selects whether the key cannot be used, because its creator was deleted or deactivated. */
function selectIsSleeping(eb: ExpressionBuilder<TenantTables, 'api_key'>) {
  const owner = eb
    .selectFrom('member')
    .select('member.id')
    .whereRef('member.id', '=', 'api_key.created_by_member_id')
    .where('member.is_active', '=', true);
  return eb.not(eb.exists(owner)).$castTo<boolean>().as('isSleeping');
}

const apiKeyList = PagedList.of((db) => db.selectFrom('api_key').select(columns).select(selectIsSleeping)).filteredBy<
  FilterOf<'listApiKeys'>
>({
  includeRevoked: unlessTrue((eb) => eb('is_active', '=', true)),
  search: contains('name'),
  createdByMemberId: ofMember('created_by_member_id'),
  expiresAtAfter: onOrAfter('expires_at'),
  expiresAtBefore: onOrBefore('expires_at'),
  ids: anyOf('id'),
});
const orders = {
  createdAt: 'created_at',
  name: 'name',
  expiresAt: missingLast('expires_at'),
  lastUsedAt: missingLast('last_used_at'),
} as const;

export async function listApiKeys(
  db: OrganizationDatabase,
  filter: FilterOf<'listApiKeys'>,
  page: PageRequest<keyof typeof orders>,
): Promise<Page<ApiKey>> {
  return mapPage(await apiKeyList.page(db, filter, { by: orders[page.sortBy], id: 'id' }, page), withKnownScopes);
}

interface NewApiKey {
  readonly name: string;
  readonly scopes: string[];
  readonly expiresAt: string | null;
  readonly createdBy: Author;
}

export async function insertApiKey(
  db: OrganizationDatabase,
  key: string,
  { name, scopes, expiresAt, createdBy }: NewApiKey,
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
      created_by_member_id: createdBy.memberId,
      created_via: createdBy.via,
    })
    .returning(columns)
    .returning(selectIsSleeping)
    .executeTakeFirstOrThrow();
  return withKnownScopes(row);
}

/** Locks a key until the transaction ends, so that only one of two concurrent requests revokes it. */
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
