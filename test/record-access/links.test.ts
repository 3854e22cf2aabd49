/**
 * Tests every parameter and field of the contract that takes the id of another record. The id of a record that the caller may not read is
 * answered like an unknown id, and existing links to that record stay (spec/conventions, 3).
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { grantableScopes } from '#platform/identity/roles';
import { type Caller, startApp } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { newApiKey, newMember, newRole } from '../support/organization.ts';
import { requiresPerson } from '../support/persons.ts';
import { addPolicy } from '../support/policies.ts';
import { type Changes, trackChanges } from '../tenancy/changes.ts';
import { valueAt, type Choose, idsIn, kindOf, type Operation, type Place, placesOf, withValueAt, replaceIds } from '../tenancy/ids.ts';
import { newFullOrganization, type Organization } from '../tenancy/organizations.ts';

const app = startApp();
let ours: Organization;
let changes: Changes;
let ids: ReadonlyMap<string, string[]>;

beforeAll(async () => {
  changes = await trackChanges(app.database);
  ours = await newFullOrganization(app, changes);
}, 300_000);
afterAll(() => changes.end());

/** The kinds of records that other records are linked to, by the prefix of their ids, with the resource of their permissions. */
const kinds: Readonly<Record<string, { readonly table: string; readonly resource: string }>> = {
  pol: { table: 'policy', resource: 'policy' },
  tsk: { table: 'task', resource: 'task' },
  ctl: { table: 'control', resource: 'control' },
  rsk: { table: 'risk', resource: 'risk' },
  vnd: { table: 'vendor', resource: 'vendor' },
  dev: { table: 'device', resource: 'app' },
  evs: { table: 'evidence_submission', resource: 'evidence' },
  fnd: { table: 'finding', resource: 'finding' },
  frm: { table: 'framework_instance', resource: 'framework' },
  creq: { table: 'custom_requirement', resource: 'framework' },
  tli: { table: 'timeline', resource: 'framework' },
  isms_doc: { table: 'isms_document', resource: 'evidence' },
  qst: { table: 'questionnaire', resource: 'questionnaire' },
};

/** Parameters and fields for which the answers to hidden and to unknown ids differ, and why. */
const exemptPlaces: Readonly<Record<string, string>> = {
  'revokeAllVendorAccess vendorIds': 'the list of accesses to revoke names every vendor (x-discloses)',
  'revokeVendorAccess vendorId': 'the list of accesses to revoke names every vendor (x-discloses)',
  'undoVendorRevocation vendorId': 'the list of accesses to revoke names every vendor (x-discloses)',
  'updateVendorTrustSettings id': 'the list of the trust portal names every vendor (x-discloses)',
  'deleteDevice id': 'a permission on members is the one on this device (spec/areas/devices/devices)',
  'revokeDeviceAgentSession deviceId': 'a permission on members is the one on this device (spec/areas/devices/device-agent)',
  'acknowledgePolicy id': 'signing takes `portal:update` alone, for the policies that the member sees (policies, rule 20)',
  'acknowledgePolicies policyIds': 'signing takes `portal:update` alone, for the policies that the member sees (policies, rule 20)',
  'updateEngagementLetter frameworkInstanceId': 'the letter of the test names the framework already',
  'updateEngagementLetter timelineInstanceId': 'the letter of the test names the timeline already',
};

/** @returns the permissions that a caller needs for an operation, without permissions on the linked kind where possible */
function requiredPermissions({ registry: { permission } }: Operation, kind: string): readonly string[] {
  if (typeof permission === 'string') return grantableScopes.includes(permission) ? [permission] : [];
  if (Array.isArray(permission)) return permission;
  if ('anyOf' in permission) return [permission.anyOf.find((one: string) => !one.startsWith(`${kinds[kind]?.resource}:`)) ?? ''];
  return kind === 'vnd' ? ['risk:update'] : ['vendor:update'];
}

