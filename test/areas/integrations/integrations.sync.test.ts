/** Syncing employees from a source: import, deactivation and failures. */
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { type Caller, startApp } from '../../support/app.ts';
import { connectionPath, checkRuns, connect, connectList, sync } from '../../support/integrations.ts';
import { readLog } from '../../support/log.ts';
import { newMember, within } from '../../support/organization.ts';
import { directory, standIn } from '../../support/stand-in.ts';
import { add as addRisk } from '../../support/risks.ts';

const app = startApp();
const base = '/v1/integrations/sync';
type WithOrganization = Pick<Caller, 'organization'>;

/** Returns a unique text for addresses, because all organizations share the user accounts. */
const uniqueText = () => newId('x').slice(2);
const membersOf = ({ organization }: WithOrganization) =>
  within(app.database, organization.id, (db) =>
    db
      .selectFrom('member')
      .select([
        'id',
        'email',
        'name',
        'email_verified',
        'roles',
        'department',
        'is_active',
        'onboard_date',
        'offboard_date',
        'external_user_source',
        'external_user_id',
      ])
      .orderBy('email')
      .execute(),
  );
const memberAt = async (caller: WithOrganization, email: string) => (await membersOf(caller)).find((member) => member.email === email);
const csv = (...lines: string[]) => `email,name,status,role,department,startDate,externalId\n${lines.join('\n')}\n`;
const outcome = ({ result }: { result: { people: { email: string; status: string; reason?: string }[] } }) =>
  Object.fromEntries(
    result.people.map(({ email, status, reason }) => [email.split('@')[0], reason === undefined ? status : `${status}: ${reason}`]),
  );

