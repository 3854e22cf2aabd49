import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { FormType } from '#domain/evidence-forms/count';
import { type Caller, startApp } from '../../support/app.ts';
import { confirm } from '../../support/confirmation.ts';
import { addCustom, addRequirement, adopt, detail, frameworkId, frameworkRecords } from '../../support/frameworks.ts';
import { newRole, within } from '../../support/organization.ts';

const app = startApp();
const { addControls } = frameworkRecords(app);
type Call = Caller['call'];
const day = 86_400_000;
const ago = (days: number, milliseconds = 0) => new Date(Date.now() - days * day - milliseconds).toISOString();
const inOrganization = (organizationId: string, work: (db: OrganizationDatabase) => Promise<unknown>) =>
  within(app.database, organizationId, work);
const submit = (organizationId: string, ...submissions: [FormType, string][]) =>
  inOrganization(organizationId, (db) =>
    db
      .insertInto('evidence_submission')
      .values(submissions.map(([form_type, submitted_at]) => ({ id: newId('evs'), form_type, submitted_at })))
      .execute(),
  );
const setNotRelevant = (organizationId: string, ...forms: FormType[]) =>
  inOrganization(organizationId, (db) =>
    db
      .insertInto('evidence_form_setting')
      .values(forms.map((form_type) => ({ id: newId('efs'), form_type, is_not_relevant: true })))
      .execute(),
  );
const scores = async (call: Call) => {
  const answer = await call('GET', '/v1/frameworks/scores');
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body;
};
const scoreOf = async (call: Call, id: string) =>
  (await call('GET', '/v1/frameworks?includeScores=true')).body.data.find((instance: { id: string }) => instance.id === id).complianceScore;

