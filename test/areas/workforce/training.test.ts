/** Training modules, their completion and progress. */
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { type Caller, call as ask, listenOn, startApp, testConfig } from '../../support/app.ts';
import { confirm } from '../../support/confirmation.ts';
import { adopt, frameworkId } from '../../support/frameworks.ts';
import { newApiKey, newMember, newRole, type TestMember } from '../../support/organization.ts';
import { generalTrainingIds, lastEntry } from '../../support/people.ts';
import { expectProblem } from '../../support/refusals.ts';

const app = startApp();
const unknownId = 'mem_000000000000000000000000';
const past = '2026-03-12T10:31:07.240Z';
type Call = Caller['call'];

const complete = (call: Call, videoId: string, body: object = {}) => call('PUT', `/v1/training/completions/${videoId}`, { body });
const completions = (call: Call, query = '') => call('GET', `/v1/training/completions${query}`);
const rejected = (status: number, code: string) => ({ status, body: { code } });
const invalid = (details: Readonly<Record<string, string>>) => ({
  status: 400,
  body: { details: Object.fromEntries(Object.entries(details).map(([field, message]) => [field, { _errors: [message] }])) },
});

/** Creates an organization with an employee without assigned training; `employee` calls with the session of the employee. */
async function withEmployee() {
  const caller = await app.caller();
  const { member, call: inPerson } = await app.session(caller.organization, ['employee']);
  return { ...caller, member, employee: inPerson };
}

describe('listTrainingVideos', () => {
  test('200 returns all modules in order, each with texts, and with questions that have one correct choice (rule 1)', async () => {
    const { employee } = await withEmployee();
    const { status, body } = await employee('GET', '/v1/training/videos');
    expect(status).toBe(200);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([...generalTrainingIds, 'hipaa-sat-1']);
    for (const [index, video] of body.data.entries()) {
      expect(video).toMatchObject({ order: index + 1, format: 'document', url: null, available: video.program === 'general' });
      expect(video.sections.length).toBeGreaterThanOrEqual(4);
      for (const { content } of video.sections) expect(content.length).toBeGreaterThan(200);
      expect(video.questions.length).toBeGreaterThanOrEqual(4);
      for (const { choices, correctChoice } of video.questions) {
        expect(choices[correctChoice]).toEqual(expect.any(String));
        expect(new Set(choices).size).toBe(choices.length);
      }
    }
  });
  test('200 returns the modules of one program, available once the organization adopts HIPAA (rule 6)', async () => {
    const { call } = await app.caller();
    const hipaa = () => call('GET', '/v1/training/videos?program=hipaa');
    expect((await hipaa()).body.data).toMatchObject([{ id: 'hipaa-sat-1', order: 6, available: false }]);
    await adopt(call, frameworkId('hipaa'));
    expect((await hipaa()).body.data).toMatchObject([{ id: 'hipaa-sat-1', available: true }]);
  });
  test('400 for an unknown program', async () => {
    const { call } = await app.caller();
    expect(await call('GET', '/v1/training/videos?program=fire')).toMatchObject(invalid({ program: 'must be one of: general, hipaa' }));
  });
});

