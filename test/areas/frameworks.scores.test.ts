import { describe, expect, test } from 'vitest';
import { newId } from '../../server/database/ids.ts';
import type { OrganizationDatabase } from '../../server/database/handle.ts';
import type { FormType } from '../../server/evidence-forms/counted.ts';
import { call, type Caller, listenOn, startApp, testConfig } from '../support/app.ts';
import { addCustom, addRequirement, adopt, detail, frameworkId, frameworkRecords } from '../support/frameworks.ts';
import { newMember, type TestMember, within } from '../support/organization.ts';

const app = startApp();
const { addControls } = frameworkRecords(app);
type Call = Caller['call'];
const day = 86_400_000;
const ago = (days: number, milliseconds = 0) => new Date(Date.now() - days * day - milliseconds).toISOString();
const inside = (organizationId: string, work: (db: OrganizationDatabase) => Promise<unknown>) => within(app.database, organizationId, work);
const submit = (organizationId: string, ...submissions: [FormType, string][]) => inside(organizationId, (db) => db.insertInto('evidence_submission').values(submissions.map(([form_type, submitted_at]) => ({ id: newId('evs'), form_type, submitted_at }))).execute());
const setNotRelevant = (organizationId: string, ...forms: FormType[]) => inside(organizationId, (db) => db.insertInto('evidence_form_setting').values(forms.map((form_type) => ({ id: newId('efs'), form_type, is_not_relevant: true }))).execute());
const scores = async (call: Call) => {
  const answer = await call('GET', '/v1/frameworks/scores');
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body;
};
const scoreOf = async (call: Call, id: string) => (await call('GET', '/v1/frameworks?includeScores=true')).body.data.find((instance: { id: string }) => instance.id === id).complianceScore;

