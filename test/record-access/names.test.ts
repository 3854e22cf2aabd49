/** An answer contains names and titles of other records only if the caller may read these records (spec/conventions, 3). */
import { expect, test } from 'vitest';
import { startApp } from '../support/app.ts';
import { addTask } from '../support/tasks.ts';
import { addItem } from '../support/task-items.ts';
import { newApiKey, newMember } from '../support/organization.ts';
import { addControl } from '../support/controls.ts';
import { addCustom, addRequirement } from '../support/frameworks.ts';
import { raise } from '../support/findings.ts';
import { iso, setUp } from '../support/isms.ts';
import { addPolicy } from '../support/policies.ts';
import { add as addRisk } from '../support/risks.ts';
import { addVendor } from '../support/vendors.ts';

const app = startApp();
const missingPermission = { status: 403, body: { code: 'missing_permission' } };

/** Creates a control with a policy, a task, a risk and a requirement, all with unique names that a test can search for. */
async function createLinkedRecords() {
  const { call, organization } = await app.callerForEverything();
  const { id: taskId } = await addTask(call, { title: 'Taskcanary' });
  const { id: policyId } = await addPolicy(call, { name: 'Policycanary', status: 'published' });
  const { id: riskId } = await addRisk(call, { title: 'Riskcanary' });
  const { id: vendorId } = await addVendor(call, { name: 'Vendorcanary' });
  const { id: framework } = await addCustom(call, 'Frameworkcanary');
  const customRequirementId = await addRequirement(call, framework, 'Requirementcanary');
  const controlId = await addControl(call, {
    name: 'Controlcanary',
    policyIds: [policyId],
    taskIds: [taskId],
    requirementMappings: [{ frameworkInstanceId: framework, customRequirementId }],
  });
  expect(await call('PUT', `/v1/risks/${riskId}/tasks`, { body: { taskIds: [taskId] } })).toMatchObject({ status: 200 });
  expect(await call('PUT', `/v1/risks/${riskId}/controls`, { body: { controlIds: [controlId] } })).toMatchObject({ status: 200 });
  expect(await call('PUT', `/v1/vendors/${vendorId}/tasks`, { body: { taskIds: [taskId] } })).toMatchObject({ status: 200 });
  const itemId = await addItem(call, riskId, { title: 'Itemcanary' }).then((item) => (typeof item === 'string' ? item : item.id));
  return {
    call,
    organization,
    ids: { taskId, policyId, riskId, vendorId, framework, customRequirementId, controlId, itemId },
    async asking(...scopes: string[]) {
      const { key } = await newApiKey(app.database, organization.id, { scopes });
      return (url: string) => app.call('GET', url, { key });
    },
  };
}

const canariesIn = (text: string) => [...new Set(text.match(/\b[A-Z][a-z]+canary\b/g))].toSorted();

test('200 without names of records that the key may not read, and with these names for a key that may read them', async () => {
  const { ids, asking } = await createLinkedRecords();
  const cases: [url: string, own: string, others: Readonly<Record<string, string>>][] = [
    [
      `/v1/controls/options?search=canary`,
      'control:read',
      { 'task:read': 'Taskcanary', 'policy:read': 'Policycanary', 'framework:read': 'Frameworkcanary' },
    ],
    ['/v1/controls', 'control:read', { 'task:read': 'Taskcanary', 'policy:read': 'Policycanary', 'framework:read': 'Frameworkcanary' }],
    [
      `/v1/controls/${ids.controlId}`,
      'control:read',
      { 'task:read': 'Taskcanary', 'policy:read': 'Policycanary', 'risk:read': 'Riskcanary', 'framework:read': 'Frameworkcanary' },
    ],
    [`/v1/tasks/${ids.taskId}`, 'task:read', { 'control:read': 'Controlcanary' }],
    ['/v1/tasks?includeRelations=true', 'task:read', { 'control:read': 'Controlcanary' }],
    ['/v1/tasks/options', 'task:read', { 'control:read': 'Controlcanary', 'framework:read': 'Frameworkcanary' }],
    [`/v1/risks/${ids.riskId}`, 'risk:read', { 'task:read': 'Taskcanary', 'control:read': 'Controlcanary' }],
    [`/v1/vendors/${ids.vendorId}`, 'vendor:read', { 'task:read': 'Taskcanary' }],
    [`/v1/frameworks/${ids.framework}/requirements/${ids.customRequirementId}`, 'framework:read', { 'control:read': 'Controlcanary' }],
    ['/v1/frameworks/scores', 'framework:read', { 'task:read': 'Taskcanary' }],
  ];
  for (const [url, ownScope, otherScopes] of cases) {
    const answerWithoutOthers = await (await asking(ownScope))(url);
    expect(answerWithoutOthers, `${url} ${answerWithoutOthers.text}`).toMatchObject({ status: 200 });
    for (const [permission, name] of Object.entries(otherScopes)) {
      expect(canariesIn(answerWithoutOthers.text), `${url} with ${ownScope}`).not.toContain(name);
      expect(canariesIn((await (await asking(ownScope, permission))(url)).text), `${url} with ${permission}`).toContain(name);
    }
  }
});

