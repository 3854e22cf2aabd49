/** Tests the demonstration organization that the first start creates, through the API. */
import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SearchableType } from '#generated/contract';
import type { SystemTables } from '#generated/database';
import { type Operation, operations } from '#generated/operations';
import type { Config } from '#platform/config';
import type { Database } from '#platform/database/open';
import { catalogueId } from '#domain/catalogue/ids';
import { loadDemonstration } from '#demonstration/load';
import { newKey } from '#platform/identity/keys';
import { ownerScopes } from '#platform/identity/roles';
import { sessionsFrom } from '#platform/identity/sessions';
import { type Ports, portsFrom } from '#platform/ports/index';
import { allPages, call, listenOn, type RequestOptions, testConfig } from './support/app.ts';
import { addressesOf } from './support/addresses.ts';
import { follow } from './support/attachments.ts';
import { contract } from './support/contract.ts';
import { emptyDatabase } from './support/demonstration.ts';
import { wordsOf } from './support/pdf.ts';
import { type PathParameters, createRecords } from './support/records.ts';
import { iso } from './support/soa.ts';

let database: Database;
let ports: Ports;
let base: string;
let key: string | undefined;
let owner: RequestOptions;
beforeAll(async () => {
  database = await emptyDatabase();
  const config = testConfig();
  ports = await portsFrom(config);
  key = await loadDemonstration(database, ports);
  ({ base } = await listenOn(database, config));
  owner = await sessionOfOwner(config);
});
afterAll(() => database.close());

/** @returns credentials of a session of the owner, for operations that require a person */
async function sessionOfOwner({ session }: Config) {
  const { organization_id, user_id } = await database.system
    .selectFrom('member')
    .select(['organization_id', 'user_id'])
    .where(sql<boolean>`'owner' = any(roles)`)
    .executeTakeFirstOrThrow();
  return { bearer: await sessionsFrom(session, ports.secrets).issue(user_id, 600), headers: { 'X-Organization-Id': organization_id } };
}

