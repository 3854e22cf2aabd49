/** Keys for programs: made, listed, revoked. */
import type { ExpressionBuilder } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { TenantTables } from '../../../../generated/database.d.ts';
import { refusal } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { type FilterParams, mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import { hashOf, keyPrefixOf, newKey } from '../../../platform/identity/keys.ts';
import { grantableScopes } from '../../../platform/identity/roles.ts';
import { expiryOf } from '../rules/organization.ts';

type ApiKey = components['schemas']['ApiKey'];
type Scope = components['schemas']['ApiKeyScope'];

export const apiKeys: Pick<Handlers<'organization'>, 'listApiKeys' | 'createApiKey' | 'listAvailableApiKeyScopes' | 'revokeApiKey'> = {
  async listApiKeys({ query, page, db }) {
    return { status: 200, page: await listApiKeys(db, query.includeRevoked === true, page) };
  },

  async createApiKey({ body: { name, expiresAt, scopes }, actor, db, audit }) {
    const beyond = scopes.filter((scope) => !actor.permissions.has(scope));
    if (beyond.length) return refusal(403, `A key cannot have scopes beyond your own: ${beyond.join(', ')}`);
    const key = newKey();
    const created = await insertApiKey(db, key, {
      name: name.trim(),
      scopes,
      expires_at: expiryOf(expiresAt, new Date())?.toISOString() ?? null,
      created_by_member_id: actor.memberId ?? null,
    });
    const made = { name: created.name, scopes: created.scopes, expiresAt: created.expiresAt, key: created.keyPrefix };
    audit({ changes: Object.fromEntries(Object.entries(made).map(([field, current]) => [field, { previous: null, current }])) });
    return { status: 201, headers: { Location: '/v1/organization/api-keys' }, body: { ...created, key } };
  },

  async listAvailableApiKeyScopes() {
    return { status: 200, body: { data: grantableScopes.filter(isScope) } };
  },

  async revokeApiKey({ path, db, audit }) {
    const found = await findApiKey(db, path.id);
    if (!found) return refusal(404, 'API key not found');
    if (found.isActive) {
      await revokeApiKey(db, path.id);
      audit({
        changes: {
          isActive: { previous: true, current: false },
          scopes: { previous: found.scopes, current: null },
          key: { previous: found.keyPrefix, current: null },
        },
      });
    }
    return { status: 204 };
  },
};

const columns = [
  'id',
  'name',
  'scopes',
  'expires_at as expiresAt',
  'last_used_at as lastUsedAt',
  'is_active as isActive',
  'created_at as createdAt',
  'key_prefix as keyPrefix',
  'created_by_member_id as createdByMemberId',
] as const;

/** Whether nobody may use it now: its member is gone, or deactivated. */
function sleeping(eb: ExpressionBuilder<TenantTables, 'api_key'>) {
  const owner = eb
    .selectFrom('member')
    .select('member.id')
    .whereRef('member.id', '=', 'api_key.created_by_member_id')
    .where('member.is_active', '=', true);
  return eb.not(eb.exists(owner)).$castTo<boolean>().as('isSleeping');
}

const listed = new PagedList((db, param: FilterParams<{ isActive?: boolean }>) => {
  const all = db.selectFrom('api_key').select(columns).select(sleeping);
  return param.has('isActive') ? all.where('is_active', '=', param('isActive')) : all;
});

async function listApiKeys(db: OrganizationDatabase, includeRevoked: boolean, page: PageRequest): Promise<Page<ApiKey>> {
  return mapPage(await listed.page(db, includeRevoked ? {} : { isActive: true }, { by: 'created_at', id: 'id' }, page), withKnownScopes);
}

interface NewApiKey {
  readonly name: string;
  readonly scopes: string[];
  readonly expires_at: string | null;
  readonly created_by_member_id: string | null;
}

async function insertApiKey(db: OrganizationDatabase, key: string, fields: NewApiKey): Promise<ApiKey> {
  const row = await db
    .insertInto('api_key')
    .values({ id: newId('apk'), hash: hashOf(key), key_prefix: keyPrefixOf(key), ...fields })
    .returning(columns)
    .returning(sleeping)
    .executeTakeFirstOrThrow();
  return withKnownScopes(row);
}

/** Held, so that of two who revoke it at once only one changes it. */
function findApiKey(db: OrganizationDatabase, id: string) {
  return db
    .selectFrom('api_key')
    .select(['scopes', 'is_active as isActive', 'key_prefix as keyPrefix'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

async function revokeApiKey(db: OrganizationDatabase, id: string): Promise<void> {
  await db.updateTable('api_key').set({ is_active: false }).where('id', '=', id).execute();
}

const scopes = new Set(grantableScopes);
/** A scope that is no more gives nothing, and is not shown. */
function isScope(pair: string): pair is Scope {
  return scopes.has(pair);
}

function withKnownScopes<R extends { readonly scopes: readonly string[] }>(row: R) {
  return { ...row, scopes: row.scopes.filter(isScope) };
}
