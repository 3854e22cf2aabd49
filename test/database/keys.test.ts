/** Tests that the key of a row is its organization and its id, so that rows with the same id in two organizations stay separate. */
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { planDistribution } from '#admin/distribution/statements';
import { newId } from '#platform/database/ids';
import { migrate } from '#platform/database/migrate';
import type { Database } from '#platform/database/open';
import { completeRun, renewLease, claimRun } from '#platform/jobs/queue';
import { startApp } from '../support/app.ts';
import { newMember, newOrganization } from '../support/organization.ts';
import { emptyDatabase, ownDatabase } from '../support/own-database.ts';
import { migrationsOf } from '../support/released.ts';
import { waitingRun } from '../support/runs.ts';
import { openWatchedDatabase, planOf, type Step } from '../support/statements.ts';

let watched: Awaited<ReturnType<typeof openWatchedDatabase>>;
const app = startApp(async () => {
  watched = await openWatchedDatabase();
  return watched.database;
});
const makeDatabase = ownDatabase();
const makeEmptyDatabase = emptyDatabase();
let database: Database;
beforeAll(async () => {
  database = await makeDatabase();
});

const firstRow = <Row>(statement: RawBuilder<Row>, { system }: Database) => statement.execute(system).then(({ rows: [row] }) => row);

/** Creates a risk of one organization, and a risk of another organization with the same id and a different title. */
async function createTwoRisks() {
  const [ours, theirs] = [await app.caller(), await app.caller()];
  const body = { title: 'Glacier', description: 'It melts.', category: 'other' };
  const { id } = (await ours.call('POST', '/v1/risks', { body })).body.data;
  await sql`insert into risk (organization_id, id, title, description, category) values (${theirs.organization.id}, ${id}, 'Volcano', 'It erupts.', 'other')`.execute(
    app.database.system,
  );
  await sql`insert into risk_treatment (organization_id, id, risk_id, type, description, active)
    select ${theirs.organization.id}, id, risk_id, type, description, active from risk_treatment where risk_id = ${id}`.execute(
    app.database.system,
  );
  return { id, ours, theirs };
}

test('a record is read, changed and deleted separately in each organization', async () => {
  const { id, ours, theirs } = await createTwoRisks();
  const url = `/v1/risks/${id}`;
  expect((await ours.call('GET', url)).body.data.title).toBe('Glacier');
  expect((await theirs.call('GET', url)).body.data.title).toBe('Volcano');
  expect((await ours.call('PATCH', url, { body: { title: 'Ice' } })).status).toBe(200);
  expect((await theirs.call('GET', url)).body.data.title).toBe('Volcano');
  expect((await ours.call('DELETE', url)).status).toBe(200);
  expect((await ours.call('GET', url)).status).toBe(404);
  expect((await theirs.call('GET', url)).body.data.title).toBe('Volcano');
});

test('passages belong to the organization, although functions find them with the privileges of the owner', async () => {
  const { ours, theirs } = await createTwoRisks();
  const findPassageNames = ({ organization }: typeof ours) =>
    app.database.system.transaction().execute(async (db) => {
      await sql`select set_config('app.organization_id', ${organization.id}, true)`.execute(db);
      return (
        await sql<{
          name: string;
        }>`select source_name as name from find_passages('Does a glacier melt, or a volcano erupt?', '{risk}', false, '{}', 9, '{}', '{internal,nda,public}')`.execute(
          db,
        )
      ).rows.map(({ name }) => name);
    });
  expect(await findPassageNames(ours)).toEqual(['Glacier']);
  expect(await findPassageNames(theirs)).toEqual(['Volcano']);
});