const get = async (url: string, credential: RequestOptions = { key }) => {
  const answer = await call(base, 'GET', url, credential);
  expect(answer, url).toMatchObject({ status: 200 });
  return answer.body;
};
const count = async (table: keyof SystemTables, { system } = database) =>
  (
    await system
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;
const rowsOf = async (statement: string) => (await sql.raw<Record<string, unknown>>(statement).execute(database.system)).rows;

test('the first start creates a random key, and a start on a database with an organization creates nothing', async () => {
  expect(key).toMatch(/^cak_[0-9a-f]{64}$/);
  const countsBefore = await Promise.all([count('risk'), count('audit_entry'), count('api_key')]);
  expect(await loadDemonstration(database, ports, newKey())).toBeUndefined();
  expect(await Promise.all([count('risk'), count('audit_entry'), count('api_key'), count('organization')])).toEqual([...countsBefore, 1]);
});

test('the demonstration is created completely or not at all, with the requested key, and again after its deletion', async () => {
  const otherDatabase = await emptyDatabase();
  const requestedKey = newKey();
  await sql`alter table audit_entry add constraint full_disk check (sequence < 100)`.execute(otherDatabase.system);
  await expect(loadDemonstration(otherDatabase, ports, requestedKey)).rejects.toMatchObject({ constraint: 'full_disk' });
  expect(await Promise.all([count('organization', otherDatabase), count('user_account', otherDatabase)])).toEqual([0, 0]);

  await sql`alter table audit_entry drop constraint full_disk`.execute(otherDatabase.system);
  expect(await loadDemonstration(otherDatabase, ports, requestedKey)).toBe(requestedKey);
  const accounts = await count('user_account', otherDatabase);
  await otherDatabase.system.deleteFrom('organization').execute();
  expect(await loadDemonstration(otherDatabase, ports, requestedKey)).toBe(requestedKey);
  expect(await count('user_account', otherDatabase)).toBe(accounts);
  await otherDatabase.close();
});

test('200 from every read that needs no id', async () => {
  const {
    data: [{ id: risk }],
  } = await get('/v1/risks');
  const riskQuery = `?entityType=risk&entityId=${risk}`;
  const accountQuery = `?connectionId=${(await get('/v1/cloud-security/providers')).data[0].id}`;
  const requiredQueries: Record<string, string> = {
    resolveRolePermissions: '?role=admin&role=Risk%20owner',
    listMentionableMembers: '?resource=risk',
    getSoaSetup: `?frameworkId=${iso}`,
    listIsmsDocuments: `?frameworkId=${iso}`,
    getIsmsProfile: `?frameworkId=${iso}`,
    listTaskItems: riskQuery,
    getTaskItemStats: riskQuery,
    listComments: riskQuery,
    listAttachments: riskQuery,
    listPentestFindingContexts: '?targetUrl=https://booking.example.com',
    searchRecords: '?q=access',
    getFrameworkCrosswalk: `?from=${catalogueId('framework', 'soc2')}&to=${catalogueId('framework', 'gdpr')}`,
    searchKnowledgeBase: '?q=backups',
    previewVisitorAnswers: '?question=backups',
    listSearchSuggestions: '?q=acc',
    getCloudHistory: accountQuery,
    listCloudActivity: accountQuery,
    listTrainingCompletions: `?memberId=${(await get('/v1/people')).data[0].id}`,
  };
  const readOperations = Object.entries<Operation>(operations).filter(
    ([, { method, path, scope }]) => method === 'get' && scope === 'organization' && !path.includes('{'),
  );
  expect(readOperations.length).toBeGreaterThan(10);
  for (const [id, { path, requiresSession }] of readOperations)
    await get(path + (requiredQueries[id] ?? ''), requiresSession ? owner : { key });
});

test('200 with 36 risks of all categories, states, levels and treatments, with their linked records', async () => {
  const { data } = await get('/v1/risks');
  expect(new Set(data.map(({ title }: { title: string }) => title)).size).toBe(36);
  const { byStatus, byCategory, byLevel, unassigned } = await get('/v1/risks/stats');
  for (const counts of [byStatus, byCategory, byLevel.inherent, byLevel.residual])
    expect(Math.min(...Object.values<number>(counts)), JSON.stringify(counts)).toBeGreaterThan(0);
  expect(unassigned).toBeGreaterThan(2);

  const seenValues = { treatments: new Set(), work: new Set(), tasks: new Set(), stale: new Set(), acceptors: new Set(), overdue: 0 };
  for (const { id } of data) {
    const { data: risk } = await get(`/v1/risks/${id}`);
    seenValues.treatments.add(risk.treatmentStrategy.type);
    for (const item of risk.mitigationTasks) {
      seenValues.work.add(item.status);
      if (Date.parse(item.dueDate) < Date.now() && !['done', 'cancelled'].includes(item.status)) seenValues.overdue += 1;
    }
    for (const task of risk.tasks) {
      seenValues.tasks.add(task.status);
      expect(task.controls).not.toEqual([]);
    }
    for (const acceptance of (await get(`/v1/risks/${id}/acceptances`)).data) {
      seenValues.stale.add(acceptance.stale);
      seenValues.acceptors.add(acceptance.acceptedById === null);
    }
  }
  expect([
    seenValues.treatments.size,
    seenValues.work.size,
    seenValues.tasks.size,
    seenValues.stale.size,
    seenValues.acceptors.size,
  ]).toEqual([4, 5, 6, 2, 2]);
  expect(seenValues.overdue).toBeGreaterThan(5);
});

test('200 with read and unread notifications of the owner about existing records', async () => {
  const { data } = await get('/v1/notifications', owner);
  expect(new Set(data.map(({ readAt }: { readAt: string | null }) => readAt === null)).size).toBe(2);
  for (const { appUrl, subject } of data) {
    expect(appUrl.split(/[/=]/).at(-1)).toBe(subject.id);
    await get(subject.href);
  }
  const kinds = await rowsOf('select kind, count(distinct member_id)::int as people from notification group by kind order by kind');
  expect(kinds.map(({ kind }) => kind)).toEqual(['finding', 'policy', 'task_assignment']);
  const [linkedFindings] = await rowsOf(`select count(distinct app_url)::int as n from notification where kind = 'finding'`);
  expect(linkedFindings?.n).toBe(await count('finding'));
  const mailed = 'select from notification n join member m on m.id = n.member_id where n.title = mail.subject and m.email = mail.recipient';
  expect(await rowsOf(`select subject from mail where not exists (${mailed})`)).toEqual([]);
});

test('200 with six assessed and rated vendors, with records of every kind that belong to vendors', async () => {
  const { data } = await get('/v1/vendors');
  expect(data).toHaveLength(6);
  expect(new Set(data.map(({ category }: { category: string }) => category)).size).toBe(6);
  const seenValues = { items: new Set(), comments: 0, contacts: 0, acceptances: 0, tasks: 0, runs: 0 };
  for (const { id } of data) {
    const vendor = await get(`/v1/vendors/${id}`);
    expect(vendor).toMatchObject({
      riskAssessmentVersion: 'v1',
      riskAssessmentData: { securityAssessment: expect.stringContaining('ISO 27001') },
    });
    seenValues.tasks += vendor.tasks.length;
    for (const { status } of (await get(`/v1/task-management?entityType=vendor&entityId=${id}`)).data) seenValues.items.add(status);
    seenValues.comments += (await get(`/v1/comments?entityType=vendor&entityId=${id}`)).data.length;
    seenValues.contacts += (await get(`/v1/vendors/${id}/contacts`)).data.length;
    const acceptances = (await get(`/v1/vendors/${id}/acceptances`)).data;
    for (const { stale } of acceptances) expect(stale).toBe(false);
    seenValues.acceptances += acceptances.length;
    seenValues.runs += (await get(`/v1/vendors/${id}/assessments`)).data.length;
  }
  expect(seenValues).toEqual({ items: new Set(['todo', 'done']), comments: 3, contacts: 4, acceptances: 2, tasks: 5, runs: 1 });
});

test('200 with three frameworks, two of the catalog and one custom, each partly done', async () => {
  const { data } = await get('/v1/frameworks?includeScores=true');
  expect(
    data
      .map(
        ({ framework, customFramework }: { framework: { name: string } | null; customFramework: { name: string } | null }) =>
          framework?.name ?? customFramework?.name,
      )
      .sort(),
  ).toEqual(['ISO 27001', 'Northgate Clinics security annex', 'SOC 2']);
  for (const { id, complianceScore } of data) {
    expect(complianceScore).toBeGreaterThan(30);
    expect(complianceScore).toBeLessThan(95);
    const { controlCount, taskCount } = await get(`/v1/frameworks/${id}`);
    expect(controlCount).toBeGreaterThan(5);
    expect(taskCount).toBeGreaterThan(0);
  }
  const histories = await Promise.all(data.map(async ({ id }: { id: string }) => (await get(`/v1/frameworks/${id}/sync-history`)).data));
  expect(histories.flat()).toMatchObject([{ kind: 'SYNC', performedBy: { user: { name: 'Noor Haddad' } } }]);
  const { policies, tasks, people, documents } = await get('/v1/frameworks/scores');
  for (const [partCount, allCount] of [
    [policies.published, policies.total],
    [policies.policiesInReview.length, policies.unpublishedPolicies.length],
    [tasks.done, tasks.total],
    [people.completed, people.total],
    [documents.completedDocuments, documents.totalDocuments],
  ]) {
    expect(partCount).toBeGreaterThan(0);
    expect(partCount).toBeLessThan(allCount);
  }
});

test('200 with policies in every state: published and partly signed, as a PDF, in progress, waiting for approval, and drafts', async () => {
  const { data } = await get('/v1/policies?sortBy=name&limit=250');
  const policiesWithStatus = (status: string) => data.filter((policy: { status: string }) => policy.status === status);
  for (const status of ['draft', 'published', 'needs_review']) expect(policiesWithStatus(status).length, status).toBeGreaterThan(2);
  expect(policiesWithStatus('needs_review')[0]).toMatchObject({ approverId: expect.any(String), pendingVersionId: expect.any(String) });
  const [pdfPolicy] = data.filter(({ displayFormat }: { displayFormat: string }) => displayFormat === 'PDF');
  expect((await get(`/v1/policies/${pdfPolicy.id}/pdf/signed-url`)).url).toContain('Code_of_conduct');
  const access = data.find(({ name }: { name: string }) => /access control/i.test(name));
  const { content, draftContent, signedBy } = await get(`/v1/policies/${access.id}`);
  expect(draftContent).not.toEqual(content);
  expect(signedBy.length).toBeGreaterThan(2);
  expect((await get(`/v1/policies/${access.id}/versions`)).data.map(({ state }: { state: string }) => state)).toEqual(['draft', 'current']);
  const { data: signers } = await get(`/v1/policies/${access.id}/acknowledgements`);
  expect(new Set(signers.map(({ status }: { status: string }) => status))).toEqual(new Set(['signed', 'pending']));
});

test('200 with controls that were reviewed, are overdue, or were never reviewed, and whose fields agree with the filters', async () => {
  const { data } = await get('/v1/controls?sortBy=nextReviewDate&limit=250');
  const countDated = (field: string, when: (time: number) => boolean) =>
    data.filter((control: Record<string, string | null>) => when(Date.parse(control[field] ?? ''))).length;
  expect([countDated('lastReviewDate', (time) => time < Date.now()), countDated('nextReviewDate', (time) => time < Date.now())]).toEqual([
    25, 3,
  ]);
  expect(data.slice(0, 3).every(({ nextReviewDate }: { nextReviewDate: string }) => Date.parse(nextReviewDate) < Date.now())).toBe(true);
  expect(data.at(-1)).toMatchObject({ lastReviewDate: null, nextReviewDate: null });
  for (const completeness of ['complete', 'incomplete']) {
    const [first] = (await get(`/v1/controls?completeness=${completeness}&limit=1`)).data;
    expect((await get(`/v1/controls/${first.id}`)).progress.percentComplete === 100, completeness).toBe(completeness === 'complete');
  }
});

test('200 with about 40 employees of all departments, and members are linked to their employees', async () => {
  const { data } = await get('/v1/employees');
  expect(data).toHaveLength(42);
  expect(new Set(data.map(({ name }: { name: string }) => name)).size).toBe(42);
  expect(new Set(data.map(({ department }: { department: string }) => department)).size).toBe(7);
  expect((await get('/v1/employees?active=false')).data).toHaveLength(5);
  expect(
    await rowsOf(
      'select count(*)::integer as linked from employee e join member m on m.id = e.member_id and m.user_id = e.user_id and m.email = e.email',
    ),
  ).toEqual([{ linked: 9 }]);
});

test('200 with members of all roles, two custom roles, and one deactivated member', async () => {
  const { data } = await get('/v1/roles');
  const customRoles = data.filter(({ isBuiltIn }: { isBuiltIn: boolean }) => !isBuiltIn);
  expect(customRoles.map(({ name, memberCount }: { name: string; memberCount: number }) => [name, memberCount > 0])).toEqual([
    ['Board observer', true],
    ['Risk owner', true],
  ]);
  expect((await get('/v1/roles/built-in/admin/obligations')).obligations).toEqual({ compliance: true });
  expect(
    await rowsOf(
      'select count(distinct role)::integer as roles, count(distinct m.id)::integer as members, count(distinct m.id) filter (where not is_active)::integer as former from member m, unnest(roles) as role',
    ),
  ).toEqual([{ roles: 7, members: 12, former: 1 }]);
});

test('200 with discussions and evidence: mentions of members, and files with the declared content', async () => {
  const comments: { content: string; updatedAt: string | null; attachments: { id: string }[] }[] = [];
  const attachments: { id: string; mimeType: string; sha256: string }[] = [];
  for (const { type, id } of await rowsOf('select distinct entity_type as type, entity_id as id from comment'))
    comments.push(...(await get(`/v1/comments?entityType=${String(type)}&entityId=${String(id)}`)).data);
  for (const { type, id } of await rowsOf('select distinct entity_type as type, entity_id as id from attachment'))
    attachments.push(...(await get(`/v1/attachments?entityType=${String(type)}&entityId=${String(id)}`)).data);
  expect(comments).toHaveLength(13);
  expect(comments.some(({ content }) => /@\[[^\]]+\]\(usr_[0-9a-f]{24}\)/.test(content))).toBe(true);
  expect(comments.some(({ updatedAt }) => updatedAt !== null)).toBe(true);
  expect(comments.flatMap(({ attachments: commentFiles }) => commentFiles)).toHaveLength(2);
  const types = new Set<string>();
  for (const { id, mimeType, sha256 } of attachments) {
    const answer = await follow(base, (await get(`/v1/attachments/${id}/download`)).downloadUrl);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, createHash('sha256').update(bytes).digest('hex')]).toEqual([200, sha256]);
    if (!mimeType.startsWith('text/')) expect((await fileTypeFromBuffer(bytes))?.mime).toBe(mimeType);
    types.add(mimeType);
  }
  expect([...types].sort()).toEqual(['application/pdf', 'image/png', 'text/csv', 'text/plain']);
});

