/** Tests which members own keys that were created in 0.1.0, before keys belonged to members. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { migrate } from '#platform/database/migrate';
import { type Database, openDatabase } from '#platform/database/open';
import { migrationsOf } from '../support/released.ts';

let database: Database;
beforeAll(async () => {
  database = await openDatabase({});
  await migrate(database.system, Object.keys(migrationsOf('0.1.0')));
});
afterAll(() => database.close());

test('a key belongs to its creator, also through keys created by keys, otherwise to the oldest active owner; keys of deleted members have no owner', async () => {
  const { system } = database;
  const organization = newId('org');
  await sql`insert into organization (id, name) values (${organization}, 'Keys')`.execute(system);
  let memberCount = 0;
  /** Adds a member whose membership is younger than those of previous calls. @returns the id */
  const addMember = async (role: string) => {
    const [id, user] = [newId('mem'), newId('usr')];
    memberCount += 1;
    await sql`insert into user_account (id, name, email) values (${user}, 'Somebody', ${`${memberCount}@example.com`})`.execute(system);
    await sql`insert into member (id, organization_id, user_id, roles, created_at)
      values (${id}, ${organization}, ${user}, ${[role]}, ${`2026-01-0${memberCount}`})`.execute(system);
    return id;
  };
  const [owner, admin, otherOwner] = [await addMember('owner'), await addMember('admin'), await addMember('owner')];
  let sequence = 0;
  /** Adds a key, and the log entry of its creation if `log` is set. @returns the id of the key */
  const addKey = async (name: string, creatorId: string | null, log?: { member: string; via?: string }) => {
    const id = newId('apk');
    sequence += 1;
    await sql`insert into api_key (id, organization_id, name, hash, key_prefix, scopes, created_by_member_id)
      values (${id}, ${organization}, ${name}, ${id}, 'key', '{risk:read}', ${creatorId})`.execute(system);
    const data = JSON.stringify({ action: 'Created apiKey', ...(log?.via && { via: `API key "${log.via}"` }) });
    if (log)
      await sql`insert into audit_entry (id, organization_id, sequence, timestamp, member_id, entity_type, entity_id, data, hash)
        values (${newId('aud')}, ${organization}, ${sequence}, now(), ${log.member}, 'organization', ${id}, ${data}, '')`.execute(system);
    return id;
  };
  const keys = {
    byAdmin: await addKey('One', admin, { member: admin }),
    byKey: await addKey('Two', null, { member: owner, via: 'One' }),
    byKeyOfKey: await addKey('Three', null, { member: owner, via: 'Two' }),
    ambiguous: await addKey('Four', null, { member: otherOwner, via: 'Twice' }),
    ofGone: await addKey('Five', null, { member: 'mem_gone' }),
    unlogged: await addKey('Six', null),
  };
  await migrate(system);
  const rows = await system.selectFrom('api_key').select(['id', 'created_by_member_id as member']).execute();
  expect(Object.fromEntries(Object.entries(keys).map(([name, id]) => [name, rows.find((row) => row.id === id)?.member]))).toEqual({
    byAdmin: admin,
    byKey: admin,
    byKeyOfKey: admin,
    ambiguous: otherOwner,
    ofGone: null,
    unlogged: owner,
  });
});