describe('complianceScore (rule 1)', () => {
  /** A custom framework with one control, and three policies and three tasks that it may carry. */
  async function withControl() {
    const { call, organization } = await app.caller();
    const custom = await addCustom(call);
    const requirement = await addRequirement(call, custom.id, 'R1');
    const [one = '', two = ''] = await addControls(organization.id, 'One', 'Two');
    const link = (control: string) => call('POST', `/v1/frameworks/${custom.id}/requirements/${requirement}/controls/link`, { body: { controlIds: [control] } });
    const policies = [newId('pol'), newId('pol'), newId('pol')];
    const tasks = [newId('tsk'), newId('tsk'), newId('tsk')];
    await inside(organization.id, async (db) => {
      await db.insertInto('policy').values(policies.map((id, n) => ({ id, name: `Policy ${n}` }))).execute();
      await db.insertInto('task').values(tasks.map((id, n) => ({ id, title: `Task ${n}` }))).execute();
    });
    const carry = (control: string, what: { policies?: string[]; tasks?: string[]; forms?: FormType[] }) => inside(organization.id, async (db) => {
      const place = { framework_instance_id: custom.id, control_id: control };
      for (const policy_id of what.policies ?? []) await db.insertInto('framework_control_policy').values({ id: newId('fpl'), ...place, policy_id }).execute();
      for (const task_id of what.tasks ?? []) await db.insertInto('framework_control_task').values({ id: newId('ftl'), ...place, task_id }).execute();
      for (const form_type of what.forms ?? []) await db.insertInto('framework_control_document_type').values({ id: newId('fdl'), ...place, form_type }).execute();
    });
    return { call, organization, id: custom.id, one, two, link, carry, policies, tasks, score: () => scoreOf(call, custom.id) };
  }

  test('200 with 0 without controls, and with controls that carry nothing', async () => {
    const { one, link, score } = await withControl();
    expect(await score()).toBe(0);
    await link(one);
    expect(await score()).toBe(0);
  });
  test('200 with what counts once, however many controls carry it, each of the same weight', async () => {
    const { organization, one, two, link, carry, policies, tasks, score } = await withControl();
    await link(one);
    await link(two);
    await carry(one, { policies: policies.slice(0, 2), tasks: tasks.slice(0, 2), forms: ['rbac-matrix'] });
    await carry(two, { policies: policies.slice(1), tasks: tasks.slice(1), forms: ['rbac-matrix', 'penetration-test'] });
    expect(await score()).toBe(0);
    await inside(organization.id, (db) => db.updateTable('policy').set({ status: 'published' }).where('id', '=', policies[1] ?? '').execute());
    expect(await score()).toBe(13);
    await inside(organization.id, (db) => db.updateTable('task').set({ status: 'done' }).where('id', '=', tasks[1] ?? '').execute());
    await inside(organization.id, (db) => db.updateTable('task').set({ status: 'not_relevant' }).where('id', '=', tasks[0] ?? '').execute());
    expect(await score()).toBe(38);
    await submit(organization.id, ['rbac-matrix', ago(181)], ['penetration-test', ago(180, -60_000)]);
    expect(await score()).toBe(50);
    await submit(organization.id, ['rbac-matrix', ago(0)]);
    expect(await score()).toBe(63);
    await setNotRelevant(organization.id, 'penetration-test');
    expect(await score()).toBe(57);
  });
  test('200 without archived policies, tasks, controls and maps', async () => {
    const { organization, one, two, link, carry, policies, tasks, score } = await withControl();
    await link(one);
    await carry(one, { policies, tasks });
    await carry(two, { forms: ['meeting'] });
    await inside(organization.id, (db) => db.updateTable('policy').set({ status: 'published' }).where('id', '=', policies[0] ?? '').execute());
    expect(await score()).toBe(17);
    await inside(organization.id, async (db) => {
      await db.updateTable('policy').set({ archived_at: ago(0) }).where('id', '=', policies[1] ?? '').execute();
      await db.updateTable('policy').set({ is_archived: true }).where('id', '=', policies[2] ?? '').execute();
      await db.updateTable('task').set({ archived_at: ago(0) }).where('id', 'in', tasks.slice(1)).execute();
    });
    expect(await score()).toBe(50);
    await link(two);
    expect(await score()).toBe(33);
    await inside(organization.id, (db) => db.updateTable('control').set({ archived_at: ago(0) }).where('id', '=', two).execute());
    expect(await score()).toBe(50);
    await inside(organization.id, (db) => db.updateTable('requirement_map').set({ archived_at: ago(0) }).where('control_id', '=', one).execute());
    expect(await score()).toBe(0);
  });
  test('200 with what a control carries in this framework alone', async () => {
    const { call, organization } = await app.caller();
    const [soc2 = '', gdpr = ''] = await adopt(call, frameworkId('soc2'), frameworkId('gdpr'));
    const tasks = (await detail(call, gdpr)).tasks.map(({ id }: { id: string }) => id);
    const policies = new Set((await detail(call, gdpr)).controls.flatMap((control: { policies: { id: string }[] }) => control.policies.map(({ id }) => id)));
    await inside(organization.id, async (db) => {
      await db.updateTable('task').set({ status: 'done' }).where('id', 'in', tasks).execute();
      await db.updateTable('policy').set({ status: 'published' }).where('id', 'in', [...policies].map(String)).execute();
    });
    const [all, part] = [await scoreOf(call, gdpr), await scoreOf(call, soc2)];
    expect(all).toBeGreaterThan(85);
    expect(part).toBeGreaterThan(10);
    expect(part).toBeLessThan(all);
  });
});