describe('complianceScore (rule 1)', () => {
  /** Creates a custom framework with two controls, and three policies and three tasks that can be linked to the controls. */
  async function withControl() {
    const { call, organization } = await app.caller();
    const custom = await addCustom(call);
    const requirement = await addRequirement(call, custom.id, 'R1');
    const [firstControl = '', secondControl = ''] = await addControls(organization.id, 'One', 'Two');
    const link = (control: string) =>
      call('POST', `/v1/frameworks/${custom.id}/requirements/${requirement}/controls/link`, { body: { controlIds: [control] } });
    const policies = [newId('pol'), newId('pol'), newId('pol')];
    const tasks = [newId('tsk'), newId('tsk'), newId('tsk')];
    await inOrganization(organization.id, async (db) => {
      await db
        .insertInto('policy')
        .values(policies.map((id, n) => ({ id, name: `Policy ${n}` })))
        .execute();
      await db
        .insertInto('task')
        .values(tasks.map((id, n) => ({ id, title: `Task ${n}` })))
        .execute();
    });
    const linkScoped = (control: string, records: { policies?: string[]; tasks?: string[]; forms?: FormType[] }) =>
      inOrganization(organization.id, async (db) => {
        const place = { framework_instance_id: custom.id, control_id: control };
        for (const policy_id of records.policies ?? [])
          await db
            .insertInto('framework_control_policy')
            .values({ id: newId('fpl'), ...place, policy_id })
            .execute();
        for (const task_id of records.tasks ?? [])
          await db
            .insertInto('framework_control_task')
            .values({ id: newId('ftl'), ...place, task_id })
            .execute();
        for (const form_type of records.forms ?? [])
          await db
            .insertInto('framework_control_document_type')
            .values({ id: newId('fdl'), ...place, form_type })
            .execute();
      });
    return {
      call,
      organization,
      id: custom.id,
      firstControl,
      secondControl,
      link,
      linkScoped,
      policies,
      tasks,
      score: () => scoreOf(call, custom.id),
    };
  }

  test('200 with the score 0 without controls, and for controls without linked records', async () => {
    const { firstControl, link, score } = await withControl();
    expect(await score()).toBe(0);
    await link(firstControl);
    expect(await score()).toBe(0);
  });
  test('200 counts each linked record once and with equal weight, however many controls have the record', async () => {
    const { organization, firstControl, secondControl, link, linkScoped, policies, tasks, score } = await withControl();
    await link(firstControl);
    await link(secondControl);
    await linkScoped(firstControl, { policies: policies.slice(0, 2), tasks: tasks.slice(0, 2), forms: ['rbac-matrix'] });
    await linkScoped(secondControl, { policies: policies.slice(1), tasks: tasks.slice(1), forms: ['rbac-matrix', 'penetration-test'] });
    expect(await score()).toBe(0);
    await inOrganization(organization.id, (db) =>
      db
        .updateTable('policy')
        .set({ status: 'published' })
        .where('id', '=', policies[1] ?? '')
        .execute(),
    );
    expect(await score()).toBe(13);
    await inOrganization(organization.id, (db) =>
      db
        .updateTable('task')
        .set({ status: 'done' })
        .where('id', '=', tasks[1] ?? '')
        .execute(),
    );
    await inOrganization(organization.id, (db) =>
      db
        .updateTable('task')
        .set({ status: 'not_relevant' })
        .where('id', '=', tasks[0] ?? '')
        .execute(),
    );
    expect(await score()).toBe(38);
    await submit(organization.id, ['rbac-matrix', ago(181)], ['penetration-test', ago(180, -60_000)]);
    expect(await score()).toBe(50);
    await submit(organization.id, ['rbac-matrix', ago(0)]);
    expect(await score()).toBe(63);
    await setNotRelevant(organization.id, 'penetration-test');
    expect(await score()).toBe(57);
  });
  test('200 ignores archived policies, tasks, controls and maps', async () => {
    const { organization, firstControl, secondControl, link, linkScoped, policies, tasks, score } = await withControl();
    await link(firstControl);
    await linkScoped(firstControl, { policies, tasks });
    await linkScoped(secondControl, { forms: ['meeting'] });
    await inOrganization(organization.id, (db) =>
      db
        .updateTable('policy')
        .set({ status: 'published' })
        .where('id', '=', policies[0] ?? '')
        .execute(),
    );
    expect(await score()).toBe(17);
    await inOrganization(organization.id, async (db) => {
      await db
        .updateTable('policy')
        .set({ archived_at: ago(0) })
        .where('id', '=', policies[1] ?? '')
        .execute();
      await db
        .updateTable('policy')
        .set({ is_archived: true })
        .where('id', '=', policies[2] ?? '')
        .execute();
      await db
        .updateTable('task')
        .set({ archived_at: ago(0) })
        .where('id', 'in', tasks.slice(1))
        .execute();
    });
    expect(await score()).toBe(50);
    await link(secondControl);
    expect(await score()).toBe(33);
    await inOrganization(organization.id, (db) =>
      db
        .updateTable('control')
        .set({ archived_at: ago(0) })
        .where('id', '=', secondControl)
        .execute(),
    );
    expect(await score()).toBe(50);
    await inOrganization(organization.id, (db) =>
      db
        .updateTable('requirement_map')
        .set({ archived_at: ago(0) })
        .where('control_id', '=', firstControl)
        .execute(),
    );
    expect(await score()).toBe(0);
  });
  test('200 counts only the records that a control has in this framework', async () => {
    const { call, organization } = await app.caller();
    const [soc2 = '', gdpr = ''] = await adopt(call, frameworkId('soc2'), frameworkId('gdpr'));
    const tasks = (await detail(call, gdpr)).tasks.map(({ id }: { id: string }) => id);
    const policies = new Set(
      (await detail(call, gdpr)).controls.flatMap((control: { policies: { id: string }[] }) => control.policies.map(({ id }) => id)),
    );
    await inOrganization(organization.id, async (db) => {
      await db.updateTable('task').set({ status: 'done' }).where('id', 'in', tasks).execute();
      await db
        .updateTable('policy')
        .set({ status: 'published' })
        .where('id', 'in', [...policies].map(String))
        .execute();
    });
    const [fullScore, partialScore] = [await scoreOf(call, gdpr), await scoreOf(call, soc2)];
    expect(fullScore).toBeGreaterThan(85);
    expect(partialScore).toBeGreaterThan(10);
    expect(partialScore).toBeLessThan(fullScore);
  });
});

