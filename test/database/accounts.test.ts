/** After an upgrade from 0.1.0, each organization has its own copy of the account data of its members. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { migrate } from '#platform/database/migrate';
import { openDatabase } from '#platform/database/open';
import { migrationsOf } from '../support/released.ts';

test('each membership has the data of its account, and addresses unchanged since the operator set them are verified', async () => {
  const { system, close } = await openDatabase({});
  await migrate(system, Object.keys(migrationsOf('0.1.0')));
  const [firstOrg, secondOrg, ada, ben, eve] = [newId('org'), newId('org'), newId('usr'), newId('usr'), newId('usr')];
  await sql`insert into organization (id, name) values (${firstOrg}, 'One'), (${secondOrg}, 'Other')`.execute(system);
  await sql`insert into user_account (id, name, email, email_verified, last_login) values (${ada}, 'Ada', 'ada@example.com', false, '2026-01-01'), (${ben}, 'Ben', 'ben@example.com', true, null), (${eve}, 'Eve', 'eve@example.com', false, null)`.execute(
    system,
  );
  await sql`update user_account set email = 'stranger@example.com', updated_at = now() + interval '1 day' where id = ${eve}`.execute(
    system,
  );
  for (const organization of [firstOrg, secondOrg])
    for (const user of [ada, ben, eve]) {
      await sql`insert into member (id, organization_id, user_id, roles) values (${newId('mem')}, ${organization}, ${user}, '{employee}')`.execute(
        system,
      );
    }
  await migrate(system);

  const members = () =>
    system
      .selectFrom('member')
      .select(['name', 'email', 'email_verified', sql<string>`left(last_login::text, 10)`.as('login')])
      .orderBy('organization_id')
      .orderBy('email')
      .execute();
  const migratedMembers = [
    { name: 'Ada', email: 'ada@example.com', email_verified: true, login: '2026-01-01' },
    { name: 'Ben', email: 'ben@example.com', email_verified: true, login: null },
    { name: 'Eve', email: 'stranger@example.com', email_verified: false, login: null },
  ];
  expect(await members()).toEqual([...migratedMembers, ...migratedMembers]);
  await system.updateTable('user_account').set({ name: 'Renamed', email_verified: false }).execute();
  expect(await members()).toEqual([...migratedMembers, ...migratedMembers]);
  expect((await system.selectFrom('user_account').select(['email']).orderBy('email').execute()).map(({ email }) => email)).toEqual([
    'ada@example.com',
    'ben@example.com',
    'stranger@example.com',
  ]);
  await close();
});