test('403 for lists of linked records without the permission to read them', async () => {
  const { ids, asking } = await createLinkedRecords();
  const cases: [url: string, own: string[], other: string][] = [
    [`/v1/frameworks/${ids.framework}/controls`, ['framework:read'], 'control:read'],
    [`/v1/frameworks/${ids.framework}/tasks`, ['framework:read'], 'task:read'],
    [`/v1/frameworks/${ids.framework}/evidence-submissions`, ['framework:read'], 'evidence:read'],
    [`/v1/frameworks/${ids.framework}/mappings/export`, ['framework:read'], 'control:read'],
    [`/v1/policies/${ids.policyId}/controls`, ['policy:read'], 'control:read'],
    [`/v1/policies/${ids.policyId}/evidence-tasks`, ['policy:read', 'task:read'], 'control:read'],
    [`/v1/tasks/${ids.taskId}/policies`, ['policy:read', 'task:read'], 'control:read'],
    [`/v1/tasks/${ids.taskId}/evidence`, ['evidence:read'], 'task:read'],
    [`/v1/tasks/${ids.taskId}/evidence/export`, ['evidence:read'], 'task:read'],
    [`/v1/integrations/tasks/${ids.taskId}/checks`, ['integration:read'], 'task:read'],
  ];
  for (const [url, ownScope, otherScope] of cases) {
    expect(await (await asking(...ownScope))(url), url).toMatchObject(missingPermission);
    expect(await (await asking(...ownScope, otherScope))(url), url).toMatchObject({ status: 200 });
  }
});

test('403 for generating an ISMS document without the permissions on its sources (isms, rule 25)', async () => {
  const { call, organization } = await app.callerForEverything();
  await addVendor(call, { name: 'Vendorcanary' });
  const documents = await setUp(call);
  const generateWith = async (...scopes: string[]) => {
    const { key } = await newApiKey(app.database, organization.id, { scopes });
    return (url: string) => app.call('POST', url, { key });
  };
  const contextUrl = `/v1/isms/documents/${documents.context_of_organization}/generate`;
  const generateAllUrl = `/v1/isms/generate-all?frameworkId=${iso}`;
  const callWithoutRead = await generateWith('evidence:update');
  expect(await callWithoutRead(contextUrl)).toMatchObject(missingPermission);
  expect(await callWithoutRead(generateAllUrl)).toMatchObject(missingPermission);
  expect(await callWithoutRead(`/v1/isms/documents/${documents.internal_audit}/generate`)).toMatchObject({ status: 200 });
  const callWithRead = await generateWith('evidence:update', 'vendor:read', 'member:read', 'framework:read', 'app:read');
  expect(await callWithRead(contextUrl)).toMatchObject({ status: 200 });
  expect(await callWithRead(generateAllUrl)).toMatchObject(missingPermission);
});

test('200 with an empty list, as for an unknown id, when the filter names a record that the key may not read', async () => {
  const { call, ids, asking } = await createLinkedRecords();
  const { taskId, policyId, riskId, vendorId } = ids;
  for (const target of [{ taskId }, { policyId }, { riskId }, { vendorId }]) await raise(call, target);
  const cases = [
    ['/v1/risks', 'risk:read', 'controlId', ids.controlId, 'control:read'],
    ['/v1/tasks', 'task:read', 'controlId', ids.controlId, 'control:read'],
    ['/v1/tasks', 'task:read', 'frameworkInstanceId', ids.framework, 'framework:read'],
    ['/v1/controls', 'control:read', 'frameworkInstanceId', ids.framework, 'framework:read'],
    ['/v1/findings', 'finding:read', 'taskId', taskId, 'task:read'],
    ['/v1/findings', 'finding:read', 'policyId', policyId, 'policy:read'],
    ['/v1/findings', 'finding:read', 'riskId', riskId, 'risk:read'],
    ['/v1/findings', 'finding:read', 'vendorId', vendorId, 'vendor:read'],
  ] as const;
  const violations: string[] = [];
  for (const [list, ownScope, name, id, neededScope] of cases) {
    const url = `${list}?${name}=${id}`;
    const [answerWithoutRead, answerWithRead] = [await (await asking(ownScope))(url), await (await asking(ownScope, neededScope))(url)];
    if (answerWithoutRead.body.data.length !== 0 || answerWithRead.body.data.length !== 1) violations.push(`${list} ${name}`);
  }
  expect(violations).toEqual([]);
});