describe('listTrainingCompletions', () => {
  test('200 returns the modules of the caller in the order of the catalog, including open modules', async () => {
    const { call, organization, inPerson } = await app.caller();
    const { body: user } = await call('POST', '/v1/people/invite', {
      body: { invites: [{ email: `${newId('t')}@example.com`, roles: ['employee'] }] },
    });
    expect(user.data[0].outcome).toBe('added');
    const [added] = (await call('GET', '/v1/people?role=employee')).body.data;
    const member: TestMember = { id: added.id, userId: added.userId, name: added.user.name, email: added.user.email };
    const { call: employee } = await app.session(organization, member);
    await complete(employee, 'sat-2');
    const { status, body } = await completions(employee);
    expect(status).toBe(200);
    expect(body.data.map(({ videoId }: { videoId: string }) => videoId)).toEqual(generalTrainingIds);
    expect(body.data.map(({ completedAt }: { completedAt: string | null }) => completedAt !== null)).toEqual([
      false,
      true,
      false,
      false,
      false,
    ]);
    for (const reader of [inPerson, call]) expect((await completions(reader, `?memberId=${member.id}`)).body).toEqual(body);
    expect((await completions(employee, '?program=hipaa')).body).toEqual({ data: [] });
    expect((await completions(inPerson)).body).toEqual({ data: [] });
  });
  test('400 for an API key without a member (rule 4)', async () => {
    const { call } = await app.caller();
    expect(await completions(call)).toMatchObject(invalid({ memberId: 'is required with an API key' }));
  });
  test("403 for another member, and for an API key, with permission for one's own training only (rule 4)", async () => {
    const { organization, employee, member } = await withEmployee();
    expect(await completions(employee, `?memberId=${organization.owner.id}`)).toMatchObject(rejected(403, 'missing_permission'));
    expect((await completions(employee, `?memberId=${member.id}`)).status).toBe(200);
    const { key } = await newApiKey(app.database, organization.id, { scopes: ['portal:read'] });
    expect(await app.call('GET', `/v1/training/completions?memberId=${member.id}`, { key })).toMatchObject(
      rejected(403, 'missing_permission'),
    );
    for (const scope of ['training:read', 'member:read']) {
      const { key: readingKey } = await newApiKey(app.database, organization.id, { scopes: [scope] });
      expect((await app.call('GET', `/v1/training/completions?memberId=${member.id}`, { key: readingKey })).status).toBe(200);
    }
  });
  test('404 for members who are unknown, deactivated or of another organization (rule 9)', async () => {
    const { call, organization } = await app.caller();
    const deactivated = await newMember(app.database, organization.id, ['employee'], { active: false });
    const other = await app.caller();
    for (const id of [unknownId, deactivated.id, other.organization.owner.id])
      expect(await completions(call, `?memberId=${id}`)).toMatchObject(rejected(404, 'member_not_found'));
  });
});

