/** An API key cannot choose another approver than the one that a record names, in any operation that takes an approver. */
import { expect, test } from 'vitest';
import { startApp } from '../support/app.ts';
import { contract, document, resolve } from '../support/contract.ts';
import { setUp } from '../support/isms.ts';
import { newMember } from '../support/organization.ts';
import { addPolicy } from '../support/policies.ts';
import { addTask, setApproval } from '../support/tasks.ts';

const app = startApp();

/** The path and the rest of the body of a request for a record that names an approver. */
type Prepare = (call: Caller['call'], approverId: string) => Promise<{ readonly path: string; readonly more?: object }>;
type Caller = Awaited<ReturnType<typeof app.caller>>;

const policyIn: Prepare = async (call, approverId) => ({ path: `/v1/policies/${(await addPolicy(call, { approverId })).id}` });
async function taskWith(call: Caller['call'], approverId: string): Promise<string> {
  const { id } = await addTask(call);
  expect(await call('PATCH', `/v1/tasks/${id}`, { body: { approverId } })).toMatchObject({ status: 200 });
  return id;
}
const prepare: Readonly<Record<string, Prepare>> = {
  updatePolicy: policyIn,
  async submitPolicyVersionForApproval(call, approverId) {
    const { id, currentVersionId } = await addPolicy(call, { approverId });
    return { path: `/v1/policies/${id}/versions/${currentVersionId}/submit-for-approval` };
  },
  acceptPolicyChanges: async (call, approverId) => ({ path: `${(await policyIn(call, approverId)).path}/accept-changes` }),
  denyPolicyChanges: async (call, approverId) => ({ path: `${(await policyIn(call, approverId)).path}/deny-changes` }),
  updateTask: async (call, approverId) => ({ path: `/v1/tasks/${await taskWith(call, approverId)}` }),
  submitTaskForReview: async (call, approverId) => ({ path: `/v1/tasks/${await taskWith(call, approverId)}/submit-for-review` }),
  bulkSubmitTasksForReview: async (call, approverId) => ({
    path: '/v1/tasks/bulk/submit-for-review',
    more: { taskIds: [await taskWith(call, approverId)] },
  }),
};
/** Operations that create a record, or name the approver of a submission: the record itself has no approver. */
const withoutPreviousApprover: readonly string[] = ['createPolicy', 'submitSoaForApproval', 'submitIsmsDocumentForApproval'];

const operations = Object.values(document.paths).flatMap((item) => ['post', 'put', 'patch'].flatMap((method) => item[method] ?? []));
const withApprover = contract.filter(({ id }) => {
  const { requestBody } = operations.find(({ operationId }) => operationId === id) ?? {};
  const media = requestBody ? Object.values(resolve(requestBody).content ?? {}) : [];
  return media.some(({ schema }) => schema !== undefined && 'approverId' in Object(Object(resolve(schema)).properties));
});

test('every operation that takes an approver is tested', () => {
  expect(withApprover.map(({ id }) => id).sort()).toEqual([...Object.keys(prepare), ...withoutPreviousApprover].sort());
});

test.each(Object.keys(prepare))('403 for a key that names another approver: %s', async (id) => {
  const { call, organization } = await app.caller();
  const [first, second] = [
    await newMember(app.database, organization.id, ['admin']),
    await newMember(app.database, organization.id, ['admin']),
  ];
  await setApproval(app, organization.id, true);
  const { path, more } = (await prepare[id]?.(call, first.id)) ?? { path: '' };
  const method = withApprover.find((one) => one.id === id)?.method ?? 'POST';
  const ask = (approverId: string) => call(method, path, { body: { ...more, approverId } });
  expect(await ask(second.id)).toMatchObject({ status: 403, body: { code: 'session_required' } });
});

test('409 when a key names another approver for an ISMS document, and 403 once its submission is outdated', async () => {
  const { call, organization } = await app.caller();
  const [first, second] = [
    await newMember(app.database, organization.id, ['admin']),
    await newMember(app.database, organization.id, ['admin']),
  ];
  const { isms_scope: id } = await setUp(call);
  const submit = (approverId: string) => call('POST', `/v1/isms/documents/${id}/submit-for-approval`, { body: { approverId } });
  expect(await submit(first.id)).toMatchObject({ status: 200 });
  expect(await submit(second.id)).toMatchObject({ status: 409, body: { code: 'isms_already_pending' } });
  await app.database.system
    .updateTable('approval')
    .set({ content_hash: '0'.repeat(64) })
    .where('isms_document_id', '=', id ?? '')
    .execute();
  expect(await submit(second.id)).toMatchObject({ status: 403, body: { code: 'session_required' } });
  expect(await submit(first.id)).toMatchObject({ status: 200 });
});