test('200 for filters by completeness or missing links, which count only links that the key may read (controls, rule 20)', async () => {
  const { asking } = await createLinkedRecords();
  const countOf = async (query: string, ...scopes: string[]) => {
    const answer = await (await asking('control:read', ...scopes))(`/v1/controls?${query}`);
    expect(answer, answer.text).toMatchObject({ status: 200 });
    return answer.body.data.length;
  };
  expect(await countOf('missing=policies')).toBe(1);
  expect(await countOf('missing=policies', 'policy:read')).toBe(0);
  expect(await countOf('missing=tasks')).toBe(1);
  expect(await countOf('missing=tasks', 'task:read')).toBe(0);
  expect(await countOf('missing=requirements')).toBe(1);
  expect(await countOf('missing=requirements', 'framework:read')).toBe(0);
  expect(await countOf('completeness=empty')).toBe(1);
  expect(await countOf('completeness=empty', 'task:read')).toBe(0);
  expect(await countOf('completeness=incomplete')).toBe(0);
  expect(await countOf('completeness=incomplete', 'task:read')).toBe(1);
});

test('403 for the risk treatment plan without the permissions on risks, vendors and controls (isms, rule 24)', async () => {
  const { call, asking } = await createLinkedRecords();
  expect(await call('POST', '/v1/frameworks', { body: { frameworkIds: [iso] } })).toMatchObject({ status: 201 });
  const { risk_treatment_plan: id } = await setUp(call);
  const [planUrl, fileUrl] = [`/v1/isms/documents/${id}/risk-treatment`, `/v1/isms/documents/${id}/export?format=pdf&draft=true`];
  for (const url of [planUrl, fileUrl])
    expect(await (await asking('evidence:read', 'risk:read', 'vendor:read'))(url), url).toMatchObject(missingPermission);
  const answer = await (await asking('evidence:read', 'risk:read', 'vendor:read', 'control:read'))(planUrl);
  expect(canariesIn(answer.text)).toEqual(['Controlcanary', 'Riskcanary', 'Vendorcanary']);
});

test('404 for a finding about a record that the caller may not read, and no list contains the finding (findings, rule 15)', async () => {
  const { call, ids, asking } = await createLinkedRecords();
  const cases = [
    ['taskId', 'task', 'task:read'],
    ['policyId', 'policy', 'policy:read'],
    ['vendorId', 'vendor', 'vendor:read'],
    ['riskId', 'risk', 'risk:read'],
  ] as const;
  for (const [field, name, permission] of cases) {
    const { id } = await raise(call, { [field]: ids[field], content: 'Findingcanary' });
    const [callWithoutRead, callWithRead] = [await asking('finding:read'), await asking('finding:read', permission)];
    for (const url of [`/v1/findings/${id}`, `/v1/findings/${id}/history`, `/v1/comments?entityType=finding&entityId=${id}`])
      expect(await callWithoutRead(url), url).toMatchObject({ status: 404, body: { code: 'finding_not_found' } });
    for (const url of ['/v1/findings', '/v1/search?q=findingcanary']) expect((await callWithoutRead(url)).body.data, url).toEqual([]);
    expect((await callWithRead(`/v1/findings/${id}`)).body).toMatchObject({ [name]: { id: ids[field] } });
    for (const url of ['/v1/findings', '/v1/search?q=findingcanary']) expect((await callWithRead(url)).body.data, url).toHaveLength(1);
  }
});

test('403 when a finding is raised about a record of a kind that the key may not read', async () => {
  const { organization, ids } = await createLinkedRecords();
  const { key } = await newApiKey(app.database, organization.id, { scopes: ['finding:create', 'vendor:read'] });
  const body = { type: 'soc2', severity: 'low', content: 'It is not done.' };
  expect(await app.call('POST', '/v1/findings', { key, body: { ...body, riskId: ids.riskId } })).toMatchObject(missingPermission);
  expect(await app.call('POST', '/v1/findings', { key, body: { ...body, vendorId: ids.vendorId } })).toMatchObject({ status: 201 });
});