const places = contract.flatMap((operation) =>
  placesOf(operation)
    .filter(({ in: where, kind = '' }) => where !== 'query' && kind in kinds)
    .map((place) => ({ operation, place, kind: place.kind ?? '', title: `${operation.id} ${place.name}` }))
    .filter(({ title, kind }) => {
      const scopes = requiredPermissions(operation, kind);
      return scopes.length && !(title in exemptPlaces) && !scopes.some((scope) => scope.startsWith(`${kinds[kind]?.resource}:`));
    }),
);

const chooseOwn: Choose = (kind) => ids.get(kind)?.[0] ?? newId(kind);
const chooseUnknown: Choose = (kind) => newId(kind);
const chooseOnly =
  (id: string): Choose =>
  () =>
    id;

/** @returns a request with an id from `choose` in this parameter or field, and with valid ids in all others */
function requestOf({ method, template, parameters, bodies }: Operation, place: Place, choose: Choose) {
  const path = template.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(
      String(
        replaceIds(
          parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.example,
          place.in === 'path' && place.name === name ? choose : chooseOwn,
        ),
      ),
    ),
  );
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .flatMap(({ name, example }) => [replaceIds(example, chooseOwn)].flat().map((item): [string, string] => [name, String(item)]));
  const body = bodies.find((example) => place.in === 'body' && valueAt(example, place.steps) !== undefined) ?? bodies.at(-1);
  const value = place.example === undefined ? choose(place.kind ?? '') : replaceIds(place.example, choose);
  const field = place.list ? [value].flat().slice(0, 1) : value;
  const requestBody = body === undefined ? undefined : replaceIds(body, chooseOwn);
  return {
    method,
    path: `${path}${query.length ? `?${new URLSearchParams(query)}` : ''}`,
    body: place.in === 'body' ? withValueAt(requestBody, place.steps, field) : requestBody,
  };
}

/** Creates a caller with exactly these permissions: a key, or a session where the operation requires a person. */
async function callerWith(operation: Operation, scopes: readonly string[]): Promise<Caller['call']> {
  if (requiresPerson(operation.method, operation.path)) {
    const member = await newMember(app.database, ours.id, [await newRole(app.database, ours.id, scopes)]);
    return (await app.session({ id: ours.id }, member)).call;
  }
  const { key } = await newApiKey(app.database, ours.id, { scopes, created_by_member_id: ours.owner.id });
  return (method, url, options = {}) => app.call(method, url, { key, ...options });
}

/** Replaces ids by their kinds, so that answers with different ids can be compared. */
const maskIds = (text: string) => idsIn(text).reduce((maskedText, id) => maskedText.replaceAll(id, kindOf(id)), text);

async function ask(call: Caller['call'], { method, path, body }: ReturnType<typeof requestOf>) {
  const { status, text } = await call(method, path, { body });
  return { status, text: maskIds(text) };
}

