/** Compliance tasks for tests. */
import { expect } from 'vitest';
import type { Caller, startApp } from './app.ts';
import { newMember } from './organization.ts';

type Call = Caller['call'];

/** Creates a task. @param fields override or extend the default texts @returns the task */
export async function addTask(call: Call, fields: object = {}) {
  const answer = await call('POST', '/v1/tasks', { body: { title: 'Restore test', description: 'Attach the protocol.', ...fields } });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body;
}

/** Changes a task. @returns the task */
export async function change(call: Call, id: string, body: object) {
  const answer = await call('PATCH', `/v1/tasks/${id}`, { body });
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body;
}

/** Titles in the order of the list. */
export async function titlesOf(call: Call, query = ''): Promise<string[]> {
  const answer = await call('GET', `/v1/tasks${query}`);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body.data.map(({ title }: { title: string }) => title);
}

/** Creates an organization with two admins, Ada and Chen, who act in sessions. @param approval whether evidence needs approval */
export async function withPeople(app: ReturnType<typeof startApp>, approval = false) {
  const caller = await app.caller();
  const { organization } = caller;
  const [ada, chen] = [
    await newMember(app.database, organization.id, ['admin'], { name: 'Ada Marsh' }),
    await newMember(app.database, organization.id, ['admin'], { name: 'Chen Liu' }),
  ];
  await setApproval(app, organization.id, approval);
  const [asAda, asChen] = [(await app.session(organization, ada)).call, (await app.session(organization, chen)).call];
  return { ...caller, owner: organization.owner, ada, chen, asAda, asChen };
}

/** Sets whether evidence needs approval. */
export async function setApproval({ database }: ReturnType<typeof startApp>, organizationId: string, isOn: boolean): Promise<void> {
  await database.system.updateTable('organization').set({ evidence_approval_enabled: isOn }).where('id', '=', organizationId).execute();
}

/** @returns the audit entries about a task, oldest first */
export function entriesOf({ database }: ReturnType<typeof startApp>, organizationId: string, taskId: string) {
  return database.system
    .selectFrom('audit_entry')
    .select(['entity_type', 'user_id', 'description', 'data'])
    .where('organization_id', '=', organizationId)
    .where('entity_id', '=', taskId)
    .orderBy('sequence')
    .execute();
}