describe('getFrameworkScores', () => {
  test('200 with zeros in a new organization, for an API key without a member', async () => {
    const { call } = await app.caller();
    expect(await scores(call)).toEqual({
      policies: { total: 0, published: 0, draft: 0, inReview: 0, draftPolicies: [], policiesInReview: [], unpublishedPolicies: [] },
      tasks: { total: 0, done: 0, incompleteTasks: [] },
      people: { total: 1, completed: 0 },
      documents: { totalDocuments: 7, completedDocuments: 0, outstandingDocuments: 7 },
      findings: [],
      findingsByStatus: { open: 0, ready_for_review: 0, needs_revision: 0, closed: 0 },
      currentMember: null,
    });
  });
  test("200 with the member of the session and the member's leading role", async () => {
    const { organization } = await app.caller();
    const { call, member } = await app.session(organization, ['admin', 'employee']);
    expect((await scores(call)).currentMember).toEqual({ id: member.id, role: 'admin' });
  });
  test('200 counts the policies of each status, and ignores archived policies (rule 2)', async () => {
    const { call, organization } = await app.caller();
    await inOrganization(organization.id, (db) =>
      db
        .insertInto('policy')
        .values([
          { id: newId('pol'), name: 'Draft' },
          {
            id: newId('pol'),
            name: 'In review',
            status: 'needs_review',
            assignee_id: organization.owner.id,
            review_date: '2026-12-01T00:00:00Z',
          },
          { id: newId('pol'), name: 'Published', status: 'published' },
          { id: newId('pol'), name: 'Archived', is_archived: true },
          { id: newId('pol'), name: 'Gone', archived_at: ago(0) },
        ])
        .execute(),
    );
    const { policies } = await scores(call);
    expect(policies).toMatchObject({
      total: 3,
      published: 1,
      draft: 1,
      inReview: 1,
      draftPolicies: [{ name: 'Draft', assigneeId: null, reviewDate: null }],
      policiesInReview: [{ name: 'In review', assigneeId: organization.owner.id, reviewDate: '2026-12-01T00:00:00.000Z' }],
    });
    expect(policies.unpublishedPolicies).toEqual([...policies.draftPolicies, ...policies.policiesInReview]);
  });
  test('200 counts tasks, lists incomplete tasks, and ignores archived tasks (rule 3)', async () => {
    const { call, organization } = await app.caller();
    const statuses = ['todo', 'in_progress', 'in_review', 'done', 'not_relevant', 'failed'] as const;
    await inOrganization(organization.id, (db) =>
      db
        .insertInto('task')
        .values([
          ...statuses.map((status) => ({ id: newId('tsk'), title: status, status })),
          { id: newId('tsk'), title: 'gone', archived_at: ago(0) },
        ])
        .execute(),
    );
    const { tasks } = await scores(call);
    expect([tasks.total, tasks.done, tasks.incompleteTasks.map(({ status }: { status: string }) => status)]).toEqual([
      6,
      2,
      ['failed', 'in_progress', 'in_review', 'todo'],
    ]);
  });
  test('200 lists only the first 50 records, so that the response stays small however many records are open (rules 2, 3)', async () => {
    const { call, organization } = await app.caller();
    const numbers = Array.from({ length: 120 }, (_, n) => `${n}`.padStart(3, '0'));
    const long = (n: string) => n + 'x'.repeat(60);
    await inOrganization(organization.id, async (db) => {
      const statusOf = (index: number) => (index % 2 ? ('draft' as const) : ('needs_review' as const));
      await db
        .insertInto('policy')
        .values(numbers.map((n, index) => ({ id: newId('pol'), name: long(n), status: statusOf(index) })))
        .execute();
      await db
        .insertInto('task')
        .values(numbers.map((n) => ({ id: newId('tsk'), title: long(n) })))
        .execute();
      const content = 'é'.repeat(5000);
      await db
        .insertInto('finding')
        .values(numbers.map(() => ({ id: newId('fnd'), content, type: 'soc2' as const, area: 'other' as const })))
        .execute();
    });
    const answer = await call('GET', '/v1/frameworks/scores');
    const { policies, tasks, findings } = answer.body;
    expect(policies).toMatchObject({ total: 120, published: 0, draft: 60, inReview: 60 });
    const lists = [policies.draftPolicies, policies.policiesInReview, policies.unpublishedPolicies, tasks.incompleteTasks, findings];
    expect(lists.map(({ length }) => length)).toEqual([50, 50, 50, 50, 50]);
    expect(tasks.incompleteTasks[0].title).toBe(long('000'));
    expect(findings[0].content).toHaveLength(300);
    expect(Buffer.byteLength(answer.text)).toBeLessThan(100_000);
  });
  test('200 with the documents that count, including the Statement of Applicability when ISO 27001 is adopted (rule 5)', async () => {
    const { call, organization } = await app.caller();
    await submit(organization.id, ['it-leadership-meeting', ago(3)], ['tabletop-exercise', ago(181)], ['account-types', ago(1)]);
    await setNotRelevant(organization.id, 'penetration-test');
    const documents = async () => (await scores(call)).documents;
    expect(await documents()).toEqual({ totalDocuments: 6, completedDocuments: 1, outstandingDocuments: 5 });
    const [id = ''] = await adopt(call, frameworkId('iso27001'));
    expect(await documents()).toEqual({ totalDocuments: 7, completedDocuments: 1, outstandingDocuments: 6 });
    const { id: configuration } = await app.database.system
      .selectFrom('soa_configuration')
      .select('id')
      .where('framework_id', '=', frameworkId('iso27001'))
      .executeTakeFirstOrThrow();
    const statement = (fields: object) =>
      inOrganization(organization.id, (db) =>
        db
          .insertInto('soa_document')
          .values({
            id: newId('soa_doc'),
            framework_id: frameworkId('iso27001'),
            configuration_id: configuration,
            version: 1,
            total_questions: 93,
            ...fields,
          })
          .execute(),
      );
    const done = { status: 'completed', approved_at: ago(1), approved_by: 'Olive Owner' };
    await statement({ ...done, is_latest: false });
    await statement({ version: 2, status: 'completed' });
    expect((await documents()).outstandingDocuments).toBe(6);
    await inOrganization(organization.id, (db) =>
      db
        .updateTable('soa_document')
        .set({ ...done, status: 'needs_review' })
        .where('version', '=', 2)
        .execute(),
    );
    expect((await documents()).outstandingDocuments).toBe(6);
    await inOrganization(organization.id, (db) =>
      db.updateTable('soa_document').set({ status: 'completed' }).where('version', '=', 2).execute(),
    );
    expect(await documents()).toEqual({ totalDocuments: 7, completedDocuments: 2, outstandingDocuments: 5 });
    await confirm(call, 'DELETE', `/v1/frameworks/${id}`);
    expect((await documents()).totalDocuments).toBe(6);
  });
});

