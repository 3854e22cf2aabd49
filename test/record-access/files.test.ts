/** Files require the permission on evidence, and the same permission on the record that they belong to (attachments, rule 15). */
import { expect, test } from 'vitest';
import { AttachmentEntityType } from '#generated/contract';
import { newId } from '#platform/database/ids';
import { startApp } from '../support/app.ts';
import { textFile } from '../support/attachments.ts';
import { addTask } from '../support/tasks.ts';
import { addItem } from '../support/task-items.ts';
import { newApiKey, newMember } from '../support/organization.ts';
import { withLeavingMember } from '../support/offboarding.ts';
import { add as addRisk } from '../support/risks.ts';
import { insertAgreement, linkTokenOf } from '../support/trust-access.ts';
import { addVendor } from '../support/vendors.ts';

const app = startApp();
type Caller = Awaited<ReturnType<typeof app.caller>>;

/** For each kind of record: how to create one, and the resources of its permissions. */
const kinds: Readonly<Record<string, { resources: readonly string[]; make(caller: Caller): Promise<string> }>> = {
  risk: { resources: ['risk'], make: async ({ call }) => (await addRisk(call)).id },
  vendor: { resources: ['vendor'], make: async ({ call }) => (await addVendor(call)).id },
  task: { resources: ['task'], make: async ({ call }) => (await addTask(call)).id },
  task_item: {
    resources: ['task', 'risk'],
    make: async ({ call }) => (await addItem(call, (await addRisk(call)).id, { title: 'Test it' })).id,
  },
  comment: {
    resources: ['vendor'],
    make: async ({ call }) => {
      const { id: entityId } = await addVendor(call);
      return (await call('POST', '/v1/comments', { body: { content: 'See file', entityType: 'vendor', entityId } })).body.id;
    },
  },
  employment_onboard: {
    resources: ['member'],
    make: async (caller) => (await newMember(app.database, caller.organization.id, ['employee'])).id,
  },
  employment_offboard: {
    resources: ['member'],
    make: async (caller) => (await newMember(app.database, caller.organization.id, ['employee'])).id,
  },
  background_check: { resources: ['member'], make: addBackgroundCheck },
  offboarding_checklist: { resources: ['member'], make: addCompletion },
  trust_nda: {
    resources: ['trust'],
    make: async ({ organization }) => (await insertAgreement(app.database, organization.id, linkTokenOf(organization.id, 'nda'))).id,
  },
};

async function addBackgroundCheck({ organization }: Caller) {
  const member = await newMember(app.database, organization.id, ['employee']);
  const id = newId('bgc');
  await app.database.system
    .insertInto('background_check_request')
    .values({ id, organization_id: organization.id, member_id: member.id })
    .execute();
  return id;
}

async function addCompletion(caller: Caller) {
  const { template, itemPath, complete } = await withLeavingMember(app, caller);
  const place = (await template()).findIndex(({ isAccessRevocation, evidenceRequired }) => !isAccessRevocation && !evidenceRequired);
  return (await complete(await itemPath(place + 1))).body.id;
}

test('every kind of record that has files is tested', () => {
  expect(Object.keys(kinds).toSorted()).toEqual(Object.values(AttachmentEntityType).toSorted());
});

for (const [entityType, { resources, make }] of Object.entries(kinds))
  test(`403 for a file of the kind ${entityType} without the permission on its record, and 200 with it`, async () => {
    const caller = await app.caller();
    const { call, organization } = caller;
    const entityId = await make(caller);
    const body = { ...textFile, entityType, entityId };
    const { id } = (await call('POST', '/v1/attachments', { body })).body;
    const createKey = async (...scopes: string[]) => (await newApiKey(app.database, organization.id, { scopes })).key;
    const files = ['evidence:create', 'evidence:read', 'evidence:delete'];
    const otherResources = ['risk', 'vendor', 'task', 'member', 'trust', 'policy', 'finding'].filter(
      (resource) => !resources.includes(resource),
    );
    const scopesFor = (resourceNames: readonly string[], ...actions: string[]) =>
      resourceNames.flatMap((resource) => actions.map((action) => `${resource}:${action}`));
    const [keyWithoutRecord, reader, changer] = [
      await createKey(...files, ...scopesFor(otherResources, 'read', 'update')),
      await createKey(...files, ...scopesFor(resources, 'read')),
      await createKey(...files, ...scopesFor(resources, 'read', 'update')),
    ];
    const readRequests = [
      `/v1/attachments?entityType=${entityType}&entityId=${entityId}`,
      `/v1/attachments/${id}`,
      `/v1/attachments/${id}/download`,
    ];
    for (const url of readRequests) {
      expect(await app.call('GET', url, { key: keyWithoutRecord }), url).toMatchObject({
        status: 403,
        body: { code: 'missing_permission' },
      });
      expect(await app.call('GET', url, { key: reader }), url).toMatchObject({ status: 200 });
    }
    for (const key of [keyWithoutRecord, reader]) {
      expect(await app.call('POST', '/v1/attachments', { key, body })).toMatchObject({ status: 403 });
      expect(await app.call('DELETE', `/v1/attachments/${id}`, { key })).toMatchObject({ status: 403 });
    }
    expect(await app.call('POST', '/v1/attachments', { key: changer, body })).toMatchObject({ status: 201 });
    expect(await app.call('DELETE', `/v1/attachments/${id}`, { key: changer })).toMatchObject({ status: 204 });
  });

test('403 for the files of a task without the permission on tasks', async () => {
  const { call, organization } = await app.caller();
  const { id: taskId } = await addTask(call);
  const attachmentsPath = `/v1/tasks/${taskId}/attachments`;
  const { id } = (await call('POST', attachmentsPath, { body: textFile })).body;
  const { key } = await newApiKey(app.database, organization.id, { scopes: ['evidence:create', 'evidence:read', 'evidence:delete'] });
  const missingPermission = { status: 403, body: { code: 'missing_permission' } };
  expect(await app.call('GET', `${attachmentsPath}/${id}/download`, { key })).toMatchObject(missingPermission);
  expect(await app.call('POST', attachmentsPath, { key, body: textFile })).toMatchObject(missingPermission);
  expect(await app.call('DELETE', `${attachmentsPath}/${id}`, { key })).toMatchObject(missingPermission);
});