/** @returns the number of references to the record, by foreign key */
async function referencesTo(table: string, id: string): Promise<Readonly<Record<string, string>>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c cross join unnest(c.conkey, c.confkey) as k (own, other)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own
      join pg_attribute r on r.attrelid = c.confrelid and r.attnum = k.other
    where c.contype = 'f' and c.confrelid = ${table}::regclass and r.attname = 'id' and c.conparentid = 0
    order by 1, 2`.execute(app.database.system);
  const counts: Record<string, string> = {};
  for (const { table: name, column } of rows) {
    const { rows: references } = await sql<{ count: string }>`
      select count(*)::text as count from ${sql.table(name)} where ${sql.ref(column)} = ${id}`.execute(app.database.system);
    counts[`${name}.${column}`] = references[0]?.count ?? '';
  }
  return counts;
}

test('the tested parameters and fields include these', () =>
  expect(places.map(({ title }) => title)).toEqual(
    expect.arrayContaining([
      'replaceRiskTasks taskIds',
      'replaceVendorTasks taskIds',
      'linkPoliciesToControl policyIds',
      'unlinkPolicyFromControl policyId',
      'unlinkRequirementsFromControl requirements.0.frameworkInstanceId',
      'createFinding policyId',
      'createTask vendorId',
    ]),
  ));

describe.each(places)('$title', ({ operation, place, kind }) => {
  test('answers the id of a record that the caller may not read like an unknown id, and keeps the links of the record', async () => {
    ids = await ours.ids();
    const id = chooseOwn(kind);
    const table = kinds[kind]?.table ?? '';
    const call = await callerWith(operation, requiredPermissions(operation, kind));
    const referencesBefore = await referencesTo(table, id);
    const hiddenAnswer = await ask(call, requestOf(operation, place, chooseOnly(id)));
    expect(await referencesTo(table, id)).toEqual(referencesBefore);
    expect(hiddenAnswer).toEqual(await ask(call, requestOf(operation, place, chooseUnknown)));
  });
});

/** Operations that replace all links of a record. */
const replacingPlaces = places.filter(({ operation, place }) => operation.method === 'PUT' && place.list && place.steps.length === 1);

test('some operations replace all links of a record', () =>
  expect(replacingPlaces.map(({ title }) => title)).toEqual([
    'replaceRiskControls controlIds',
    'replaceRiskTasks taskIds',
    'replaceVendorTasks taskIds',
  ]));

describe.each(replacingPlaces)('$title', ({ operation, place, kind }) => {
  test('keeps links that the caller may not see, and does not count them', async () => {
    ids = await ours.ids();
    const id = chooseOwn(kind);
    const table = kinds[kind]?.table ?? '';
    const request = requestOf(operation, place, chooseOnly(id));
    const linkAnswer = await ours.call(request.method, request.path, { body: request.body });
    expect(linkAnswer, linkAnswer.text).toMatchObject({ status: 200 });
    const referencesBefore = await referencesTo(table, id);
    const bodyWithoutLinks = withValueAt(request.body, place.steps, []);
    const callWithoutRead = await callerWith(operation, requiredPermissions(operation, kind));
    const answer = await callWithoutRead(request.method, request.path, { body: bodyWithoutLinks });
    expect(answer, answer.text).toMatchObject({ status: 200, body: { linked: 0, unlinked: 0, [place.name]: [] } });
    expect(await referencesTo(table, id)).toEqual(referencesBefore);
    const callerWithRead = await callerWith(operation, [...requiredPermissions(operation, kind), `${kinds[kind]?.resource}:read`]);
    expect((await callerWithRead(request.method, request.path, { body: bodyWithoutLinks })).body).toMatchObject({ linked: 0, unlinked: 1 });
  });
});

/** A policy that only one department may read, and a policy that was never published. */
const policies = [
  { what: 'a policy of another department', fields: { status: 'published', visibility: 'DEPARTMENT', visibleToDepartments: ['hr'] } },
  { what: 'a policy that was never published', fields: {} },
] as const;
const readScopes = grantableScopes.filter((scope) => scope.endsWith(':read'));

const policyPlaces = contract.flatMap((operation) =>
  placesOf(operation)
    .filter(({ in: where, kind }) => where !== 'query' && kind === 'pol' && !operation.template.startsWith('/v1/policies/{id}'))
    .flatMap((place) => policies.map((policy) => ({ operation, place, ...policy, title: `${operation.id} ${place.name}` }))),
);

describe.each(policyPlaces)('$title for $what', ({ operation, place, fields }) => {
  test('answers the id of the policy like an unknown id, and keeps the links of the policy', async () => {
    ids = await ours.ids();
    const { id } = await addPolicy(ours.call, { name: `Policy ${newId('x')}`, ...fields });
    const control = chooseOwn('ctl');
    await ours.call('POST', `/v1/controls/${control}/policies/link`, { body: { policyIds: [id] } });
    const role = await newRole(app.database, ours.id, [...new Set([...readScopes, ...requiredPermissions(operation, 'pol')])]);
    const { call } = await app.session({ id: ours.id }, await newMember(app.database, ours.id, [role]));
    const referencesBefore = await referencesTo('policy', id);
    const hiddenAnswer = await ask(call, requestOf(operation, place, chooseOnly(id)));
    expect(await referencesTo('policy', id)).toEqual(referencesBefore);
    expect(hiddenAnswer).toEqual(await ask(call, requestOf(operation, place, chooseUnknown)));
  });
});
