/** Tests that permissions which no operation requires leave the rows of existing databases. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { migrate, migrationFiles } from '#platform/database/migrate';
import { type Database, openDatabase } from '#platform/database/open';

const migration = '0030_permissions.sql';

let database: Database;
beforeAll(async () => {
  database = await openDatabase({});
  await migrate(
    database.system,
    migrationFiles().flatMap(({ name }) => (name < migration ? [name] : [])),
  );
});
afterAll(() => database.close());

test('unused permissions leave roles, keys and lost roles, and the change is no loss and no update', async () => {
  const { system } = database;
  const [organization, user, member] = [newId('org'), newId('usr'), newId('mem')];
  await sql`insert into organization (id, name) values (${organization}, 'Roles')`.execute(system);
  await sql`insert into user_account (id, name, email) values (${user}, 'Somebody', 'somebody@example.com')`.execute(system);
  const storedRoles: Record<string, object> = {
    both: { invitation: ['create'], team: ['read'], pentest: ['delete', 'read'], risk: ['read', 'delete'] },
    only: { team: ['read'], invitation: ['read'] },
    untouched: { pentest: ['read'] },
    malformed: ['team', 'invitation'],
  };
  const roleIds = Object.fromEntries(Object.keys(storedRoles).map((name) => [name, newId('rol')]));
  for (const [name, permissions] of Object.entries(storedRoles))
    await sql`insert into custom_role (id, organization_id, name, permissions, updated_at)
      values (${roleIds[name]}, ${organization}, ${name}, ${JSON.stringify(permissions)}::jsonb, '2026-01-01')`.execute(system);
  await sql`insert into member (id, organization_id, user_id, roles) values (${member}, ${organization}, ${user}, ${Object.values(roleIds)})`.execute(
    system,
  );
  const keys: Record<string, readonly string[]> = {
    both: ['risk:read', 'pentest:delete'],
    only: ['pentest:delete'],
    untouched: ['risk:read'],
  };
  for (const [name, scopes] of Object.entries(keys))
    await sql`insert into api_key (id, organization_id, name, hash, key_prefix, scopes)
      values (${newId('apk')}, ${organization}, ${name}, ${name}, 'key', ${scopes})`.execute(system);
  await sql`insert into lost_role (id, organization_id, member_id, role, permissions, lost_at)
    values (${newId('lsr')}, ${organization}, ${member}, 'rol_before', '{team:read,task:update,pentest:delete}', now())`.execute(system);

  expect(await migrate(system, [migration])).toEqual([migration]);

  const roles = await system.selectFrom('custom_role').select(['name', 'permissions', 'updated_at']).execute();
  expect(Object.fromEntries(roles.map(({ name, permissions }) => [name, permissions]))).toEqual({
    both: { pentest: ['read'], risk: ['read', 'delete'] },
    only: {},
    untouched: storedRoles.untouched,
    malformed: storedRoles.malformed,
  });
  expect(new Set(roles.map(({ updated_at: time }) => new Date(time).toISOString()))).toEqual(new Set(['2026-01-01T00:00:00.000Z']));
  const storedKeys = await system.selectFrom('api_key').select(['name', 'scopes']).execute();
  expect(Object.fromEntries(storedKeys.map(({ name, scopes }) => [name, scopes]))).toEqual({
    both: ['risk:read'],
    only: [],
    untouched: ['risk:read'],
  });
  expect(await system.selectFrom('lost_role').select(['role', 'permissions']).execute()).toEqual([
    { role: 'rol_before', permissions: ['task:update'] },
  ]);
  // The triggers work again.
  await sql`update custom_role set permissions = '{}' where name = 'both'`.execute(system);
  expect(await system.selectFrom('lost_role').select('role').execute()).toHaveLength(2);
});
