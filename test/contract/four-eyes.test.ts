/**
 * No single credential can complete an approval or a signature by two parties. Database triggers record every row that reaches such a
 * state, so unlisted operations are detected. Takes about two minutes.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../support/app.ts';
import { approvedStates, noApproval } from '../support/approved-states.ts';
import { contract } from '../support/contract.ts';
import { newApiKey, newMember, type TestMember } from '../support/organization.ts';
import { grantableScopes } from '#platform/identity/roles';
import { type Changes, trackChanges } from '../tenancy/changes.ts';
import { replaceIds } from '../tenancy/ids.ts';
import { exampleOf, newFullOrganization, type Organization, tenantTables } from '../tenancy/organizations.ts';

const app = startApp();
let changes: Changes;
let world: Organization;
let admin: TestMember;

/** Installs triggers that record each row that enters one of the approved states. */
async function recordChanges(): Promise<void> {
  const { system } = app.database;
  await sql`create schema watched`.execute(system);
  await sql`create table watched.reached (state text not null, organization text not null)`.execute(system);
  await sql`
    create function watched.note() returns trigger language plpgsql security definer as $body$
      begin insert into watched.reached values (tg_argv[0], new.organization_id); return null; end $body$`.execute(system);
  for (const [state, { table, when }] of Object.entries(approvedStates)) {
    const [newState, oldState] = [when.replaceAll('$', 'new'), when.replaceAll('$', 'old')];
    const add = (name: string, event: string, condition: string) =>
      sql`create trigger ${sql.ref(name)} after ${sql.raw(event)} on ${sql.table(table)} for each row
          when (${sql.raw(condition)}) execute function watched.note(${sql.lit(state)})`.execute(system);
    await add(`watched_${state}_1`, 'insert', newState);
    await add(`watched_${state}_2`, 'update', `(${newState}) and not coalesce(${oldState}, false)`);
  }
}
/** @returns the states that rows of the organization have entered since the last call */
async function takeReachedStates(): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`delete from watched.reached where organization = ${world.id} returning state`.execute(
    app.database.system,
  );
  return [...new Set(rows.map(({ state }) => state))].sort();
}

beforeAll(async () => {
  changes = await trackChanges(app.database);
  world = await newFullOrganization(app, changes);
  admin = await newMember(app.database, world.id, ['admin'], { name: 'Ada Admin' });
  await recordChanges();
});
afterAll(async () => {
  await sql`drop schema watched cascade`.execute(app.database.system);
  await changes.end();
});

const suspiciousColumn = /approv|sign(?!al|ee)|accept|confirm|review|publish|releas|decid|complet|acknowledg|attest|revoked|exempt|closed/;
const finalStatus = /'(approved|signed|accepted|published|confirmed|released|closed)'/;

test('every column that may record an approval, a signature or an acceptance belongs to a state, or is listed with a reason', async () => {
  const tables = await tenantTables(app.database);
  const { rows: checks } = await sql<{ name: string; text: string }>`
    select conrelid::regclass::text as name, pg_get_constraintdef(oid) as text from pg_constraint where contype = 'c'`.execute(
    app.database.system,
  );
  const unlistedColumns = tables.flatMap(({ name, written }) =>
    written
      .filter(
        (column) =>
          suspiciousColumn.test(column) ||
          checks.some((check) => check.name === name && check.text.includes(`(${column} `) && finalStatus.test(check.text)),
      )
      .map((column) => `${name}.${column}`),
  );
  const listedColumns = new Set(
    Object.values(approvedStates).flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)),
  );
  expect(unlistedColumns.filter((column) => !listedColumns.has(column) && !(column in noApproval))).toEqual([]);
  expect(Object.keys(noApproval).filter((column) => listedColumns.has(column))).toEqual([]);
});

test('every operation that takes a session and decides about a record is listed', () => {
  const operations = new Set<string>(Object.values(approvedStates).flatMap((state) => state.operations));
  const sessionPostIds = contract.filter(({ registry, method }) => 'requiresSession' in registry && method === 'POST').map(({ id }) => id);
  const exceptions = new Set<string>([
    'transferOrganizationOwnership',
    'signOutEverywhere',
    'declineVisitorQuestionnaire',
    'markNotificationsRead',
    'createDeviceAgentAuthCode',
    'registerDevice',
    'createDeviceCheckIn',
    'rejectTask',
    'declineSoaDocument',
    'declineIsmsDocument',
    'declineEngagementLetter',
  ]);
  expect(sessionPostIds.filter((id) => !operations.has(id) && !exceptions.has(id))).toEqual([]);
});

/** Operations that are not called: they would end the credential or delete the records under test. */
const excluded: readonly string[] = [
  'deleteOrganization',
  'revokeApiKey',
  'transferOrganizationOwnership',
  'signOutEverywhere',
  'deletePerson',
  'deactivateMember',
];
const writingOperations = contract.filter(
  ({ id, method, registry }) => method !== 'GET' && method !== 'DELETE' && !excluded.includes(id) && registry,
);
const listedOperations = new Set<string>(Object.values(approvedStates).flatMap(({ operations }) => operations));
/** Maximum number of records to call an operation for. */
const maxRecords = 10;