test('a run is claimed, leased and completed separately in each organization', async () => {
  const [ours, theirs] = [await newOrganization(database), await newOrganization(database)];
  const { id } = await waitingRun(database, ours, 'employee_sync');
  const otherRun = await waitingRun(database, theirs, 'employee_sync');
  await database.system.updateTable('run').set({ id }).where('id', '=', otherRun.id).execute();
  await database.system
    .updateTable('run')
    .set({ due_at: sql<string>`now()` })
    .where('organization_id', '=', ours.id)
    .execute();
  const lease = 'the one of this test';
  expect(await claimRun(database.system, lease, ['employee_sync'])).toMatchObject({ id, organization_id: ours.id });
  const states = async () =>
    Object.fromEntries(
      (await database.system.selectFrom('run').select(['organization_id', 'status']).where('id', '=', id).execute()).map(
        ({ organization_id, status }) => [organization_id, status],
      ),
    );
  expect(await states()).toEqual({ [ours.id]: 'running', [theirs.id]: 'queued' });
  expect(await renewLease(database.system, { organizationId: theirs.id, id, lease })).toBe(false);
  expect(await renewLease(database.system, { organizationId: ours.id, id, lease })).toBe(true);
  await completeRun(database.system, { organizationId: ours.id, id, lease }, {});
  expect(await states()).toEqual({ [ours.id]: 'completed', [theirs.id]: 'queued' });
});

test('a record is read by its key, which is the organization and the id', async () => {
  const { id, ours } = await createTwoRisks();
  await sql`insert into risk (organization_id, id, title, description, category)
    select ${ours.organization.id}, 'rsk_' || n, 'Ice', 'It melts.', 'other' from generate_series(1, 2000) n`.execute(app.database.system);
  await sql`analyze risk`.execute(app.database.system);
  const statements = await watched.during(async () => {
    expect((await ours.call('GET', `/v1/risks/${id}`)).status).toBe(200);
  });
  const riskStatement = statements.find(({ text, values }) => text.includes('from "risk"') && values.includes(id));
  expect(riskStatement).toBeDefined();
  if (!riskStatement) return;
  const stepsOf = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)];
  const steps = stepsOf(await planOf(app.database, ours.organization.id, riskStatement)).filter((step) => step['Relation Name'] === 'risk');
  expect(steps).toMatchObject([{ 'Index Name': 'risk_pkey', 'Index Cond': expect.stringMatching(/organization_id.*\bid\b/) }]);
});

test('a large table of 0.1.0 and the tables that it references keep and use their old keys, which are replaced before distribution', async () => {
  const large = await makeEmptyDatabase();
  await migrate(large.system, Object.keys(migrationsOf('0.1.0')));
  const id = newId('org');
  await sql`insert into organization (id, name) values (${id}, 'Large')`.execute(large.system);
  await sql`insert into employee (id, organization_id, name, email)
    select 'emp_' || n, ${id}, 'Somebody', n || '@example.com' from generate_series(1, 100001) n`.execute(large.system);
  await migrate(large.system);
  const keyOf = (table: string) =>
    firstRow(sql<{ key: string }>`select pg_get_constraintdef(oid) as key from pg_constraint where conname = ${`${table}_pkey`}`, large);
  const [oldKey, newKey] = [{ key: 'PRIMARY KEY (id)' }, { key: 'PRIMARY KEY (organization_id, id)' }];
  const keys = async () => [await keyOf('employee'), await keyOf('member'), await keyOf('risk')];
  expect(await keys()).toEqual([oldKey, oldKey, newKey]);
  /** Adds a member, an employee and a completed training that refer to it, and deletes the member. */
  const exerciseReferences = async () => {
    const member = await newMember(large, id, ['employee']);
    const linkedEmployees = () => large.system.selectFrom('employee').select('id').where('member_id', '=', member.id).execute();
    await sql`update employee set member_id = ${member.id} where id = 'emp_1'`.execute(large.system);
    await sql`insert into training_completion (id, organization_id, member_id, video_id) values ('evc_1', ${id}, ${member.id}, 'sat-1')`.execute(
      large.system,
    );
    expect(await linkedEmployees()).toEqual([{ id: 'emp_1' }]);
    await large.system.deleteFrom('member').where('id', '=', member.id).execute();
    expect(await linkedEmployees()).toEqual([]);
    expect(await large.system.selectFrom('training_completion').select('id').execute()).toEqual([]);
  };
  await exerciseReferences();

  const statements = (await planDistribution(large.system))?.before.find(({ what }) => what.startsWith('keys'))?.statements;
  expect(statements).toEqual(["call key_by_organization('employee')", "call key_by_organization('member')"]);
  for (const statement of statements ?? []) await sql.raw(statement).execute(large.system);
  expect(await keys()).toEqual([newKey, newKey, newKey]);
  await exerciseReferences();
});
