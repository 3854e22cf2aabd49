/** Creates, lists and revokes API keys. */
import { invalid, refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { newKey } from '#platform/identity/keys';
import { grantableScopes } from '#platform/identity/roles';
import { authorOf } from '#platform/identity/author';
import { insertApiKey, listApiKeys, lockApiKey, revokeApiKey } from '../queries/api-keys.ts';
import { expiryOf } from '../rules/organization.ts';
import { validateKeyName } from '../rules/key-names.ts';
import { isScope } from '../rules/scopes.ts';

export const apiKeys: Pick<Handlers<'organization'>, 'listApiKeys' | 'createApiKey' | 'listAvailableApiKeyScopes' | 'revokeApiKey'> = {
  async listApiKeys({ query, page, db }) {
    return { status: 200, page: await listApiKeys(db, query, page) };
  },

  async createApiKey({ body: { name, expiration, scopes }, actor, db, audit }) {
    const nameError = validateKeyName(name);
    if (nameError) return invalid(nameError);
    const excessScopes = scopes.filter((scope) => !actor.permissions.has(scope));
    if (excessScopes.length) return refusal('scopes_exceed_own', { scopes: excessScopes });
    const key = newKey();
    const newApiKey = await insertApiKey(db, key, {
      name,
      scopes,
      expiresAt: expiryOf(expiration, new Date())?.toISOString() ?? null,
      createdBy: authorOf(actor),
    });
    const loggedFields = { name: newApiKey.name, scopes: newApiKey.scopes, expiresAt: newApiKey.expiresAt, key: newApiKey.keyPrefix };
    audit.created(loggedFields);
    return { status: 201, body: { ...newApiKey, key } };
  },

  async listAvailableApiKeyScopes() {
    return { status: 200, body: { data: grantableScopes.filter(isScope) } };
  },

  async revokeApiKey({ path, db, audit }) {
    const apiKey = await lockApiKey(db, path.id);
    if (!apiKey) return refusal('api_key_not_found');
    if (apiKey.isActive) {
      await revokeApiKey(db, path.id);
      audit.changed({ isActive: true, scopes: apiKey.scopes, key: apiKey.keyPrefix }, { isActive: false, scopes: null, key: null });
    }
    return { status: 204 };
  },
};
