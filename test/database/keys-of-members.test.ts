/** Tests which member owns the keys that were created before keys belonged to members (migration 0024). */
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import type { Database } from '#platform/database/open';
import { openTestDatabase } from '../support/app.ts';
import { newApiKey, newMember, newOrganization } from '../support/organization.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const migration = readFileSync(new URL('../../server/platform/database/migrations/0024_keys-of-members.sql', import.meta.url), 'utf8');

test('a key belongs to its creator, also through keys created by keys, otherwise to the oldest active owner; keys of deleted members have no owner', async () => {
  const { id, owner } = await newOrganization(database);
  const [admin, ownerMember] = [await newMember(database, id, ['admin']), await newMember(database, id, ['owner'])];
  let sequence = 0;
  /** Inserts an existing key and the log entry of its creation. */
  const insertKey = async (name: string, creatorId: string | null, log?: { member: string; via?: string }) => {
    const { keyId } = await newApiKey(database, id, { scopes: ['risk:read'], created_by_member_id: creatorId });
    await database.system.updateTable('api_key').set({ name }).where('id', '=', keyId).execute();
    sequence += 1;
    if (log)
      await database.system
        .insertInto('audit_entry')
        .values({
          id: newId('aud'),
          organization_id: id,
          sequence,
          timestamp: new Date().toISOString(),
          member_id: log.member,
          entity_type: 'organization',
          entity_id: keyId,
          data: JSON.stringify({ action: 'Created apiKey', ...(log.via && { via: `API key "${log.via}"` }) }),
          hash: '',
        })
        .execute();
    return keyId;
  };
  const keys = {
    byAdmin: await insertKey('One', admin.id, { member: admin.id }),
    byKey: await insertKey('Two', null, { member: owner.id, via: 'One' }),
    byKeyOfKey: await insertKey('Three', null, { member: owner.id, via: 'Two' }),
    ambiguous: await insertKey('Four', null, { member: ownerMember.id, via: 'Twice' }),
    ofGone: await insertKey('Five', null, { member: 'mem_gone' }),
    unlogged: await insertKey('Six', null),
  };
  const rollback = new Error('as it was');
  let ownersByKey: Record<string, string | null> = {};
  await expect(
    database.system.transaction().execute(async (transaction) => {
      await sql`drop index api_key_of_member`.execute(transaction);
      await sql.raw(migration).execute(transaction);
      const rows = await transaction
        .selectFrom('api_key')
        .select(['id', 'created_by_member_id as member'])
        .where('organization_id', '=', id)
        .execute();
      ownersByKey = Object.fromEntries(Object.entries(keys).map(([name, keyId]) => [name, rows.find((row) => row.id === keyId)?.member ?? null]));
      throw rollback;
    }),
  ).rejects.toBe(rollback);
  expect(ownersByKey).toEqual({
    byAdmin: admin.id,
    byKey: admin.id,
    byKeyOfKey: admin.id,
    ambiguous: ownerMember.id,
    ofGone: null,
    unlogged: owner.id,
  });
});
