/** Versions of records: each change raises the version, and a change with a former version is refused (spec/conventions, 5). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '#generated/operations';
import { type Caller, startApp } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { pathAt, type PathParameters, recordsOnDemand } from '../support/records.ts';
import { asProblem } from '../support/refusals.ts';
import { createUnusualPlaces } from '../support/unusual-places.ts';

const app = startApp();
let caller: Caller;
let records: ReturnType<typeof recordsOnDemand>;
let places: Readonly<Record<string, PathParameters>>;
beforeAll(async () => {
  caller = await app.callerForEverything();
  records = recordsOnDemand(caller);
  places = await createUnusualPlaces(app, caller);
});

/** Where the answer of the GET of a record has its version. */
function versionMemberOf(id: keyof typeof operations): string | undefined {
  const operation = operations[id];
  return 'version' in operation ? operation.version : undefined;
}
function versionIn(body: unknown, member: string): unknown {
  return member.split('.').reduce<unknown>((outer, name) => Object(outer)[name], body);
}

const changes = contract.flatMap((operation) => {
  const { registry, method } = operation;
  const member = 'before' in registry && method !== 'DELETE' ? versionMemberOf(registry.before) : undefined;
  const read = contract.find(({ id }) => 'before' in registry && id === registry.before);
  return member !== undefined && read ? [{ ...operation, member, read }] : [];
});
const compared = contract.filter(({ registry }) => 'comparesVersion' in registry);
const deletions = contract.filter(
  ({ id, method, registry }) =>
    id !== 'deleteOrganization' && method === 'DELETE' && 'before' in registry && versionMemberOf(registry.before) !== undefined,
);
/** Changes of what has an ETag and no version, such as settings. */
const unversioned = contract.flatMap((operation) => {
  const { registry, method } = operation;
  const read = contract.find(({ id }) => 'before' in registry && id === registry.before);
  const isUnversioned = 'before' in registry && method !== 'DELETE' && versionMemberOf(registry.before) === undefined;
  return isUnversioned && read ? [{ ...operation, read }] : [];
});
/** Changes whose example needs a record or a state that a new organization does not have. */
const outOfReach: readonly string[] = [
  'deleteComplianceResource',
  'deleteDevice',
  'deletePentestFindingContext',
  'deleteQuestionnaireAnswer',
  'replaceConnectionServices',
  'replacePentestFindingContext',
  'replaceQuestionnaireAnswer',
  'replaceTwoFactorSource',
  'revokeCloudException',
  'updateComment',
  'updatePenetrationTestIssue',
  'updateTaskCheck',
  'uploadComplianceResource',
];
const tested = new Set<string>();
afterAll(() => {
  const untested = [...changes, ...compared, ...unversioned, ...deletions].map(({ id }) => id).filter((id) => !tested.has(id));
  const missed = untested.filter((id) => !outOfReach.includes(id));
  expect(missed, missed.join()).toEqual([]);
});

test.each(changes)('200 of $id raises the version, and 412 for the former version', async ({ id, member, read, ...change }) => {
  const parameters = places[id] ?? (await records.placeAt(change.template));
  const get = () => caller.call('GET', pathAt(read, parameters));
  const write = async (example: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const body = await records.withExistingIds(example, change.template);
    return caller.call(change.method, pathAt(change, parameters), { body, headers });
  };
  // A PUT may create the record.
  if ((await get()).status === 404) await write(change.bodies[0]);
  // Work in the background may change the record between its read and the change, so each example gets more than one attempt.
  for (const example of Array.from({ length: 10 }, () => change.bodies).flat()) {
    const before = await get();
    expect(before, before.text).toMatchObject({ status: 200 });
    const version = Number(versionIn(before.body, member));
    expect(before.headers.get('etag')).toMatch(new RegExp(`^"${version}\\.[\\w-]{22}"$`));
    const headers = { 'If-Match': `"${version}"` };
    if ((await write(example, headers)).status !== 200) continue;
    const current = versionIn((await get()).body, member);
    expect(current).toBeGreaterThan(version);
    const conflict = await write(example, headers);
    expect(conflict, conflict.text).toMatchObject({ status: 412, body: { code: 'record_changed', version: expect.any(Number) } });
    expect(conflict.body.version).toBeGreaterThanOrEqual(Number(current));
    expect(await write(example, { 'If-None-Match': '*' })).toMatchObject({ status: 412, body: { code: 'record_changed' } });
    tested.add(id);
    return;
  }
});
test.each(unversioned)('200 of $id with the current ETag, and 412 with the former one', async ({ id, read, ...change }) => {
  const parameters = places[id] ?? (await records.placeAt(change.template));
  const etagNow = async () => (await caller.call('GET', pathAt(read, parameters))).headers.get('etag') ?? '';
  for (const example of change.bodies) {
    const body = await records.withExistingIds(example, change.template);
    const former = await etagNow();
    const write = () => caller.call(change.method, pathAt(change, parameters), { body, headers: { 'If-Match': former } });
    const answer = await write();
    if (answer.status >= 300) continue;
    // An example may have the values that are stored already.
    if ((await etagNow()) === former) continue;
    expect(await write()).toMatchObject({ status: 412, body: { code: 'record_changed' } });
    tested.add(id);
    return;
  }
});
test.each(compared)('$id: 412 names the version, with which the change succeeds', async ({ id, ...change }) => {
  const path = pathAt(change, places[id] ?? (await records.placeAt(change.template)));
  for (const example of change.bodies.length ? change.bodies : [undefined]) {
    const body = example === undefined ? undefined : await records.withExistingIds(example, change.template);
    const ask = (version: number, accept?: string) =>
      caller.call(change.method, path, { body, accept, headers: { 'If-Match': `"${version}"` } });
    let conflict = await ask(1_000_000);
    // There is no record yet: a change without If-Match creates it.
    if (conflict.status === 412 && conflict.body.version === undefined) {
      await caller.call(change.method, path, { body });
      conflict = await ask(1_000_000);
    }
    if (conflict.status !== 412) continue;
    expect(conflict, conflict.text).toMatchObject({ body: { code: 'record_changed', version: expect.any(Number) } });
    const { code, version } = conflict.body;
    expect(await ask(1_000_000, asProblem.accept)).toMatchObject({ status: 412, body: { type: `/problems/${code}`, code, version } });
    const existing = await caller.call(change.method, path, { body, headers: { 'If-None-Match': '*' } });
    expect(existing).toMatchObject({ status: 412, body: { code, version } });
    const answer = await ask(conflict.body.version);
    if (answer.status >= 300) continue;
    if (answer.status === 200) expect(answer.body.recordVersion ?? answer.body.version).toBeGreaterThanOrEqual(conflict.body.version);
    tested.add(id);
    return;
  }
});
test.each(deletions)('412 of $id with another version', async ({ id, template, path, bodies: [example] }) => {
  const body = example && (await records.withExistingIds(example, template));
  const answer = await caller.inPerson('DELETE', pathAt({ template, path }, places[id] ?? (await records.placeAt(template))), {
    body,
    headers: { 'If-Match': '"1000000"' },
  });
  if (answer.status === 404) return;
  expect(answer, answer.text).toMatchObject({ status: 412, body: { code: 'record_changed', version: expect.any(Number) } });
  tested.add(id);
});