test('200 with tasks in every state, some with files, and some that wait for their approvers', async () => {
  const pages = await allPages((method, url) => call(base, method, url, { key }), '/v1/tasks?limit=250&includeRelations=true');
  const data = pages.flatMap((page) => page.data);
  expect(new Set(data.map(({ status }: { status: string }) => status)).size).toBe(6);
  expect(data.filter(({ controls }: { controls: unknown[] }) => controls.length).length).toBeGreaterThan(100);
  expect(data.every(({ description }: { description: string }) => !/^For (HIPAA|GDPR):/m.test(description))).toBe(true);
  const waitingTasks = data.filter(({ status }: { status: string }) => status === 'in_review');
  for (const { id } of waitingTasks) {
    expect(await get(`/v1/tasks/${id}`)).toMatchObject({ approver: { user: { name: 'Noor Haddad' } }, previousStatus: 'in_progress' });
    expect((await get(`/v1/tasks/${id}/activity`)).data.at(0)).toMatchObject({ data: { action: 'Submitted task for review' } });
  }
  expect(waitingTasks.length).toBeGreaterThan(2);
  const files = await Promise.all(data.map(async ({ id }: { id: string }) => (await get(`/v1/tasks/${id}/attachments`)).data.length));
  expect(files.filter((count) => count > 0)).toHaveLength(4);
});

