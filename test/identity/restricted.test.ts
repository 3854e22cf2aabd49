/** What a restricted member may do, in every operation that is asked for a risk, a control, a compliance task or a task item by its id. */
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../server/platform/database/ids.ts';
import { type Caller, startApp } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { addControl, addTasks } from '../support/controls.ts';
import { newApiKey } from '../support/organization.ts';
import { add as addRisk } from '../support/risks.ts';
import { addItem } from '../support/task-items.ts';
import { type Operation, type Place, placesOf, withIds } from '../tenancy/ids.ts';

const app = startApp();
const kinds = ['rsk', 'ctl', 'tsk', 'tski'];
type Ids = Readonly<Record<string, string>>;
let callers: readonly Caller['call'][] = [];
let own: Ids = {};
let others: Ids = {};

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
  [own, others] = [await recordsOf(member.id), await recordsOf(organization.owner.id)];
});

const asked = contract.flatMap((operation) =>
  placesOf(operation)
    .filter(({ in: where, kind = '' }) => where !== 'body' && kinds.includes(kind))
    .map((place) => ({ operation, place, title: `${operation.id} ${place.name}` })),
);

/** Operations that are asked for what hangs on a record, and leave out what is hidden. */
const lists = ['listTaskItems', 'getTaskItemStats', 'listRisks', 'listTasks', 'exportTasksCsv'];
/** Whoever the task names as its approver does this, whether the task is assigned to them or not. */
const ofApprovers = ['approveTask', 'rejectTask'];
/** What a restricted member changes of an own record (spec/conventions, 3), and how. */
const changes: Readonly<Record<string, object>> = {
  updateTaskItem: { status: 'in_progress' },
  updateTask: { status: 'in_progress' },
  uploadTaskAttachment: { fileName: 'proof.txt', fileType: 'text/plain', fileData: 'cHJvb2Y=' },
  deleteTaskAttachment: {},
};
/** What is answered instead of 200: a file was created, or the file of the path is not there. */
const answers: Readonly<Record<string, number>> = {
  uploadTaskAttachment: 201,
  getTaskAttachmentDownloadUrl: 404,
  deleteTaskAttachment: 404,
};

function send(call: Caller['call'], { method, template, parameters, bodies }: Operation, place: Place, ids: Ids, body?: object) {
  const filled = (example: unknown) => withIds(example, (kind) => ids[kind] ?? newId(kind));
  const path = template.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(filled(parameters.find((one) => one.in === 'path' && one.name === name)?.example))),
  );
  const query = parameters
    .filter((one) => one.in === 'query' && (one.required || (place.in === 'query' && one.name === place.name)))
    .flatMap(({ name, example }) => [filled(example)].flat().map((value): [string, string] => [name, String(value)]));
  const sent = method === 'DELETE' && bodies.length === 0 ? undefined : (body ?? filled(bodies.at(-1)));
  return call(method, `${path}${query.length ? `?${new URLSearchParams(query)}` : ''}`, { body: sent });
}

test('there are operations on each kind of record', () =>
  expect(asked.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['getRisk id', 'updateTaskItem id', 'getControl id', 'unlinkTaskFromControl taskId', 'listComments entityId']),
  ));
describe.each(asked)('$title', ({ operation, place }) => {
  const isList = place.in === 'query' && lists.includes(operation.id);
  test(isList ? '200 without anything that is hidden' : '403 for a record of somebody else', async () => {
    for (const call of callers) {
      const answer = await send(call, operation, place, others);
      expect(answer.status, answer.text).toBe(isList ? 200 : 403);
      if (isList && operation.id === 'exportTasksCsv') expect(answer.text.trim().split('\n')).toHaveLength(1);
      else if (isList) expect(answer.body.data ?? answer.body.total, answer.text).toEqual(answer.body.data ? [] : 0);
    }
  });
  const body = changes[operation.id];
  const isChange = operation.method !== 'GET';
  const permission = operation.registry.permission;
  const isHeld =
    typeof permission !== 'string' || ['control:read', 'risk:read', 'task:read', ...(body ? ['task:update'] : [])].includes(permission);
  const expected = isHeld && (!isChange || body) ? (answers[operation.id] ?? 200) : 403;
  if (ofApprovers.includes(operation.id)) return;
  test(expected === 403 ? '403 for an own record too' : `${expected} for an own record`, async () => {
    for (const call of callers) {
      const answer = await send(call, operation, place, own, body);
      expect(answer.status, answer.text).toBe(expected);
    }
  });
});