describe('getFrameworkScores', () => {
  test('200 with nothing in a new organization, for an API key without a member', async () => {
    const { call } = await app.caller();
    expect(await scores(call)).toEqual({
      policies: { total: 0, published: 0, draftPolicies: [], policiesInReview: [], unpublishedPolicies: [] }, tasks: { total: 0, done: 0, incompleteTasks: [] }, people: { total: 1, completed: 0 },
      documents: { totalDocuments: 7, completedDocuments: 0, outstandingDocuments: 7 }, findings: [], currentMember: null,
    });
  });
  test('200 with the member of the session and its leading role', async () => {
    const { organization } = await app.caller();
    const { call, member } = await app.session(organization, ['admin', 'employee']);
    expect((await scores(call)).currentMember).toEqual({ id: member.id, role: 'admin' });
  });
  test('200 with policies by status, without archived ones (rule 2)', async () => {
    const { call, organization } = await app.caller();
    await inside(organization.id, (db) => db.insertInto('policy').values([
      { id: newId('pol'), name: 'Draft' }, { id: newId('pol'), name: 'In review', status: 'needs_review', assignee_id: organization.owner.id, review_date: '2026-12-01T00:00:00Z' }, { id: newId('pol'), name: 'Published', status: 'published' },
      { id: newId('pol'), name: 'Archived', is_archived: true }, { id: newId('pol'), name: 'Gone', archived_at: ago(0) },
    ]).execute());
    const { policies } = await scores(call);
    expect(policies).toMatchObject({ total: 3, published: 1, draftPolicies: [{ name: 'Draft', assigneeId: null, reviewDate: null }], policiesInReview: [{ name: 'In review', assigneeId: organization.owner.id, reviewDate: '2026-12-01T00:00:00.000Z' }] });
    expect(policies.unpublishedPolicies).toEqual([...policies.draftPolicies, ...policies.policiesInReview]);
  });
  test('200 with tasks by status, without archived ones (rule 3)', async () => {
    const { call, organization } = await app.caller();
    const statuses = ['todo', 'in_progress', 'in_review', 'done', 'not_relevant', 'failed'] as const;
    await inside(organization.id, (db) => db.insertInto('task').values([...statuses.map((status) => ({ id: newId('tsk'), title: status, status })), { id: newId('tsk'), title: 'gone', archived_at: ago(0) }]).execute());
    const { tasks } = await scores(call);
    expect([tasks.total, tasks.done, tasks.incompleteTasks.map(({ status }: { status: string }) => status)]).toEqual([6, 2, ['failed', 'in_progress', 'in_review', 'todo']]);
  });
  test('200 with the documents that count, and the Statement of Applicability where ISO 27001 is adopted (rule 5)', async () => {
    const { call, organization } = await app.caller();
    await submit(organization.id, ['it-leadership-meeting', ago(3)], ['tabletop-exercise', ago(181)], ['account-types', ago(1)]);
    await setNotRelevant(organization.id, 'penetration-test');
    const documents = async () => (await scores(call)).documents;
    expect(await documents()).toEqual({ totalDocuments: 6, completedDocuments: 1, outstandingDocuments: 5 });
    const [id = ''] = await adopt(call, frameworkId('iso27001'));
    expect(await documents()).toEqual({ totalDocuments: 7, completedDocuments: 1, outstandingDocuments: 6 });
    const { id: configuration } = await app.database.system.selectFrom('soa_configuration').select('id').where('framework_id', '=', frameworkId('iso27001')).executeTakeFirstOrThrow();
    const statement = (fields: object) => inside(organization.id, (db) => db.insertInto('soa_document').values({ id: newId('soa_doc'), framework_id: frameworkId('iso27001'), configuration_id: configuration, version: 1, total_questions: 93, ...fields }).execute());
    const done = { status: 'completed', approved_at: ago(1), approved_by: 'Olive Owner' };
    await statement({ ...done, is_latest: false });
    await statement({ version: 2, status: 'completed' });
    expect((await documents()).outstandingDocuments).toBe(6);
    await inside(organization.id, (db) => db.updateTable('soa_document').set({ ...done, status: 'needs_review' }).where('version', '=', 2).execute());
    expect((await documents()).outstandingDocuments).toBe(6);
    await inside(organization.id, (db) => db.updateTable('soa_document').set({ status: 'completed' }).where('version', '=', 2).execute());
    expect(await documents()).toEqual({ totalDocuments: 7, completedDocuments: 2, outstandingDocuments: 5 });
    await call('DELETE', `/v1/frameworks/${id}`);
    expect((await documents()).totalDocuments).toBe(6);
  });
});

