/** Creates the API keys. */
import type { Insertable } from 'kysely';
import type { SystemTables } from '#generated/database';
import { newId } from '#platform/database/ids';
import { hashOf, keyPrefixOf, newKey } from '#platform/identity/keys';
import { demonstrationKey, type KeyData, keys } from './data/keys.ts';
import type { Members } from './member.ts';
import type { DemoContext } from './demo-context.ts';

type Row = Insertable<SystemTables['api_key']>;

/**
 * Returns the rows of the API keys. The secrets are discarded, except for the secret of the usable key.
 * @param key the secret of the usable key, which is created at the time of loading
 */
export function createKeys({ organizationId: organization_id, calendar, log }: DemoContext, members: Members, key: string): Row[] {
  const unusableKeys = Object.values<KeyData>(keys).map(({ name, by: creatorName, created, lastUsed, duration, revoked, ...data }): Row => {
    const [id, secret, scopes, createdAt] = [newId('apk'), newKey(), [...data.scopes], calendar.ago(created, name)];
    const expires_at = duration === 'never' ? null : calendar.ago(created - 90, name);
    log.write(createdAt, members.of(creatorName), 'createApiKey', {
      body: { name, scopes, expiresAt: expires_at, key: keyPrefixOf(secret) },
      answer: { id },
    });
    if (revoked) {
      const changes = {
        isActive: { previous: true, current: false },
        scopes: { previous: scopes, current: null },
        key: { previous: keyPrefixOf(secret), current: null },
      };
      log.write(calendar.ago(revoked.ago, `${name} revoked`), members.of(revoked.by), 'revokeApiKey', { path: { id } }, { changes });
    }
    return {
      id,
      organization_id,
      name,
      scopes,
      hash: hashOf(secret),
      key_prefix: keyPrefixOf(secret),
      created_by_member_id: members.of(creatorName).id,
      is_active: revoked === undefined,
      created_at: createdAt,
      last_used_at: calendar.ago(lastUsed, `${name} used`),
      expires_at,
    };
  });
  const { name, by: creatorName } = demonstrationKey;
  const [id, scopes] = [newId('apk'), [...demonstrationKey.scopes]];
  log.write(calendar.now, members.of(creatorName), 'createApiKey', {
    body: { name, scopes, expiresAt: null, key: keyPrefixOf(key) },
    answer: { id },
  });
  return [
    ...unusableKeys,
    {
      id,
      organization_id,
      name,
      scopes,
      hash: hashOf(key),
      key_prefix: keyPrefixOf(key),
      created_by_member_id: members.of(creatorName).id,
      created_at: calendar.now,
    },
  ];
}