test('200 with task items of all states and priorities, each with its activity', async () => {
  const seenValues = { actions: new Set(), priorities: new Set() };
  for (const { id } of await rowsOf('select id from task_item')) {
    const item = await get(`/v1/task-management/${String(id)}`);
    seenValues.priorities.add(item.priority);
    const { data } = await get(`/v1/task-management/${String(id)}/activity`);
    expect(data[0]).toMatchObject({ timestamp: item.createdAt, data: { action: 'created', taskTitle: item.title } });
    for (const {
      data: { action },
    } of data)
      seenValues.actions.add(action);
  }
  expect([seenValues.priorities.size, [...seenValues.actions].sort()]).toEqual([4, ['assigned', 'created', 'updated']]);
});

test('200 with people who have titles, start dates, training, checks, exemptions and evidence, and with invitations', async () => {
  const { data } = await get('/v1/people?includeDeactivated=true');
  expect(
    data.every(
      ({ jobTitle, onboardDate }: { jobTitle: string | null; onboardDate: string | null }) => jobTitle !== null && onboardDate !== null,
    ),
  ).toBe(true);
  expect(
    data.filter(
      ({ deactivated, offboardDate }: { deactivated: boolean; offboardDate: string | null }) => deactivated && offboardDate !== null,
    ),
  ).toHaveLength(1);
  expect(data.filter(({ backgroundCheckExempt }: { backgroundCheckExempt: boolean }) => backgroundCheckExempt)).toHaveLength(2);
  const seenValues = { modules: new Set<boolean>(), files: 0, results: 0, access: new Set<string>() };
  for (const { id } of data) {
    for (const { completedAt } of (await get(`/v1/people/${id}/training-videos`)).data) seenValues.modules.add(completedAt !== null);
    for (const event of ['onboard', 'offboard'])
      seenValues.files += (await get(`/v1/people/${id}/employment-evidence/${event}`)).data.length;
    seenValues.results += (await get(`/v1/people/${id}/device-compliance`)).policyResults.length;
    for (const { matchType } of (await get(`/v1/people/${id}/access`)).sources) seenValues.access.add(matchType);
  }
  expect([seenValues.modules.size, seenValues.files, seenValues.results, seenValues.access]).toEqual([
    2,
    3,
    3,
    new Set(['matched', 'not_matched']),
  ]);
  expect((await get('/v1/auth/invitations')).data.map(({ status }: { status: string }) => status)).toEqual(['pending', 'expired']);
});