test('200 with task items of risks and vendors that the caller may read, and items of the caller (task-management, rule 11)', async () => {
  const { call, organization, ids } = await createLinkedRecords();
  const member = await newMember(app.database, organization.id, ['owner', 'auditor']);
  const keyWith = async (...scopes: string[]) =>
    (await newApiKey(app.database, organization.id, { scopes, created_by_member_id: member.id })).key;
  const ownItem = await addItem(call, ids.riskId, { title: 'Owncanary', assigneeId: member.id });
  const ownId = typeof ownItem === 'string' ? ownItem : ownItem.id;
  const [narrow, wide] = [await keyWith('task:read', 'task:update', 'task:create', 'task:delete'), await keyWith('task:read', 'risk:read')];
  const list = `/v1/task-management?entityType=risk&entityId=${ids.riskId}`;
  expect(canariesIn((await app.call('GET', list, { key: narrow })).text)).toEqual(['Owncanary']);
  expect(canariesIn((await app.call('GET', list, { key: wide })).text)).toEqual(['Itemcanary', 'Owncanary']);
  const stats = `/v1/task-management/stats?entityType=risk&entityId=${ids.riskId}`;
  expect((await app.call('GET', stats, { key: narrow })).body.total).toBe(1);
  expect((await app.call('GET', stats, { key: wide })).body.total).toBe(2);
  const [itemPath, ownItemPath] = [`/v1/task-management/${ids.itemId}`, `/v1/task-management/${ownId}`];
  for (const url of [itemPath, `${itemPath}/activity`]) {
    expect(await app.call('GET', url, { key: narrow })).toMatchObject(missingPermission);
    expect(await app.call('GET', url, { key: wide })).toMatchObject({ status: 200 });
  }
  const body = { title: 'Another', entityType: 'risk', entityId: ids.riskId };
  expect(await app.call('POST', '/v1/task-management', { key: narrow, body })).toMatchObject(missingPermission);
  expect(await app.call('PATCH', itemPath, { key: narrow, body: { status: 'done' } })).toMatchObject(missingPermission);
  expect(await app.call('PATCH', ownItemPath, { key: narrow, body: { status: 'done' } })).toMatchObject({ status: 200 });
  expect(await app.call('DELETE', itemPath, { key: narrow })).toMatchObject(missingPermission);
  const comment = { content: 'Seen', entityType: 'task', entityId: ids.itemId };
  expect(await app.call('POST', '/v1/comments', { key: narrow, body: comment })).toMatchObject(missingPermission);
  expect(await app.call('GET', `/v1/comments?entityType=task&entityId=${ids.itemId}`, { key: narrow })).toMatchObject(missingPermission);
});

test('200 for a search without items of hidden records and without the titles of their parents (search, rule 2)', async () => {
  const { call, organization, ids, asking } = await createLinkedRecords();
  const { member, call: ask } = await app.session(organization, ['employee']);
  await addItem(call, ids.riskId, { title: 'Assignedcanary', assigneeId: member.id });
  const url = '/v1/search?q=itemcanary+or+assignedcanary&type=task_item';
  expect((await (await asking('task:read'))(url)).body.data).toEqual([]);
  expect(canariesIn((await (await asking('task:read', 'risk:read'))(url)).text)).toContain('Riskcanary');
  expect((await ask('GET', url)).body.data).toMatchObject([{ title: 'Assignedcanary', parent: null }]);
  const suggestions = '/v1/search/suggestions?q=itemcan';
  expect((await (await asking('task:read'))(suggestions)).body.data).toEqual([]);
  expect((await (await asking('task:read', 'risk:read'))(suggestions)).body.data).toMatchObject([{ title: 'Itemcanary' }]);
});

test('404 for an upload of another member (uploads, rule 10)', async () => {
  const { call, organization } = await app.caller();
  const body = { purpose: 'attachment', fileName: 'Salaries.pdf', fileType: 'application/pdf' };
  const { id } = (await call('POST', '/v1/uploads/presign', { body })).body;
  const { call: ask } = await app.session(organization, ['admin']);
  expect(await call('GET', `/v1/uploads/${id}`)).toMatchObject({ status: 200 });
  expect(await ask('GET', `/v1/uploads/${id}`)).toMatchObject({ status: 404 });
  expect(await ask('DELETE', `/v1/uploads/${id}`)).toMatchObject({ status: 404 });
});

test('200 with only their own signature for a restricted member (policies, rule 28)', async () => {
  const { organization, ids } = await createLinkedRecords();
  const [{ member, call: ask }] = [await app.session(organization, ['employee']), await app.session(organization, ['employee'])];
  const answer = await ask('GET', `/v1/policies/${ids.policyId}/acknowledgements`);
  expect(answer.body.data).toMatchObject([{ memberId: member.id }]);
});