describe('import', () => {
  test('202 imports people as members with verified lower-case addresses and the details of the source (rule 8)', async () => {
    const caller = await app.caller();
    const domain = `${uniqueText()}.example.com`;
    const { id } = await connectList(
      caller.call,
      csv(`Rosa.Lind@${domain},Rosa Lind,active,,it,2026-05-18,7`, `emil@${domain},,,Head of Nothing,,,`, `gone@${domain},Gone,suspended`),
    );
    const run = await sync(caller.call, 'csv-people');
    expect(run).toMatchObject({
      status: 'completed',
      result: {
        providerSlug: 'csv-people',
        connectionId: id,
        syncLogId: expect.stringMatching(/^isl_/),
        dryRun: false,
        totalFound: 3,
        totalSuspended: 1,
        counts: { imported: 2, skipped: 1, reactivated: 0, deactivated: 0, error: 0 },
      },
    });
    expect(run.result.people).toEqual([
      { email: `rosa.lind@${domain}`, status: 'imported', providerStatus: 'active' },
      { email: `emil@${domain}`, status: 'imported', providerStatus: 'active' },
      { email: `gone@${domain}`, status: 'skipped', reason: 'not active in the source', providerStatus: 'suspended' },
    ]);
    expect(await memberAt(caller, `rosa.lind@${domain}`)).toMatchObject({
      name: 'Rosa Lind',
      email_verified: true,
      roles: ['employee'],
      department: 'it',
      is_active: true,
      onboard_date: '2026-05-18T00:00:00.000Z',
      offboard_date: null,
      external_user_source: 'csv-people',
      external_user_id: '7',
    });
    expect(await memberAt(caller, `emil@${domain}`)).toMatchObject({
      name: 'emil',
      roles: ['employee'],
      department: 'none',
      onboard_date: null,
      external_user_id: null,
    });
    expect(await memberAt(caller, `gone@${domain}`)).toBeUndefined();
    expect((await caller.call('GET', connectionPath(id))).body.lastSyncAt).toEqual(expect.any(String));
  });
  test('known roles are assigned, built-in or custom, from a list and in any case; unknown roles and owner are dropped (rule 8)', async () => {
    const caller = await app.caller();
    const { body: role } = await caller.call('POST', '/v1/roles', { body: { name: 'Risk Lead', permissions: {} } });
    const domain = `${uniqueText()}.example.com`;
    await connectList(
      caller.call,
      csv(`a@${domain},A,,"auditor, risk lead, Plumber"`, `b@${domain},B,,owner`, `c@${domain},C,,contractor`),
    );
    await sync(caller.inPerson, 'csv-people');
    const roles = async (name: string) => (await memberAt(caller, `${name}@${domain}`))?.roles;
    expect([await roles('a'), await roles('b'), await roles('c')]).toEqual([['auditor', role.id], ['employee'], ['contractor']]);
  });
  test('existing members are skipped and unchanged, people listed twice count once, and invalid lines are reported (rule 17)', async () => {
    const caller = await app.caller();
    const domain = `${uniqueText()}.example.com`;
    const member = await newMember(app.database, caller.organization.id, ['contractor'], { email: `a@${domain}`, name: 'As before' });
    const { id } = await connectList(
      caller.call,
      csv(`A@${domain},Other,,auditor,it`, `b@${domain},B`, `b@${domain},B again`, 'no address,X', `c@${domain},C,retired`),
    );
    const run = await sync(caller.call, 'csv-people');
    expect(outcome(run)).toEqual({ a: 'skipped: already a member', b: 'imported' });
    expect(await memberAt(caller, member.email)).toMatchObject({
      id: member.id,
      name: 'As before',
      roles: ['contractor'],
      department: 'none',
    });
    const [history] = await checkRuns(caller.call, id);
    expect(history).toMatchObject({
      checkId: 'sync:csv-people',
      checkName: 'Sync of employees',
      status: 'completed',
      totalChecked: 2,
      passedCount: 2,
      runId: run.id,
    });
    expect((await caller.call('GET', `/v1/integrations/checks/runs/${history.id}`)).body.logs).toMatchObject([
      { level: 'warn', message: 'Entry 4 was left out: the e-mail address is listed twice' },
      { level: 'warn', message: 'Entry 5 was left out: the e-mail address is missing or invalid' },
      { level: 'warn', message: 'Entry 6 was left out: the status is not active, inactive or suspended' },
    ]);
    expect(run.result).toMatchObject({ droppedCount: 3, dropped: [{ row: 4 }, { row: 5 }, { row: 6 }] });
  });
  test('an account of another organization with the same address is not reused: the member gets a new account', async () => {
    const [first, second] = [await app.caller(), await app.caller()];
    const { email, userId } = await newMember(app.database, first.organization.id, ['employee'], { name: 'Known Elsewhere' });
    await connectList(second.call, csv(`${email},Another Name`));
    await sync(second.call, 'csv-people');
    expect(await memberAt(second, email)).toMatchObject({ name: 'Another Name' });
    expect(await memberAt(first, email)).toMatchObject({ name: 'Known Elsewhere' });
    expect(await app.database.system.selectFrom('user_account').select('id').where('email', '=', email).execute()).toEqual([
      { id: userId },
    ]);
  });
  test('a member with a new address takes over the external id of the source', async () => {
    const caller = await app.caller();
    const domain = `${uniqueText()}.example.com`;
    const { id } = await connectList(caller.call, csv(`old@${domain},A,,,,,7`));
    await sync(caller.call, 'csv-people');
    await caller.call('PUT', connectionPath(id, '/credentials'), { body: { credentials: { csv: csv(`new@${domain},A,,,,,7`) } } });
    expect(await sync(caller.call, 'csv-people')).toMatchObject({ status: 'completed', result: { counts: { imported: 1 } } });
    expect([
      (await memberAt(caller, `old@${domain}`))?.external_user_id,
      (await memberAt(caller, `new@${domain}`))?.external_user_id,
    ]).toEqual([null, '7']);
  });
  test('more people than fit into one step are imported once each', async () => {
    const caller = await app.caller();
    const domain = `${uniqueText()}.example.com`;
    await connectList(caller.call, csv(...Array.from({ length: 60 }, (_, n) => `p${n}@${domain},P ${n}`)));
    expect(await sync(caller.call, 'csv-people')).toMatchObject({
      status: 'completed',
      progress: { done: 60, total: 60 },
      result: { counts: { imported: 60 } },
    });
    expect((await membersOf(caller)).filter(({ email }) => email.endsWith(domain))).toHaveLength(60);
  });
  test('the sync is logged under the connection, and each changed member under its own id (rule 14)', async () => {
    const caller = await app.caller();
    const domain = `${uniqueText()}.example.com`;
    const { id } = await connectList(caller.call, csv(`a@${domain},A`));
    await sync(caller.call, 'csv-people');
    const member = await memberAt(caller, `a@${domain}`);
    expect((await readLog(app.database, caller.organization.id)).slice(1)).toMatchObject([
      {
        entityType: 'integration',
        entityId: id,
        action: 'Started sync of employees',
        changes: { dryRun: { previous: null, current: false } },
      },
      { entityType: 'people', entityId: member?.id, action: 'Imported member by sync from csv-people' },
      { entityType: 'integration', entityId: id, action: 'Synced employees', changes: { imported: { previous: null, current: 1 } } },
    ]);
  });
});