test('200 with an unfinished offboarding: items with evidence, and a vendor whose access is not revoked', async () => {
  const [pending, ...otherPending] = (await get('/v1/offboarding-checklist/pending')).data;
  expect([pending.completedItems, pending.totalItems, otherPending]).toEqual([6, 8, []]);
  const { items } = await get(`/v1/offboarding-checklist/member/${pending.memberId}`);
  for (const { evidenceRequired, completion } of items) if (completion && evidenceRequired) expect(completion.evidence).toHaveLength(1);
  const revokedAccess = (await get(`/v1/offboarding-checklist/member/${pending.memberId}/access-revocations?revoked=true`)).data;
  expect(revokedAccess).toHaveLength(4);
});

test('200 with an organization chart with a vacancy, and with people who are trained and who are not', async () => {
  const { nodes, edges } = await get('/v1/org-chart');
  expect([nodes.length, edges.length]).toEqual([9, 8]);
  const nodesWithMember = nodes.filter(({ data }: { data: { memberId: string | null } }) => data.memberId !== null);
  expect(nodesWithMember).toHaveLength(8);
  for (const { data } of nodesWithMember) expect(data).toMatchObject({ name: expect.any(String), title: expect.any(String) });
  for (const complete of [true, false]) expect((await get(`/v1/training/progress?complete=${complete}`)).data.length).toBeGreaterThan(0);
});

test('200 with four keys: with all scopes, for reading, expired, and revoked', async () => {
  const { data } = await get('/v1/organization/api-keys?includeRevoked=true');
  expect(data).toMatchObject([
    {
      name: 'Demonstration',
      scopes: expect.toSatisfy((scopes: string[]) => scopes.length === ownerScopes.length - 1 && !scopes.includes('organization:delete')),
      createdByMemberId: expect.any(String),
      keyPrefix: key?.slice(0, 8),
    },
    { name: 'Data warehouse pilot', isActive: true, expiresAt: expect.toSatisfy((time: string) => Date.parse(time) < Date.now()) },
    { scopes: expect.toSatisfy((scopes: string[]) => scopes.every((scope) => scope.endsWith(':read'))), expiresAt: null },
    { name: 'HR sync', isActive: false },
  ]);
});

test('200 with submitted forms, some of them reviewed, with all values and with files that have the declared content', async () => {
  const statuses: string[] = [];
  let fileCount = 0;
  for (const { type } of (await get('/v1/evidence-forms')).data) {
    const { data } = await get(`/v1/evidence-forms/${type}/submissions`);
    for (const { id, status, submittedBy } of data) {
      statuses.push(status);
      expect(submittedBy).toMatchObject({ name: expect.any(String) });
      const submission = await get(`/v1/evidence-forms/${type}/submissions/${id}`);
      const file = submission.data.pentestReport ?? submission.data.diagramFile;
      if (file === undefined) continue;
      const bytes = Buffer.from(await (await follow(base, file.downloadUrl)).arrayBuffer());
      expect((await fileTypeFromBuffer(bytes))?.mime).toBe('application/pdf');
      fileCount += 1;
    }
  }
  expect([statuses.length, new Set(statuses).size, fileCount]).toEqual([10, 3, 2]);
});

test('200 with a cloud account and two other connections, one of them paused, each with runs of its checks and their results', async () => {
  const { data } = await get('/v1/integrations/connections?sortBy=label&sortOrder=asc');
  expect(data).toMatchObject([
    { label: 'Booking page', status: 'active', nextSyncAt: expect.any(String) },
    { label: 'Production account', mode: 'inventory', status: 'active', nextSyncAt: null },
    { label: 'Staff directory', status: 'paused', nextSyncAt: null },
  ]);
  const statuses = new Set<string>();
  for (const { id } of data) {
    const { data: runs } = await get(`/v1/integrations/checks/connections/${id}/runs`);
    for (const run of runs) {
      statuses.add(run.status);
      expect(await get(`/v1/integrations/checks/runs/${run.id}`)).toMatchObject({
        totalChecked: run.totalChecked,
        failedCount: run.failedCount,
      });
    }
  }
  expect([...statuses].sort()).toEqual(['completed', 'failed', 'inconclusive']);
  expect((await get('/v1/integrations/sync/logs')).data).toMatchObject([
    { status: 'completed', result: { dryRun: false } },
    { status: 'completed', result: { dryRun: true } },
  ]);
});

test('200 with a questionnaire that is partly answered from sources and manually, and with its file', async () => {
  const {
    data: [{ id }],
  } = await get('/v1/questionnaire?source=internal');
  const { totalQuestions, answeredQuestions, questions } = await get(`/v1/questionnaire/${id}`);
  expect([totalQuestions, answeredQuestions]).toEqual([10, 7]);
  const withStatus = (wanted: string) => questions.filter(({ status }: { status: string }) => status === wanted);
  expect(['manual', 'generated', 'untouched'].map((status) => withStatus(status).length)).toEqual([3, 4, 3]);
  for (const { sources } of withStatus('generated')) await get(`/v1/context/${sources[0].sourceId}`);
  expect(await get(`/v1/questionnaire/${id}/file`)).toMatchObject({ fileName: 'Supplier security review.csv' });
});