describe('people in getFrameworkScores (rule 4)', () => {
  const steps = { training: 'security_training_step_enabled', device: 'device_agent_step_enabled', background: 'background_check_step_enabled' } as const;
  /** An organization with these steps switched on, whose owner has no duties, and members of these roles. */
  async function withMembers(on: (keyof typeof steps)[], ...roles: string[][]) {
    const { call, organization } = await app.caller();
    await app.database.system.updateTable('organization').set(Object.fromEntries(Object.entries(steps).map(([step, column]) => [column, on.some((one) => one === step)]))).where('id', '=', organization.id).execute();
    await inside(organization.id, (db) => db.insertInto('role_obligation').values({ id: newId('rob'), role: 'owner', obligations: { compliance: false } }).execute());
    const members: TestMember[] = [];
    for (const held of roles) members.push(await newMember(app.database, organization.id, held));
    const [one = organization.owner, two = organization.owner] = members;
    return { call, organization, members, one, two, people: async () => (await scores(call)).people };
  }
  const set = (organizationId: string, id: string, fields: object) => inside(organizationId, (db) => db.updateTable('member').set(fields).where('id', '=', id).execute());
  const train = (organizationId: string, member: string, ...videos: ('sat-1' | 'sat-2' | 'sat-3' | 'sat-4' | 'sat-5' | 'hipaa-sat-1')[]) =>
    inside(organizationId, (db) => db.insertInto('training_completion').values(videos.map((video_id) => ({ id: newId('evc'), member_id: member, video_id, completed_at: ago(1) }))).execute());

  test('200 with active members who have compliance duties by any of their roles, and without the operator\'s own', async () => {
    const { organization, one, people } = await withMembers([], ['employee'], ['contractor'], ['admin'], ['auditor'], ['auditor', 'employee'], []);
    expect(await people()).toEqual({ total: 3, completed: 3 });
    const [free, bound] = [newId('rol'), newId('rol')];
    await inside(organization.id, (db) => db.insertInto('custom_role').values([{ id: free, name: 'Free', permissions: {}, obligations: {} }, { id: bound, name: 'Bound', permissions: {}, obligations: { compliance: true } }]).execute());
    await newMember(app.database, organization.id, [free]);
    expect((await people()).total).toBe(3);
    await newMember(app.database, organization.id, [free, bound]);
    expect((await people()).total).toBe(4);
    await set(organization.id, one.id, { is_active: false });
    expect((await people()).total).toBe(3);
    const staff = await newMember(app.database, organization.id, ['employee'], { email: `${newId('staff')}@operator.example` });
    const { base } = await listenOn(app.database, testConfig({ STAFF_EMAIL_DOMAINS: 'operator.example' }));
    const counted = async () => [(await people()).total, (await call(base, 'GET', '/v1/frameworks/scores', { key: organization.key })).body.people.total];
    expect(await counted()).toEqual([4, 3]);
    await app.database.system.updateTable('user_account').set({ email_verified: false }).where('id', '=', staff.userId).execute();
    expect(await counted()).toEqual([4, 4]);
  });
  test('200 with nobody where nobody has duties', async () => {
    const { people } = await withMembers([]);
    expect(await people()).toEqual({ total: 0, completed: 0 });
  });
  test('200 complete with every published policy signed as it is now, of those that have to be', async () => {
    const { organization, one, people } = await withMembers([], ['employee']);
    const [policy, first, second] = [newId('pol'), newId('pv'), `pv_${newId('two')}`];
    const sign = (version: string) => inside(organization.id, (db) => db.insertInto('policy_acknowledgement').values({ id: newId('pack'), policy_id: policy, policy_version_id: version, member_id: one.id }).execute());
    await inside(organization.id, async (db) => {
      await db.insertInto('policy').values([
        { id: policy, name: 'Keys', status: 'published' }, { id: newId('pol'), name: 'Draft' }, { id: `pol_${newId('b')}`, name: 'Not to sign', status: 'published', is_required_to_sign: false },
        { id: `pol_${newId('c')}`, name: 'Archived', status: 'published', is_archived: true }, { id: `pol_${newId('d')}`, name: 'Gone', status: 'published', archived_at: ago(0) },
      ]).execute();
      await db.insertInto('policy_version').values([{ id: first, policy_id: policy, version: 1, content: '[]' }, { id: second, policy_id: policy, version: 2, content: '[]' }]).execute();
      await db.updateTable('policy').set({ current_version_id: second }).where('id', '=', policy).execute();
    });
    expect(await people()).toEqual({ total: 1, completed: 0 });
    await sign(first);
    expect((await people()).completed).toBe(0);
    await sign(second);
    expect((await people()).completed).toBe(1);
  });
  test('200 complete with all five general videos where training is switched on', async () => {
    const { organization, one, people } = await withMembers(['training'], ['employee']);
    await train(organization.id, one.id, 'sat-1', 'sat-2', 'sat-3', 'sat-4', 'hipaa-sat-1');
    await inside(organization.id, (db) => db.insertInto('training_completion').values({ id: newId('evc'), member_id: one.id, video_id: 'sat-5' }).execute());
    expect((await people()).completed).toBe(0);
    await inside(organization.id, (db) => db.updateTable('training_completion').set({ completed_at: ago(0) }).execute());
    expect((await people()).completed).toBe(1);
  });
  test('200 complete with the training for HIPAA where that is adopted, whatever is switched on', async () => {
    const { call, organization, one, people } = await withMembers([], ['employee']);
    expect((await people()).completed).toBe(1);
    await adopt(call, frameworkId('hipaa'));
    expect((await people()).completed).toBe(0);
    await train(organization.id, one.id, 'hipaa-sat-1');
    expect((await people()).completed).toBe(1);
  });
  test('200 complete with a label of device management and a result where the device step is switched on', async () => {
    const { organization, one, people } = await withMembers(['device'], ['employee']);
    const result = { id: newId('dpr'), member_id: one.id, policy_id: '1', policy_name: 'Disk', response: 'fail' as const };
    await inside(organization.id, (db) => db.insertInto('device_policy_result').values(result).execute());
    expect((await people()).completed).toBe(0);
    await set(organization.id, one.id, { device_mgmt_label_id: 7 });
    expect((await people()).completed).toBe(1);
    await inside(organization.id, (db) => db.deleteFrom('device_policy_result').execute());
    expect((await people()).completed).toBe(0);
  });
  test('200 complete with a background check that is completed, or without need of one', async () => {
    // S4.7-17
    const { organization, one, two, people } = await withMembers(['background'], ['employee'], ['contractor']);
    const check = (status: 'invited' | 'completed' | 'completed_with_flags' | 'failed', member = one.id) => inside(organization.id, (db) => db.insertInto('background_check_request').values({ id: newId('bcr'), member_id: member, status }).execute());
    expect(await people()).toEqual({ total: 2, completed: 0 });
    await check('invited');
    await check('failed');
    expect((await people()).completed).toBe(0);
    await check('completed_with_flags');
    expect((await people()).completed).toBe(1);
    await set(organization.id, two.id, { background_check_exempt: true });
    expect((await people()).completed).toBe(2);
    await inside(organization.id, (db) => db.insertInto('role_obligation').values({ id: newId('rob'), role: 'admin', obligations: { compliance: true } }).execute());
    await newMember(app.database, organization.id, ['admin', 'auditor']);
    expect(await people()).toEqual({ total: 3, completed: 2 });
  });
  test('200 not complete when exempt from the background check alone, where other steps are open', async () => {
    // S4.7-18
    const { organization, one, people } = await withMembers(['background', 'training'], ['employee']);
    await set(organization.id, one.id, { background_check_exempt: true });
    expect((await people()).completed).toBe(0);
    await train(organization.id, one.id, 'sat-1', 'sat-2', 'sat-3', 'sat-4', 'sat-5');
    expect((await people()).completed).toBe(1);
  });
});
