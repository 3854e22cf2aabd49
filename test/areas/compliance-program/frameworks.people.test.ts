/** Counts the members who have completed their compliance duties. */
import { describe, expect, test } from 'vitest';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { call, type Caller, listenOn, startApp, testConfig } from '../../support/app.ts';
import { adopt, frameworkId } from '../../support/frameworks.ts';
import { newMember, type TestMember, within } from '../../support/organization.ts';

const app = startApp();
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const inOrganization = (organizationId: string, work: (db: OrganizationDatabase) => Promise<unknown>) =>
  within(app.database, organizationId, work);
const scores = async (ask: Caller['call']) => {
  const answer = await ask('GET', '/v1/frameworks/scores');
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body;
};

describe('people in getFrameworkScores (rule 4)', () => {
  const steps = {
    training: 'security_training_step_enabled',
    device: 'device_agent_step_enabled',
    background: 'background_check_step_enabled',
  } as const;
  /** Creates an organization with these steps enabled, an owner without duties, and one member for each list of roles. */
  async function withMembers(enabledSteps: (keyof typeof steps)[], ...roles: string[][]) {
    const { call, organization } = await app.caller();
    await app.database.system
      .updateTable('organization')
      .set(
        Object.fromEntries(
          Object.entries(steps).map(([step, column]) => [column, enabledSteps.some((enabledStep) => enabledStep === step)]),
        ),
      )
      .where('id', '=', organization.id)
      .execute();
    await inOrganization(organization.id, (db) =>
      db
        .insertInto('role_obligation')
        .values({ id: newId('rob'), role: 'owner', obligations: { compliance: false } })
        .execute(),
    );
    const members: TestMember[] = [];
    for (const memberRoles of roles) members.push(await newMember(app.database, organization.id, memberRoles));
    const [firstMember = organization.owner, secondMember = organization.owner] = members;
    return { call, organization, members, firstMember, secondMember, people: async () => (await scores(call)).people };
  }
  const updateMember = (organizationId: string, id: string, fields: object) =>
    inOrganization(organizationId, (db) => db.updateTable('member').set(fields).where('id', '=', id).execute());
  const train = (organizationId: string, member: string, ...videos: ('sat-1' | 'sat-2' | 'sat-3' | 'sat-4' | 'sat-5' | 'hipaa-sat-1')[]) =>
    inOrganization(organizationId, (db) =>
      db
        .insertInto('training_completion')
        .values(videos.map((video_id) => ({ id: newId('evc'), member_id: member, video_id, completed_at: daysAgo(1) })))
        .execute(),
    );

  test("200 with active members whose roles include compliance duties, and without the operator's staff", async () => {
    const { organization, firstMember, people } = await withMembers(
      [],
      ['employee'],
      ['contractor'],
      ['admin'],
      ['auditor'],
      ['auditor', 'employee'],
      [],
    );
    expect(await people()).toEqual({ total: 3, completed: 3 });
    const [exemptRole, boundRole] = [newId('rol'), newId('rol')];
    await inOrganization(organization.id, (db) =>
      db
        .insertInto('custom_role')
        .values([
          { id: exemptRole, name: 'Free', permissions: {}, obligations: {} },
          { id: boundRole, name: 'Bound', permissions: {}, obligations: { compliance: true } },
        ])
        .execute(),
    );
    await newMember(app.database, organization.id, [exemptRole]);
    expect((await people()).total).toBe(3);
    await newMember(app.database, organization.id, [exemptRole, boundRole]);
    expect((await people()).total).toBe(4);
    await updateMember(organization.id, firstMember.id, { is_active: false });
    expect((await people()).total).toBe(3);
    const staff = await newMember(app.database, organization.id, ['employee'], { email: `${newId('staff')}@operator.example` });
    const { base } = await listenOn(app.database, testConfig({ STAFF_EMAIL_DOMAINS: 'operator.example' }));
    const totals = async () => [
      (await people()).total,
      (await call(base, 'GET', '/v1/frameworks/scores', { key: organization.key })).body.people.total,
    ];
    expect(await totals()).toEqual([4, 3]);
    await app.database.system.updateTable('member').set({ email_verified: false }).where('id', '=', staff.id).execute();
    expect(await totals()).toEqual([4, 4]);
  });
  test('200 with zero people when no member has duties', async () => {
    const { people } = await withMembers([]);
    expect(await people()).toEqual({ total: 0, completed: 0 });
  });
  test('200: a member is complete without policies for other departments; a privileged member has to sign these policies, too', async () => {
    const { organization, firstMember, secondMember, people } = await withMembers([], ['employee'], ['employee'], ['employee', 'admin']);
    await updateMember(organization.id, firstMember.id, { department: 'hr' });
    await updateMember(organization.id, secondMember.id, { department: 'it' });
    await inOrganization(organization.id, async (db) => {
      const [policy, version] = [newId('pol'), newId('pv')];
      await db
        .insertInto('policy')
        .values({ id: policy, name: 'Payroll', status: 'published', visibility: 'DEPARTMENT', visible_to_departments: ['hr'] })
        .execute();
      await db.insertInto('policy_version').values({ id: version, policy_id: policy, version: 1, content: '[]' }).execute();
      await db.updateTable('policy').set({ current_version_id: version }).where('id', '=', policy).execute();
    });
    expect(await people()).toEqual({ total: 3, completed: 1 });
  });
  test('200: a member is complete after signing the current version of every published policy that requires a signature', async () => {
    const { organization, firstMember, people } = await withMembers([], ['employee']);
    const [policy, first, second] = [newId('pol'), newId('pv'), `pv_${newId('two')}`];
    const sign = (version: string) =>
      inOrganization(organization.id, (db) =>
        db
          .insertInto('policy_acknowledgement')
          .values({ id: newId('pack'), policy_id: policy, policy_version_id: version, member_id: firstMember.id })
          .execute(),
      );
    await inOrganization(organization.id, async (db) => {
      await db
        .insertInto('policy')
        .values([
          { id: policy, name: 'Keys', status: 'published' },
          { id: newId('pol'), name: 'Draft' },
          { id: `pol_${newId('b')}`, name: 'Not to sign', status: 'published', is_required_to_sign: false },
          { id: `pol_${newId('c')}`, name: 'Archived', status: 'published', is_archived: true },
          { id: `pol_${newId('d')}`, name: 'Gone', status: 'published', archived_at: daysAgo(0) },
        ])
        .execute();
      await db
        .insertInto('policy_version')
        .values([
          { id: first, policy_id: policy, version: 1, content: '[]' },
          { id: second, policy_id: policy, version: 2, content: '[]' },
        ])
        .execute();
      await db.updateTable('policy').set({ current_version_id: second }).where('id', '=', policy).execute();
    });
    expect(await people()).toEqual({ total: 1, completed: 0 });
    await sign(first);
    expect((await people()).completed).toBe(0);
    await sign(second);
    expect((await people()).completed).toBe(1);
  });
  test('200: a member is complete with all five general videos when training is enabled', async () => {
    const { organization, firstMember, people } = await withMembers(['training'], ['employee']);
    await train(organization.id, firstMember.id, 'sat-1', 'sat-2', 'sat-3', 'sat-4', 'hipaa-sat-1');
    await inOrganization(organization.id, (db) =>
      db
        .insertInto('training_completion')
        .values({ id: newId('evc'), member_id: firstMember.id, video_id: 'sat-5' })
        .execute(),
    );
    expect((await people()).completed).toBe(0);
    await inOrganization(organization.id, (db) =>
      db
        .updateTable('training_completion')
        .set({ completed_at: daysAgo(0) })
        .execute(),
    );
    expect((await people()).completed).toBe(1);
  });
  test('200: a member is complete with the HIPAA training when HIPAA is adopted, whatever steps are enabled', async () => {
    const { call, organization, firstMember, people } = await withMembers([], ['employee']);
    expect((await people()).completed).toBe(1);
    await adopt(call, frameworkId('hipaa'));
    expect((await people()).completed).toBe(0);
    await train(organization.id, firstMember.id, 'hipaa-sat-1');
    expect((await people()).completed).toBe(1);
  });
  test('200: a member is complete with a device management label and a device result when the device step is enabled', async () => {
    const { organization, firstMember, people } = await withMembers(['device'], ['employee']);
    const result = { id: newId('dpr'), member_id: firstMember.id, policy_id: '1', policy_name: 'Disk', response: 'fail' as const };
    await inOrganization(organization.id, (db) => db.insertInto('device_policy_result').values(result).execute());
    expect((await people()).completed).toBe(0);
    await updateMember(organization.id, firstMember.id, { device_mgmt_label_id: 7 });
    expect((await people()).completed).toBe(1);
    await inOrganization(organization.id, (db) => db.deleteFrom('device_policy_result').execute());
    expect((await people()).completed).toBe(0);
  });
  test('200 complete with a background check that is completed, or without need of one', async () => {
    const { organization, firstMember, secondMember, people } = await withMembers(['background'], ['employee'], ['contractor']);
    const addCheck = (status: 'invited' | 'completed' | 'completed_with_flags' | 'failed', member = firstMember.id) =>
      inOrganization(organization.id, (db) =>
        db
          .insertInto('background_check_request')
          .values({ id: newId('bcr'), member_id: member, status })
          .execute(),
      );
    expect(await people()).toEqual({ total: 2, completed: 0 });
    await addCheck('invited');
    await addCheck('failed');
    expect((await people()).completed).toBe(0);
    await addCheck('completed_with_flags');
    expect((await people()).completed).toBe(1);
    await updateMember(organization.id, secondMember.id, { background_check_exempt: true });
    expect((await people()).completed).toBe(2);
    await inOrganization(organization.id, (db) =>
      db
        .insertInto('role_obligation')
        .values({ id: newId('rob'), role: 'admin', obligations: { compliance: true } })
        .execute(),
    );
    await newMember(app.database, organization.id, ['admin', 'auditor']);
    expect(await people()).toEqual({ total: 3, completed: 2 });
  });
  test('200 not complete when exempt from the background check alone, where other steps are open', async () => {
    const { organization, firstMember, people } = await withMembers(['background', 'training'], ['employee']);
    await updateMember(organization.id, firstMember.id, { background_check_exempt: true });
    expect((await people()).completed).toBe(0);
    await train(organization.id, firstMember.id, 'sat-1', 'sat-2', 'sat-3', 'sat-4', 'sat-5');
    expect((await people()).completed).toBe(1);
  });
});