describe('completeTrainingVideo', () => {
  test('200 completes an unassigned module, and keeps its completion time when repeated (rules 2 and 3)', async () => {
    const { employee, member, organization } = await withEmployee();
    const before = Date.now();
    const { status, body } = await complete(employee, 'sat-3');
    expect(status).toBe(200);
    expect(body).toEqual({ id: expect.stringMatching(/^evc_/), memberId: member.id, videoId: 'sat-3', completedAt: expect.any(String) });
    expect(Math.abs(Date.parse(body.completedAt) - before)).toBeLessThan(60_000);
    const entry = await lastEntry(app.database, organization);
    expect(entry).toMatchObject({
      entity_type: 'people',
      entity_id: member.id,
      description: 'Completed training module "Handling data with care"',
      data: { changes: { 'sat-3': { previous: null, current: body.completedAt } } },
    });
    expect((await complete(employee, 'sat-3')).body).toEqual(body);
    expect(await lastEntry(app.database, organization)).toEqual(entry);
  });
  test('200 for concurrent requests, which store one completion (rule 3)', async () => {
    const { employee } = await withEmployee();
    const answers = await Promise.all([1, 2, 3, 4].map(() => complete(employee, 'sat-1')));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await completions(employee)).body.data).toHaveLength(1);
  });
  test('200 imports an earlier completion for another member with training:update (rule 4)', async () => {
    const { call, inPerson, member } = await withEmployee();
    for (const [caller, video] of [
      [call, 'sat-1'],
      [inPerson, 'sat-2'],
    ] as const)
      expect(await complete(caller, video, { memberId: member.id, completedAt: past })).toMatchObject({
        status: 200,
        body: { memberId: member.id, completedAt: past },
      });
  });
  test('400 for an API key without a member, and for a time in the future (rule 4)', async () => {
    const { call, organization } = await app.caller();
    expect(await complete(call, 'sat-1')).toMatchObject(invalid({ memberId: 'is required with an API key' }));
    expect(await complete(call, 'sat-1', { memberId: organization.owner.id, completedAt: '2026-03-12' })).toMatchObject({
      status: 200,
      body: { completedAt: '2026-03-12T00:00:00.000Z' },
    });
    expect(await complete(call, 'sat-2', { memberId: organization.owner.id, completedAt: '2999-01-01T00:00:00.000Z' })).toMatchObject(
      invalid({ completedAt: 'must not be in the future' }),
    );
  });
  test("403 for another member, a time, or an API key, with permission for one's own training only (rule 4)", async () => {
    const { organization, employee, member } = await withEmployee();
    const forbidden = rejected(403, 'missing_permission');
    expect(await complete(employee, 'sat-1', { memberId: organization.owner.id })).toMatchObject(forbidden);
    expect(await complete(employee, 'sat-1', { completedAt: past })).toMatchObject(forbidden);
    const { key } = await newApiKey(app.database, organization.id, { scopes: ['portal:update'] });
    expect(await app.call('PUT', '/v1/training/completions/sat-1', { key, body: { memberId: member.id } })).toMatchObject(forbidden);
    expect((await completions(employee)).body.data).toEqual([]);
  });
  test('404 for an unknown module, and for members who are unknown or deactivated (rule 9)', async () => {
    const { call, organization, member } = await withEmployee();
    const deactivated = await newMember(app.database, organization.id, ['employee'], { active: false });
    expect(await complete(call, 'sat-9', { memberId: member.id })).toMatchObject(rejected(404, 'training_video_not_found'));
    for (const memberId of [unknownId, deactivated.id])
      expect(await complete(call, 'sat-1', { memberId })).toMatchObject(rejected(404, 'member_not_found'));
  });
  test('409 for HIPAA without the framework; completions stay when it is removed (rule 6)', async () => {
    const { call, employee } = await withEmployee();
    const unavailable = rejected(409, 'hipaa_training_not_available');
    expect(await complete(employee, 'hipaa-sat-1')).toMatchObject(unavailable);
    const [instance] = await adopt(call, frameworkId('hipaa'));
    expect(await complete(employee, 'hipaa-sat-1')).toMatchObject({ status: 200 });
    expect((await confirm(call, 'DELETE', `/v1/frameworks/${instance}`)).status).toBeLessThan(300);
    expect(await complete(employee, 'hipaa-sat-1')).toMatchObject(unavailable);
    expect((await completions(employee)).body.data).toMatchObject([{ videoId: 'hipaa-sat-1', completedAt: expect.any(String) }]);
  });
});