test('policies that the reader may not see, and findings about these policies, are neither counted nor listed (rule 2)', async () => {
  const { call, organization } = await app.caller();
  const [visible, limited, draft] = [newId('pol'), newId('pol'), newId('pol')];
  await inOrganization(organization.id, async (db) => {
    await db
      .insertInto('policy')
      .values([
        { id: visible, name: 'Keys', status: 'published' },
        { id: limited, name: 'Payroll', status: 'published', visibility: 'DEPARTMENT', visible_to_departments: ['hr'] },
        { id: draft, name: 'Layoffs' },
      ])
      .execute();
    await db
      .insertInto('finding')
      .values([visible, limited, draft].map((policy_id) => ({ id: newId('fnd'), content: 'Unclear.', type: 'soc2' as const, policy_id })))
      .execute();
  });
  const role = await newRole(app.database, organization.id, ['framework:read', 'policy:read', 'finding:read']);
  const reader = await app.session(organization, [role]);
  const unprivileged = await app.session(organization, [await newRole(app.database, organization.id, ['framework:read'])]);
  for (const [ask, open] of [
    [reader.call, 1],
    [unprivileged.call, 0],
  ] as const)
    expect(await scores(ask)).toMatchObject({
      policies: { total: 1, published: 1, draft: 0, inReview: 0, unpublishedPolicies: [] },
      findingsByStatus: { open },
    });
  expect((await scores(reader.call)).findings).toHaveLength(1);
  expect(await scores(call)).toMatchObject({ policies: { total: 3, published: 2, draft: 1 }, findingsByStatus: { open: 3 } });
});