describe('deactivation', () => {
  async function withStaff(csvOf: (domain: string) => string, options: object = { variables: { is_directory: true } }) {
    const caller = await app.caller();
    const domain = `${uniqueText()}.example.com`;
    const add = (name: string, roles: readonly string[] = ['employee'], emailDomain = domain, active = true) =>
      newMember(app.database, caller.organization.id, roles, { email: `${name}@${emailDomain}`, active });
    for (const [name, roles] of [
      ['absent'],
      ['suspended'],
      ['listed'],
      ['boss', ['owner']],
      ['admin', ['admin', 'employee']],
      ['auditor', ['auditor']],
    ] as const)
      await add(name, roles);
    await add('elsewhere', ['employee'], `other-${domain}`);
    await add('back', ['contractor'], domain, false);
    await connectList(caller.call, csvOf(domain), options);
    const state = async () => Object.fromEntries((await membersOf(caller)).map(({ email, is_active }) => [email.split('@')[0], is_active]));
    return { ...caller, domain, state };
  }
  const peopleList = (domain: string) => csv(`listed@${domain},L`, `suspended@${domain},S,suspended`, `back@${domain},B`);

  test('a directory deactivates suspended and absent people of its domains, except owners, admins and auditors (rule 9)', async () => {
    const caller = await withStaff(peopleList);
    const assigneeId = (await memberAt(caller, `absent@${caller.domain}`))?.id;
    const risk = await addRisk(caller.call, { assigneeId });
    const run = await sync(caller.call, 'csv-people');
    expect((await caller.call('GET', `/v1/risks/${risk.id}`)).body.data.assigneeId).toBeNull();
    expect(outcome(run)).toEqual({
      listed: 'skipped: already a member',
      suspended: 'deactivated: not active in the source',
      back: 'reactivated',
      absent: 'deactivated: not in the source',
      admin: 'skipped: not in the source, and owners, admins and auditors stay',
      auditor: 'skipped: not in the source, and owners, admins and auditors stay',
      boss: 'skipped: not in the source, and owners, admins and auditors stay',
    });
    expect(await caller.state()).toMatchObject({
      absent: false,
      suspended: false,
      listed: true,
      boss: true,
      admin: true,
      auditor: true,
      elsewhere: true,
      back: true,
    });
    expect(await memberAt(caller, `absent@${caller.domain}`)).toMatchObject({ offboard_date: expect.any(String), roles: ['employee'] });
    expect(await memberAt(caller, `back@${caller.domain}`)).toMatchObject({ offboard_date: null, roles: ['contractor'] });
    expect(await sync(caller.call, 'csv-people')).toMatchObject({ result: { counts: { deactivated: 0, reactivated: 0, imported: 0 } } });
  });
  test('an existing date of leaving stays', async () => {
    const caller = await withStaff(peopleList);
    await app.database.system
      .updateTable('member')
      .set({ offboard_date: '2026-01-31T00:00:00.000Z' })
      .where('email', '=', `absent@${caller.domain}`)
      .execute();
    await sync(caller.call, 'csv-people');
    expect(await memberAt(caller, `absent@${caller.domain}`)).toMatchObject({
      is_active: false,
      offboard_date: '2026-01-31T00:00:00.000Z',
    });
  });
  test('a list that is not a directory deactivates and reactivates nobody', async () => {
    const caller = await withStaff(peopleList, {});
    expect(outcome(await sync(caller.call, 'csv-people'))).toEqual({
      listed: 'skipped: already a member',
      suspended: 'skipped: not active in the source',
      back: 'skipped: deactivated here',
    });
    expect(await caller.state()).toMatchObject({ absent: true, suspended: true, back: false });
  });
  test('an empty list deactivates nobody (rule 9)', async () => {
    const caller = await withStaff(() => csv());
    expect(await sync(caller.call, 'csv-people')).toMatchObject({ result: { totalFound: 0, counts: { deactivated: 0 }, people: [] } });
    expect(await caller.state()).toMatchObject({ absent: true });
  });
  test('the filter deactivates excluded people, and skips people who are not included (rule 10)', async () => {
    const partlyMatching = await withStaff(peopleList, {
      variables: { is_directory: true, sync_user_filter_mode: 'exclude', sync_excluded_emails: 'LISTED@,\n@nowhere.example.com; nothing' },
    });
    expect(outcome(await sync(partlyMatching.call, 'csv-people'))).toMatchObject({ listed: 'skipped: already a member' });
    const exactlyMatching = await withStaff(peopleList);
    const [{ id }] = (await exactlyMatching.call('GET', '/v1/integrations/connections')).body.data;
    await exactlyMatching.call('PATCH', `/v1/integrations/variables/connections/${id}`, {
      body: { variables: { sync_user_filter_mode: 'exclude', sync_excluded_emails: `listed@${exactlyMatching.domain.toUpperCase()}` } },
    });
    expect(outcome(await sync(exactlyMatching.call, 'csv-people'))).toMatchObject({
      listed: 'deactivated: excluded by the filter',
      back: 'reactivated',
    });
    await exactlyMatching.call('PATCH', `/v1/integrations/variables/connections/${id}`, {
      body: { variables: { sync_user_filter_mode: 'include', sync_included_emails: 'nobody' } },
    });
    expect(outcome(await sync(exactlyMatching.call, 'csv-people'))).toMatchObject({
      listed: 'skipped: outside the filter',
      suspended: 'skipped: outside the filter',
      back: 'skipped: outside the filter',
    });
  });
  test('dryRun returns and logs the full result, and changes no member (rule 15)', async () => {
    const caller = await withStaff(peopleList);
    const membersBefore = await membersOf(caller);
    const run = await sync(caller.call, 'csv-people', '?dryRun=true');
    expect(run).toMatchObject({ status: 'completed', result: { dryRun: true, counts: { deactivated: 2, reactivated: 1 } } });
    expect(await membersOf(caller)).toEqual(membersBefore);
    expect((await caller.call('GET', `${base}/logs`)).body.data).toMatchObject([{ status: 'completed', result: run.result }]);
  });
});