test('200 with released and internal material, and answers to a visitor that are not released yet', async () => {
  for (const path of ['policies', 'context', 'knowledge-base/manual-answers', 'knowledge-base/documents'])
    for (const audience of ['audience=internal', 'audience=nda&audience=public'])
      expect((await get(`/v1/${path}?${audience}`)).data, `${path} ${audience}`).not.toEqual([]);
  const { data } = await get('/v1/trust-access/admin/questionnaires');
  expect(data).toMatchObject([{ status: 'waiting', audiences: ['public', 'nda'], totalQuestions: 2, answeredQuestions: 1 }]);
  const { answers } = await get(`/v1/trust-access/admin/questionnaires/${data[0].id}`);
  const [{ question, answer }] = answers;
  const previews = (await get(`/v1/questionnaire/visitor-preview?question=${encodeURIComponent(question)}`)).data;
  expect(previews).toMatchObject([{ answer }, { answer }]);
});

test('200 with an intact audit log over several months, about existing records', async () => {
  expect(await get('/v1/audit-logs/verification')).toMatchObject({
    intact: true,
    fromSequence: 1,
    headSequence: await count('audit_entry'),
  });
  const pages = await allPages((method, url) => call(base, method, url, { key }), '/v1/audit-logs?limit=250&count=true');
  const [data, { totalCount }] = [pages.flatMap((page) => page.data), pages[0]];
  expect(totalCount).toBeGreaterThanOrEqual(150);
  expect(Date.now() - Date.parse(data.at(-1).timestamp)).toBeGreaterThan(200 * 86_400_000);
  expect(data.map(({ sequence }: { sequence: number }) => sequence)).toEqual(data.map((_: unknown, index: number) => totalCount - index));

  const knownIdsOf = async (ids: string) => new Set((await rowsOf(ids)).map(({ id }) => id));
  const entityIdsOf = (description: string) =>
    data
      .filter((entry: { description: string }) => entry.description.startsWith(description))
      .map(({ entityId }: { entityId: string }) => entityId);
  for (const [description, ids] of [
    ['Created risk', 'select id from risk'],
    ['Created employee', 'select id from employee'],
    ['Created API key', 'select id from api_key'],
    ['Created custom role', 'select id from custom_role'],
  ] as const) {
    const deletedIds = new Set(entityIdsOf(description.replace('Created', 'Deleted')));
    expect(
      new Set(entityIdsOf(description).filter((id: string) => !deletedIds.has(id) || description === 'Created API key')),
      description,
    ).toEqual(await knownIdsOf(ids));
  }
});

test('200 with findings in each state, with their history and comments', async () => {
  const { data } = await get('/v1/findings');
  expect(new Set(data.map(({ status }: { status: string }) => status))).toEqual(
    new Set(['open', 'ready_for_review', 'needs_revision', 'closed']),
  );
  const actions = new Set<string>();
  for (const finding of data) {
    expect(finding).toMatchObject({ createdBy: { user: { name: 'Dorothea Vance' } } });
    const { data: history } = await get(`/v1/findings/${finding.id}/history`);
    expect(history.at(-1)).toMatchObject({ timestamp: finding.createdAt, data: { action: 'created' } });
    expect(history[0].timestamp).toBe(finding.updatedAt);
    for (const entry of history) actions.add(entry.data.action);
  }
  expect([...actions].sort()).toEqual(['content_updated', 'created', 'severity_changed', 'status_changed']);
  const { findings, findingsByStatus } = await get('/v1/frameworks/scores');
  expect([findings.length, findingsByStatus]).toEqual([5, { open: 3, ready_for_review: 1, needs_revision: 1, closed: 2 }]);
});