describe('listTrainingProgress', () => {
  const progress = async (call: Call, query = '') => (await call('GET', `/v1/training/progress${query}`)).body.data;

  test('200 returns active members sorted by name, in pages, filtered by completeness (rules 5 and 7)', async () => {
    const { call, organization } = await app.caller();
    const add = (name: string, roles: string[], fields: object = {}) =>
      newMember(app.database, organization.id, roles, { name, ...fields });
    const [ada, ben] = [await add('Ada', ['employee']), await add('Ben', ['auditor'])];
    await add('Carl', ['employee'], { active: false });
    for (const video of generalTrainingIds) await complete(call, video, { memberId: ada.id, completedAt: past });
    await complete(call, 'sat-4', { memberId: ben.id, completedAt: past });
    const allProgress = await progress(call);
    expect(allProgress).toMatchObject([
      { memberId: ada.id, program: 'general', required: true, total: 5, completed: 5, isComplete: true, completedAt: past },
      { memberId: ben.id, required: false, completed: 1, isComplete: false, completedAt: null },
      { memberId: organization.owner.id, required: true, completed: 0 },
    ]);
    expect(allProgress[1].items.map(({ id, completedAt }: { id: string; completedAt: string | null }) => [id, completedAt])).toEqual(
      generalTrainingIds.map((id) => [id, id === 'sat-4' ? past : null]),
    );
    expect(await progress(call, '?complete=true')).toEqual([allProgress[0]]);
    expect(await progress(call, '?complete=false')).toEqual(allProgress.slice(1));
    expect(await progress(call, '?sortOrder=desc')).toEqual(allProgress.toReversed());
    expect(await progress(call, `?ids=${ben.id}&ids=mem_unknown`)).toEqual([allProgress[1]]);
    const first = (await call('GET', '/v1/training/progress?limit=2&count=true')).body;
    expect(first).toMatchObject({ data: allProgress.slice(0, 2), totalCount: 3 });
    expect(await progress(call, `?limit=2&cursor=${encodeURIComponent(first.nextCursor)}`)).toEqual(allProgress.slice(2));
  });
  test('200 returns required if the training step is on or HIPAA is adopted, but never for staff (rule 7)', async () => {
    const { call, organization, inPerson } = await app.caller();
    const required = async (query = '') => (await progress(call, query)).map((item: { required: boolean }) => item.required);
    expect([await required(), await required('?program=hipaa')]).toEqual([[true], [false]]);
    await inPerson('PATCH', '/v1/organization', { body: { securityTrainingStepEnabled: false } });
    await adopt(call, frameworkId('hipaa'));
    expect([await required(), await required('?program=hipaa')]).toEqual([[false], [true]]);
    await newMember(app.database, organization.id, ['employee'], { name: 'Zoe', email: `${newId('staff')}@operator.example` });
    const { base } = await listenOn(app.database, testConfig({ STAFF_EMAIL_DOMAINS: 'operator.example' }));
    const { body } = await ask(base, 'GET', '/v1/training/progress?program=hipaa', { key: organization.key });
    expect(body.data.map((item: { required: boolean }) => item.required)).toEqual([true, false]);
  });
  test('200 returns required for a custom role with the obligation (rule 7)', async () => {
    const { call, organization } = await app.caller();
    const createdRole = await call('POST', '/v1/roles', { body: { name: 'Nurse', permissions: {}, obligations: { compliance: true } } });
    const nurse = await newMember(app.database, organization.id, [createdRole.body.id], { name: 'Ada' });
    const { call: inPerson } = await app.session(organization, nurse);
    expect((await complete(inPerson, 'sat-1')).status).toBe(200);
    expect((await progress(call))[0]).toMatchObject({ memberId: nurse.id, required: true, completed: 1 });
  });
  test('400 for a filter that is not a boolean', async () => {
    const { call } = await app.caller();
    expect((await call('GET', '/v1/training/progress?complete=maybe')).status).toBe(400);
  });
  test('403 for members who can read only their own training', async () => {
    const { employee, organization } = await withEmployee();
    expect(await employee('GET', '/v1/training/progress')).toMatchObject(rejected(403, 'missing_permission'));
    const role = await newRole(app.database, organization.id, ['training:read']);
    const { call: reader } = await app.session(organization, [role]);
    expect((await reader('GET', '/v1/training/progress')).status).toBe(200);
  });
});

test('404 for an unknown member, 409 for an unavailable module and an incomplete program, as problems', async () => {
  const { call, organization } = await app.caller();
  const memberId = organization.owner.id;
  await expectProblem(call, 'GET', `/v1/training/completions?memberId=${newId('mem')}`, 404);
  await expectProblem(call, 'PUT', '/v1/training/completions/hipaa-sat-1', 409, { memberId });
  const certificate = await call('GET', `/v1/training/certificates/${memberId}`, { accept: 'application/problem+json, */*;q=0.1' });
  expect(certificate).toMatchObject({ status: 409, body: { type: '/problems/training_not_complete' } });
});
