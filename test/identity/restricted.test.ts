/** Tests what a restricted member may do in every operation that takes the id of a risk, a control, a compliance task or a task item. */
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { type Caller, startApp } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { addControl, addTasks } from '../support/controls.ts';
import { newApiKey } from '../support/organization.ts';
import { add as addRisk } from '../support/risks.ts';
import { addItem } from '../support/task-items.ts';
import { type Operation, type Place, placesOf, replaceIds } from '../tenancy/ids.ts';

const app = startApp();
const kinds = ['rsk', 'ctl', 'tsk', 'tski'];
type Ids = Readonly<Record<string, string>>;
let callers: readonly Caller['call'][] = [];
let ownIds: Ids = {};
let hiddenIds: Ids = {};

beforeAll(async () => {
  const { call, organization } = await app.caller();
  const { call: inPerson, member } = await app.session(organization, ['contractor', 'employee']);
  const scopes = ['control:read', 'policy:read', 'risk:read', 'task:read', 'task:update'];
  const { key } = await newApiKey(app.database, organization.id, { scopes, created_by_member_id: member.id });
  callers = [inPerson, (method, url, options = {}) => app.call(method, url, { key, ...options })];
  const recordsOf = async (assigneeId: string): Promise<Ids> => {
    const [tsk = ''] = await addTasks(app, organization.id, [{ assignee_id: assigneeId }]);
    const rsk = (await addRisk(call, { assigneeId })).id;
    const ctl = await addControl(call, { taskIds: [tsk] });
    const automation = await call('POST', `/v1/tasks/${tsk}/automations`, { body: {} });
    expect(automation.status, automation.text).toBe(201);
    const [aut, ear] = [String(automation.body.id), newId('ear')];
    await app.database.system
      .insertInto('evidence_automation_run')
      .values({ id: ear, organization_id: organization.id, evidence_automation_id: aut })
      .execute();
    return { rsk, ctl, tsk, aut, ear, tski: (await addItem(call, rsk, { assigneeId })).id };
  };
  [ownIds, hiddenIds] = [await recordsOf(member.id), await recordsOf(organization.owner.id)];
});

const cases = contract.flatMap((operation) =>
  placesOf(operation)
    .filter(({ in: where, kind = '' }) => where !== 'body' && kinds.includes(kind))
    .map((place) => ({ operation, place, title: `${operation.id} ${place.name}` })),
);

/** Operations that list the children of a record, and leave out hidden children. */
const listOperations = ['listTaskItems', 'getTaskItemStats', 'listRisks', 'listTasks', 'exportTasksCsv'];
/** The approver of a task may do this, whether the task is assigned to them or not. */
const approverOperations = ['approveTask', 'rejectTask'];
/** Changes that a restricted member may make to an own record (spec/conventions, 3). */
const allowedChanges: Readonly<Record<string, object>> = {
  updateTaskItem: { status: 'in_progress' },
  updateTask: { status: 'in_progress' },
  uploadTaskAttachment: { fileName: 'proof.txt', fileType: 'text/plain', fileData: 'cHJvb2Y=' },
  deleteTaskAttachment: {},
};
/** Operations that are not answered with 200, because a file was created or the file in the path does not exist. */
const otherStatuses: Readonly<Record<string, number>> = {
  // The run of the example used a connection, which requires `integration:read`.
  getAutomationRun: 403,
  uploadTaskAttachment: 201,
  getTaskAttachmentDownloadUrl: 404,
  deleteTaskAttachment: 404,
};

function send(call: Caller['call'], { method, template, parameters, bodies }: Operation, place: Place, ids: Ids, body?: object) {
  const withIds = (example: unknown) => replaceIds(example, (kind) => ids[kind] ?? newId(kind));
  const path = template.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(withIds(parameters.find((one) => one.in === 'path' && one.name === name)?.example))),
  );
  const query = parameters
    .filter((one) => one.in === 'query' && (one.required || (place.in === 'query' && one.name === place.name)))
    .flatMap(({ name, example }) => [withIds(example)].flat().map((value): [string, string] => [name, String(value)]));
  const requestBody = method === 'DELETE' && bodies.length === 0 ? undefined : (body ?? withIds(bodies.at(-1)));
  return call(method, `${path}${query.length ? `?${new URLSearchParams(query)}` : ''}`, { body: requestBody });
}

test('there are operations on each kind of record', () =>
  expect(cases.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['getRisk id', 'updateTaskItem id', 'getControl id', 'unlinkTaskFromControl taskId', 'listComments entityId']),
  ));
describe.each(cases)('$title', ({ operation, place }) => {
  const isList = place.in === 'query' && listOperations.includes(operation.id);
  test(isList ? '200 without anything that is hidden' : '403 for a record of somebody else', async () => {
    for (const call of callers) {
      const answer = await send(call, operation, place, hiddenIds);
      expect(answer.status, answer.text).toBe(isList ? 200 : 403);
      if (isList && operation.id === 'exportTasksCsv') expect(answer.text.trim().split('\n')).toHaveLength(1);
      else if (isList) expect(answer.body.data ?? answer.body.total, answer.text).toEqual(answer.body.data ? [] : 0);
    }
  });
  const body = allowedChanges[operation.id];
  const isChange = operation.method !== 'GET';
  const permission = operation.registry.permission;
  const heldPermissions = ['control:read', 'policy:read', 'risk:read', 'task:read', ...(body ? ['task:update'] : [])];
  const isHeld = Array.isArray(permission)
    ? permission.every((one: string) => heldPermissions.includes(one))
    : typeof permission !== 'string' || heldPermissions.includes(permission);
  const expected = isHeld && (!isChange || body) ? (otherStatuses[operation.id] ?? 200) : 403;
  if (approverOperations.includes(operation.id)) return;
  test(expected === 403 ? '403 for an own record too' : `${expected} for an own record`, async () => {
    for (const call of callers) {
      const answer = await send(call, operation, place, ownIds, body);
      expect(answer.status, answer.text).toBe(expected);
    }
  });
});