test('no event is earlier than its cause or in the future', async () => {
  const oddities: Record<string, string> = {
    'changed before it was created': [
      'risk',
      'employee',
      'member',
      'custom_role',
      'task_item',
      'risk_treatment',
      'organization',
      'questionnaire',
      'question_answer',
      'evidence_submission',
      'context_entry',
      'finding',
    ]
      .map((table) => `select id from ${table} where updated_at < created_at or updated_at > now()`)
      .join(' union all '),
    'discussed before it was there':
      'select c.id from comment c join risk r on r.id = c.entity_id where c.created_at < r.created_at union all select c.id from comment c join task_item i on i.id = c.entity_id where c.created_at < i.created_at or c.updated_at < c.created_at union all select c.id from comment c join finding f on f.id = c.entity_id where c.created_at < f.created_at',
    'attached before it was there':
      'select a.id from attachment a join risk r on r.id = a.entity_id where a.created_at < r.created_at union all select a.id from attachment a join task_item i on i.id = a.entity_id where a.created_at < i.created_at union all select a.id from attachment a join task t on t.id = a.entity_id where a.created_at < t.created_at',
    'reviewed before it was submitted':
      'select id from evidence_submission where reviewed_at < submitted_at or submitted_at > now() or reviewed_at > now()',
    'before its risk': ['task_item', 'risk_acceptance', 'risk_treatment']
      .map((table) => `select t.id from ${table} t join risk r on r.id = t.risk_id where t.created_at < r.created_at`)
      .join(' union all '),
    'before the organization': ['risk', 'employee', 'member', 'api_key']
      .map((table) => `select t.id from ${table} t join organization o on o.id = t.organization_id where t.created_at < o.created_at`)
      .join(' union all '),
    'done by somebody who was not there':
      'select e.id from audit_entry e join member m on m.id = e.member_id where e.timestamp < m.created_at or (not m.is_active and e.timestamp > m.updated_at)',
    'done without a member': 'select id from audit_entry where member_id is null or user_id is null',
    'completed without being done':
      "select id from task_item where (status = 'done') <> (completed_at is not null) or completed_at < created_at",
    'changed without an entry':
      'select r.id from risk r where not exists (select from audit_entry e where e.entity_id = r.id and e.timestamp = r.created_at) or not exists (select from audit_entry e where e.entity_id = r.id and e.timestamp = r.updated_at)',
    'of a connection that was not there': ['integration_check_run', 'integration_sync_log', 'integration_credential']
      .map(
        (table) =>
          `select t.id from ${table} t join integration_connection n on n.id = t.connection_id where t.created_at < n.created_at or t.created_at > now()`,
      )
      .join(' union all '),
    'counted otherwise than found':
      'select r.id from integration_check_run r where (r.total_checked, r.failed_count) <> (select count(*), count(*) filter (where not passed) from integration_check_result x where x.check_run_id = r.id) or r.completed_at < r.started_at or r.completed_at > now()',
    'used after its end': 'select id from api_key where last_used_at > expires_at or last_used_at < created_at',
  };
  for (const [oddity, statement] of Object.entries(oddities)) expect(await rowsOf(statement), oddity).toEqual([]);
});

test('200 with a timeline in progress, and drafts', async () => {
  const { data } = await get('/v1/timelines');
  const statuses = data.map(({ trackKey, status }: { trackKey: string; status: string }) => `${trackKey} ${status}`);
  expect(statuses.toSorted()).toEqual(['primary draft', 'soc2_type1 active', 'soc2_type2 draft']);
  const { id } = data.find(({ status }: { status: string }) => status === 'active');
  const { phases } = await get(`/v1/timelines/${id}`);
  expect(phases.slice(0, 3)).toMatchObject([
    { status: 'completed', completedBy: { name: 'Noor Haddad' } },
    { status: 'in_progress', completionPercent: expect.toSatisfy((percent: number) => percent > 0 && percent < 100) },
    { status: 'pending' },
  ]);
  expect(Date.parse(phases[1].endDate)).toBeGreaterThan(Date.now());
  expect((await get(`/v1/audit-logs?entityId=${id}`)).data).toHaveLength(4);
});

test('200 with an engagement letter that both parties have signed, one that waits for the auditor, and a draft', async () => {
  const { data } = await get('/v1/letters-of-engagement?sortBy=reference&sortOrder=asc');
  expect(data).toMatchObject([
    {
      status: 'signed',
      signatures: [
        { status: 'signed', signerName: 'Mira Castellan' },
        { status: 'signed', signerName: 'Dorothea Vance' },
      ],
    },
    { status: 'partially_signed', signatures: [{ status: 'signed' }, { status: 'pending', tokenExpiresAt: expect.any(String) }] },
    { status: 'draft', signatures: [] },
  ]);
  const [signedLetter] = data;
  const { engagementLetter } = await get(`/v1/frameworks/${signedLetter.frameworkInstanceId}`);
  expect(engagementLetter).toMatchObject({ id: signedLetter.id, auditorFirm: 'Alder & Finch Assurance' });
  const history = (await get(`/v1/letters-of-engagement/${signedLetter.id}/history`)).data;
  expect(history.map(({ type }: { type: string }) => type)).toEqual(['signed', 'signed', 'sent', 'created']);
  expect((await get(`/v1/audit-logs?entityId=${signedLetter.id}`)).data).toHaveLength(4);
  expect((await get('/v1/letters-of-engagement/templates')).data.at(-1)).toMatchObject({ name: 'SOC 2 with Alder & Finch' });
});

test('200 with an approved statement of applicability that can be exported, and its renewal in progress', async () => {
  const {
    data: [renewal, first],
  } = await get('/v1/soa/documents');
  expect(first).toMatchObject({
    version: 1,
    isLatest: false,
    status: 'completed',
    approvalStatus: 'approved',
    percentComplete: 100,
    preparedBy: 'Noor Haddad',
    approver: { user: { name: 'Mira Castellan' } },
  });
  expect(renewal).toMatchObject({
    version: 2,
    isLatest: true,
    status: 'in_progress',
    approvalStatus: 'none',
    answeredQuestions: 91,
    percentComplete: 98,
  });
  const { answers } = await get(`/v1/soa/documents/${renewal.id}`);
  expect(new Set(answers.map(({ status }: { status: string }) => status))).toEqual(new Set(['generated', 'manual']));
  expect((await get(`/v1/soa/documents/${first.id}/answers/A.8.30/versions`)).data).toMatchObject([
    { answerVersion: 2, isApplicable: false },
    { answerVersion: 1, isApplicable: true, status: 'generated' },
  ]);
  const { status, bytes } = await call(base, 'POST', '/v1/soa/export', {
    key,
    body: { documentId: first.id, organizationId: first.organizationId },
  });
  expect(status).toBe(200);
  expect(await wordsOf(bytes)).toContain('Larkmere Software');
  for (const [text, from] of [
    ['Approved the statement', first.id],
    ['Filled in the statement', first.id],
    ['Created version 2', renewal.id],
  ])
    expect((await get(`/v1/audit-logs?entityId=${from}&search=${encodeURIComponent(text)}`)).data).toHaveLength(1);
});

