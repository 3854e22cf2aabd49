/** Automations for tests, and the servers that they call. */
import { expect } from 'vitest';
import type { Caller, startApp } from './app.ts';
import { waitForRun } from './integrations.ts';
import { type Answer, type StandIn, standIn } from './stand-in.ts';
import { addTask } from './tasks.ts';

type Call = Caller['call'];

export const automationsAt = (taskId: string, path = '') => `/v1/tasks/${taskId}/automations${path}`;

/** Sets the hosts that checks may call. */
export async function allowHosts(call: Call, ...automationAllowedHosts: string[]): Promise<void> {
  expect(await call('PATCH', '/v1/organization', { body: { automationAllowedHosts } })).toMatchObject({ status: 200 });
}

export async function addAutomation(call: Call, taskId: string, body: object = {}) {
  const answer = await call('POST', automationsAt(taskId), { body });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body;
}

export function fileOf(check: unknown, version = 1, otherFields: object = {}) {
  const text = typeof check === 'string' ? check : JSON.stringify(check);
  return { version, fileName: 'check.json', fileType: 'application/json', fileData: Buffer.from(text).toString('base64'), ...otherFields };
}

export function publish(call: Call, { taskId, id }: { taskId: string; id: string }, check: unknown, version = 1, otherFields: object = {}) {
  return call('POST', automationsAt(taskId, `/${id}/versions`), { body: fileOf(check, version, otherFields) });
}

/** A check that expects status 200. @param request fields of the request in addition to its URL */
export const statusCheck = (url: string, request: object = {}) => ({
  request: { url, ...request },
  criteria: [{ path: '/status', operator: 'equals', value: 200 }],
});

/** Starts a run and waits for its end. @returns the background run and the automation run */
export async function run(call: Call, { taskId, id }: { taskId: string; id: string }, body: object = {}) {
  const startAnswer = await call('POST', automationsAt(taskId, `/${id}/runs`), { body });
  expect(startAnswer, startAnswer.text).toMatchObject({ status: 202, body: { kind: 'task_automation' } });
  const background = await waitForRun(call, startAnswer.body.id);
  const automationRun = await call('GET', automationsAt(taskId, `/${id}/runs/${startAnswer.body.result.automationRunId}`));
  expect(automationRun, automationRun.text).toMatchObject({ status: 200 });
  return { background, found: automationRun.body };
}

/** Creates an organization with a task and an automation, and starts a server that its checks may call. */
export async function withServer(app: ReturnType<typeof startApp>, answer: Answer = () => ({ json: { ok: true } }), fields: object = {}) {
  const caller = await app.caller();
  const server = await standIn(answer);
  await allowHosts(caller.call, '127.0.0.1', 'localhost');
  const task = await addTask(caller.call, fields);
  const automation = await addAutomation(caller.call, task.id);
  return { ...caller, server, task, automation };
}

/** Creates the same as `withServer`, with a published check. @param checkFor creates the check for the server */
export async function withCheck(
  app: ReturnType<typeof startApp>,
  answer: Answer,
  checkFor: (server: StandIn) => object = ({ url }) => statusCheck(url),
  fields: object = {},
) {
  const prepared = await withServer(app, answer, fields);
  const publication = await publish(prepared.call, prepared.automation, checkFor(prepared.server));
  expect(publication, publication.text).toMatchObject({ status: 201 });
  return prepared;
}