/** Additional bodies that reach the states which the examples of the contract do not reach. */
const extraBodies: Readonly<Record<string, readonly object[]>> = {
  updateTask: [{ status: 'done' }, { approverId: null }, { status: 'done' }],
  updatePolicy: [{ status: 'published' }, { approverId: null }, { status: 'published' }],
  reviewEvidenceSubmission: [{ action: 'approved' }],
  updateIsmsRegisterRow: [
    { signoffChairName: 'Chen Liu', signoffChairDate: '2026-05-20' },
    { signoffAuditorName: 'Chen Liu', signoffAuditorDate: '2026-05-20' },
    { signoffSpoName: 'Chen Liu' },
    { signoffTopMgmtDate: '2026-05-20' },
  ],
  updateOrganization: [{ evidenceApprovalEnabled: false }],
  approveTask: [{}],
  approveIsmsDocument: [{}],
};

/**
 * Calls every writing operation. @param member replaces all members in the bodies @param allowed whether an operation may reach a state
 * @returns the states that were reached but not allowed
 */
async function sweep(call: Organization['call'], member: TestMember, allowed: (state: string, operation: string) => boolean) {
  const violations: string[] = [];
  const reachedStates = new Set<string>();
  await takeReachedStates();
  for (const operation of writingOperations) {
    const idsByPrefix = await world.ids();
    const pathExample = operation.parameters.find(({ in: where }) => where === 'path')?.example;
    const kind = typeof pathExample === 'string' ? /^([a-z]+(?:_[a-z]+)*)_[0-9a-f]{24}$/.exec(pathExample)?.[1] : undefined;
    const ids = listedOperations.has(operation.id) && kind !== undefined ? (idsByPrefix.get(kind) ?? []).slice(0, maxRecords) : [undefined];
    for (const id of ids) {
      const chooseId = (prefix: string) =>
        prefix === 'mem'
          ? member.id
          : prefix === 'usr'
            ? member.userId
            : prefix === kind && id !== undefined
              ? id
              : (idsByPrefix.get(prefix)?.[0] ?? newId(prefix));
      const { path, bodies } = exampleOf(operation, (prefix) =>
        prefix === 'mem' && kind === 'mem' ? (idsByPrefix.get('mem')?.[0] ?? '') : chooseId(prefix),
      );
      const requestBodies = [...bodies.slice(0, 2), ...(extraBodies[operation.id] ?? []).map((body) => replaceIds(body, chooseId))];
      for (const body of requestBodies.length ? requestBodies : [undefined]) {
        await call(operation.method, path, { body });
        for (const state of await takeReachedStates()) {
          reachedStates.add(state);
          if (!allowed(state, operation.id)) violations.push(`${operation.id}: ${state}`);
        }
      }
    }
  }
  // If the requests reached no state at all, the test would prove nothing.
  expect(reachedStates.size).toBeGreaterThan(3);
  return [...new Set(violations)];
}

const isListed = (state: string, operation: string) => approvedStates[state]?.operations.some((id) => id === operation) ?? false;

describe('one credential', () => {
  test('that is an API key with all scopes cannot approve, sign, or make a statement that requires a person', async () => {
    const { key } = await newApiKey(app.database, world.id, { scopes: grantableScopes, created_by_member_id: admin.id });
    const call: Organization['call'] = (method, url, options = {}) => app.call(method, url, { key, ...options });
    const violations = await sweep(call, admin, (state, id) => approvedStates[state]?.takes === 'decision' && isListed(state, id));
    expect(violations).toEqual([]);
  });
  test('that is the session of an admin cannot approve its own work or complete a letter when another admin could', async () => {
    const { call } = await app.session(world, admin);
    const isDecidedAlone = (state: string) => ['decision', 'person'].includes(approvedStates[state]?.takes ?? '');
    const violations = await sweep(call, admin, (state, id) => isDecidedAlone(state) && isListed(state, id));
    expect(violations).toEqual([]);
  });
});

test('the named approver can approve the submission of another member, and the trigger records the state', async () => {
  const otherMember = await app.session(world, ['admin']);
  const { call } = await app.session(world, admin);
  const task = await call('POST', '/v1/tasks', { body: { title: 'Restore test', description: 'Restore a backup.' } });
  expect(task, task.text).toMatchObject({ status: 201 });
  const taskPath = `/v1/tasks/${task.body.id}`;
  await takeReachedStates();
  expect(await call('POST', `${taskPath}/submit-for-review`, { body: { approverId: otherMember.member.id } })).toMatchObject({
    status: 200,
  });
  expect(await call('POST', `${taskPath}/approve`, { body: {} })).toMatchObject({ status: 403 });
  expect(await takeReachedStates()).toEqual([]);
  expect(await otherMember.call('POST', `${taskPath}/approve`, { body: {} })).toMatchObject({ status: 200 });
  expect(await takeReachedStates()).toEqual(['approval', 'taskApproved']);
});