test('a search finds records of all types, and each can be read at the URL in the result', async () => {
  const types = new Set<string>();
  // Several results may have the same URL: a questionnaire and its answers, or a record and its comments.
  const urls = new Set<string>();
  for (const word of ['access', 'data', 'review', 'security', 'example', 'risk or policy or report', 'directory', 'xlsx or pdf', 'pro'])
    for (const { data } of await allPages(
      (method, url) => call(base, method, url, { key }),
      `/v1/search?q=${encodeURIComponent(word)}&limit=100`,
    ))
      for (const { url, type } of data) {
        types.add(type);
        urls.add(url);
      }
  expect([...types].toSorted()).toEqual(Object.values(SearchableType).toSorted());
  for (const url of urls) await get(url);
  const access = await get('/v1/search?q=access');
  expect(Object.keys(access.facets.type).length).toBeGreaterThanOrEqual(8);
  expect((await get('/v1/search?q=handover+patients&type=knowledge_base_document')).data).toMatchObject([{ title: 'Return of data.md' }]);
});

test('every answer except files is at most 100 KiB', async () => {
  const largeAnswers: [string, number][] = [];
  const unreachedOperations: string[] = [];
  const ask = (url: string, credential: RequestOptions = { key }) => call(base, 'GET', url, credential);
  // Many paths start with the same lists, so these are read only once.
  const lists = new Map<string, ReturnType<typeof ask>>();
  const listCached = (url: string) => {
    const list = lists.get(url) ?? ask(url);
    lists.set(url, list);
    return list;
  };
  const caller = { call: (method: string, url: string, options: object = {}) => call(base, method, url, { key, ...options }) };
  const parametersByTemplate = await createRecords(caller);
  const readOperations = contract.filter(
    ({ method, responses, registry }) => method === 'GET' && registry.scope === 'organization' && responses.some(isJson),
  );
  const allParameters: PathParameters = Object.assign({}, ...Object.values(parametersByTemplate));
  const account = (await get('/v1/cloud-security/providers')).data[0].id;
  const risk = (await get('/v1/risks?search=laptop')).data[0]?.id ?? (await get('/v1/risks')).data[0].id;
  // The first connection may have no checks, so the run is taken from any connection that has one.
  const checkRuns = await Promise.all(
    (await get('/v1/integrations/connections')).data.map(({ id }: { id: string }) => get(`/v1/integrations/checks/connections/${id}/runs`)),
  );
  const checkRunId: string = checkRuns.flatMap(({ data }) => data)[0].id;
  // A request with a key must name the member whose training it reads.
  const queryOf: Readonly<Record<string, string>> = { listTrainingCompletions: `?memberId=${(await get('/v1/people')).data[0].id}` };
  for (const { id, template, path, registry } of readOperations) {
    // Operations that take a record in the query are called for a risk.
    const query =
      queryOf[id] ??
      (path.includes('?')
        ? path
            .slice(path.indexOf('?'))
            .replace(/entityType=\w+&entityId=\w+/, `entityType=risk&entityId=${risk}`)
            .replace(/connectionId=icn_\w+/, `connectionId=${account}`)
        : '');
    let answers = 0;
    for (const address of await addressesOf(listCached, template, { ...allParameters, ...parametersByTemplate[template], checkRunId })) {
      // Operations that require a session are read in a session of the owner.
      const { status, bytes, headers } = await ask(address + query, 'requiresSession' in registry ? owner : { key });
      if (status !== 200 || headers.has('content-disposition')) continue;
      answers += 1;
      if (bytes.length > 102_400) largeAnswers.push([address, bytes.length]);
    }
    if (!answers) unreachedOperations.push(id);
  }
  expect(largeAnswers).toEqual([]);
  expect(unreachedOperations.toSorted()).toEqual(Object.keys(operationsWithoutJson).toSorted());
});

/** Operations that return no JSON for any record of the demonstration, and why. */
const operationsWithoutJson: Readonly<Record<string, string>> = {
  getFrameworkCrosswalk: 'it is a file',
  listGcpOrganizations: 'no account of Google Cloud is connected',
  previewFrameworkUpdate: 'no framework has an update',
  getOrganizationEvidenceExportDownloadUrl: 'no archive is made, because nothing runs in the background here',
};

function isJson({ status, answer }: (typeof contract)[number]['responses'][number]): boolean {
  return status === 200 && 'application/json' in (answer.content ?? {});
}