test('202 imports names, departments, dates and roles from all pages of a directory, without inactive users', async () => {
  const caller = await app.caller();
  const domain = `${uniqueText()}.example.com`;
  const scim = await directory([
    { userName: `Ada@${domain}`, name: 'Ada Marsh', department: 'it', startDate: '2026-02-01T00:00:00Z', roles: ['contractor'] },
    { userName: `ben@${domain}`, active: false },
    ...Array.from({ length: 101 }, (_, n) => ({ userName: `u${n}@${domain}` })),
  ]);
  const { id } = await connect(caller.call, 'scim-directory', scim.credentials);
  await checkRuns(caller.call, id);
  expect(await sync(caller.call, 'scim-directory')).toMatchObject({
    status: 'completed',
    result: { totalFound: 103, totalSuspended: 1, counts: { imported: 102, skipped: 1 } },
  });
  expect(await memberAt(caller, `ada@${domain}`)).toMatchObject({
    name: 'Ada Marsh',
    department: 'it',
    onboard_date: '2026-02-01T00:00:00.000Z',
    roles: ['contractor'],
    external_user_source: 'scim-directory',
    external_user_id: `id-of-Ada@${domain}`,
  });
});
test('a list from a URL is read in a worker; a list that is built to take long fails the run (rule 17)', async () => {
  const caller = await app.caller();
  const domain = `${uniqueText()}.example.com`;
  const lines = Array.from({ length: 3_000 }, (_, index) => `p${index}@${domain},P,suspended`);
  let text = csv(...lines);
  const server = await standIn(() => ({ text }));
  await connect(caller.call, 'csv-people', { url: `${server.url}/people.csv` });
  expect(await sync(caller.call, 'csv-people', '?dryRun=true')).toMatchObject({ result: { totalFound: 3_000, totalSuspended: 3_000 } });
  text = `email${',x'.repeat(2_000_000)}\n${'a\n'.repeat(40_000)}`;
  expect(await sync(caller.call, 'csv-people')).toMatchObject({ status: 'failed', error: 'The list has more than 100 columns' });
  text = `email\na${',x'.repeat(2_000_000)}\n`;
  expect(await sync(caller.call, 'csv-people')).toMatchObject({ status: 'failed', error: expect.stringMatching(/^The list is not CSV: /) });
  text = 'email\n"a';
  expect(await sync(caller.call, 'csv-people')).toMatchObject({ status: 'failed', error: expect.stringMatching(/^The list is not CSV: /) });
});
test('an unreadable source fails the run, and changes no member; the sync log and the check history show the failure', async () => {
  const caller = await app.caller();
  const scim = await directory();
  const { id } = await connect(caller.call, 'scim-directory', scim.credentials);
  await checkRuns(caller.call, id);
  scim.state.refuse = { status: 403, text: 'no' };
  expect(await sync(caller.call, 'scim-directory')).toMatchObject({ status: 'failed', error: 'GET /Users answered 403: no' });
  expect((await caller.call('GET', `${base}/logs`)).body.data).toMatchObject([
    {
      status: 'failed',
      error: 'GET /Users answered 403: no',
      triggeredBy: 'api',
      userId: caller.organization.owner.userId,
      durationMs: expect.any(Number),
    },
  ]);
  expect((await checkRuns(caller.call, id))[0]).toMatchObject({ checkId: 'sync:scim-directory', status: 'inconclusive' });
  scim.state.tokens.clear();
  scim.state.secret = 'another';
  await sync(caller.call, 'scim-directory');
  expect((await caller.call('GET', connectionPath(id))).body.status).toBe('error');
});
