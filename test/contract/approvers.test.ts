/** In operations that take an approver, an API key cannot replace the approver that the record already names. */
import { expect, test } from 'vitest';
import { startApp } from '../support/app.ts';
import { contract, document, resolve } from '../support/contract.ts';
import { setUp } from '../support/isms.ts';
import { newMember } from '../support/organization.ts';
import { addPolicy } from '../support/policies.ts';
import { addTask, setApproval } from '../support/tasks.ts';

const app = startApp();

/** Creates a record that names an approver. @returns the path of the request under test and the other fields of its body */
type Prepare = (call: Caller['call'], approverId: string) => Promise<{ readonly path: string; readonly more?: object }>;
type Caller = Awaited<ReturnType<typeof app.caller>>;

const preparePolicy: Prepare = async (call, approverId) => ({ path: `/v1/policies/${(await addPolicy(call, { approverId })).id}` });
async function createTaskWithApprover(call: Caller['call'], approverId: string): Promise<string> {
  const { id } = await addTask(call);
  expect(await call('PATCH', `/v1/tasks/${id}`, { body: { approverId } })).toMatchObject({ status: 200 });
  return id;
}
const preparations: Readonly<Record<string, Prepare>> = {
  updatePolicy: preparePolicy,
  async submitPolicyVersionForApproval(call, approverId) {
    const { id, currentVersionId } = await addPolicy(call, { approverId });
    return { path: `/v1/policies/${id}/versions/${currentVersionId}/submit-for-approval` };
  },
  acceptPolicyChanges: async (call, approverId) => ({ path: `${(await preparePolicy(call, approverId)).path}/accept-changes` }),
  denyPolicyChanges: async (call, approverId) => ({ path: `${(await preparePolicy(call, approverId)).path}/deny-changes` }),
  updateTask: async (call, approverId) => ({ path: `/v1/tasks/${await createTaskWithApprover(call, approverId)}` }),
  submitTaskForReview: async (call, approverId) => ({
    path: `/v1/tasks/${await createTaskWithApprover(call, approverId)}/submit-for-review`,
  }),
  bulkSubmitTasksForReview: async (call, approverId) => ({
    path: '/v1/tasks/bulk/submit-for-review',
    more: { taskIds: [await createTaskWithApprover(call, approverId)] },
  }),
};
/** Operations that create a record or submit one that has no approver yet. */
const withoutPreviousApprover: readonly string[] = ['createPolicy', 'submitSoaForApproval', 'submitIsmsDocumentForApproval'];

const operations = Object.values(document.paths).flatMap((item) => ['post', 'put', 'patch'].flatMap((method) => item[method] ?? []));
const withApprover = contract.filter(({ id }) => {
  const { requestBody } = operations.find(({ operationId }) => operationId === id) ?? {};
  const media = requestBody ? Object.values(resolve(requestBody).content ?? {}) : [];
  return media.some(({ schema }) => schema !== undefined && 'approverId' in Object(Object(resolve(schema)).properties));
});

test('every operation that takes an approver is tested', () => {
  expect(withApprover.map(({ id }) => id).sort()).toEqual([...Object.keys(preparations), ...withoutPreviousApprover].sort());
});

test.each(Object.keys(preparations))('403 for a key that names another approver: %s', async (id) => {
  const { call, organization } = await app.caller();
  const [approver, otherApprover] = [
    await newMember(app.database, organization.id, ['admin']),
    await newMember(app.database, organization.id, ['admin']),
  ];
  await setApproval(app, organization.id, true);
  const { path, more } = (await preparations[id]?.(call, approver.id)) ?? { path: '' };
  const method = withApprover.find((one) => one.id === id)?.method ?? 'POST';
  const ask = (approverId: string) => call(method, path, { body: { ...more, approverId } });
  expect(await ask(otherApprover.id)).toMatchObject({ status: 403, body: { code: 'session_required' } });
});

test('409 when a key names another approver for an ISMS document, and 403 once its submission is outdated', async () => {
  const { call, organization } = await app.caller();
  const [approver, otherApprover] = [
    await newMember(app.database, organization.id, ['admin']),
    await newMember(app.database, organization.id, ['admin']),
  ];
  const { isms_scope: id } = await setUp(call);
  const submit = (approverId: string) => call('POST', `/v1/isms/documents/${id}/submit-for-approval`, { body: { approverId } });
  expect(await submit(approver.id)).toMatchObject({ status: 200 });
  expect(await submit(otherApprover.id)).toMatchObject({ status: 409, body: { code: 'isms_already_pending' } });
  await app.database.system
    .updateTable('approval')
    .set({ content_hash: '0'.repeat(64) })
    .where('isms_document_id', '=', id ?? '')
    .execute();
  expect(await submit(otherApprover.id)).toMatchObject({ status: 403, body: { code: 'session_required' } });
  expect(await submit(approver.id)).toMatchObject({ status: 200 });
});
