import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { allPages, startApp } from '../../support/app.ts';
import { newMember, newRole } from '../../support/organization.ts';
import { invalid, notFound } from '../../support/controls.ts';
import {
  addPolicy,
  addPublished,
  addVersion,
  auditActionsOf,
  expectSuccess,
  pdfFile,
  policyOf,
  submit,
  textOf,
} from '../../support/policies.ts';
import { expectProblem } from '../../support/refusals.ts';

const app = startApp();
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const invalidMember = 'must be an active member who takes part in compliance work';
const invalidApprover = 'must have the permission policy:update, to approve';

/** Lists every operation on one policy, each with a valid body. */
const operations = (id: string): readonly [string, string, object?][] => [
  ['GET', `/v1/policies/${id}`],
  ['PATCH', `/v1/policies/${id}`, { name: 'x' }],
  ['DELETE', `/v1/policies/${id}`],
  ['GET', `/v1/policies/${id}/controls`],
  ['POST', `/v1/policies/${id}/controls`, { controlIds: [newId('ctl')] }],
  ['DELETE', `/v1/policies/${id}/controls/${newId('ctl')}`],
  ['GET', `/v1/policies/${id}/evidence-tasks`],
  ['POST', `/v1/policies/${id}/regenerate`],
  ['GET', `/v1/policies/${id}/pdf/signed-url`],
  ['GET', `/v1/policies/${id}/pdf`],
  ['POST', `/v1/policies/${id}/pdf`, pdfFile],
  ['DELETE', `/v1/policies/${id}/pdf`],
  ['GET', `/v1/policies/${id}/versions`],
  ['POST', `/v1/policies/${id}/versions`, {}],
  ['GET', `/v1/policies/${id}/versions/${newId('pv')}`],
  ['PATCH', `/v1/policies/${id}/versions/${newId('pv')}`, { changelog: 'x' }],
  ['DELETE', `/v1/policies/${id}/versions/${newId('pv')}`],
  ['POST', `/v1/policies/${id}/versions/publish`, {}],
  ['POST', `/v1/policies/${id}/versions/${newId('pv')}/activate`],
  ['POST', `/v1/policies/${id}/versions/${newId('pv')}/submit-for-approval`, { approverId: newId('mem') }],
  ['POST', `/v1/policies/${id}/accept-changes`, { approverId: newId('mem') }],
  ['POST', `/v1/policies/${id}/deny-changes`, { approverId: newId('mem') }],
  ['GET', `/v1/policies/${id}/acknowledgements`],
  ['POST', `/v1/policies/${id}/acknowledgements`, {}],
  ['GET', `/v1/policies/${id}/acknowledgements/export.csv`],
  ['POST', `/v1/policies/${id}/acknowledgements/remind`],
];

describe('creating', () => {
  test('201 with the defaults and a first version, which is the current one', async () => {
    const { call, organization } = await app.caller();
    const policy = await addPolicy(call, { name: '  Access control ' });
    expect(policy).toEqual({
      id: expect.stringMatching(/^pol_[0-9a-f]{24}$/),
      organizationId: organization.id,
      name: 'Access control',
      description: null,
      status: 'draft',
      content: textOf('First text'),
      draftContent: textOf('First text'),
      frequency: null,
      department: null,
      isRequiredToSign: true,
      signedBy: [],
      reviewDate: null,
      isArchived: false,
      lastArchivedAt: null,
      archivedAt: null,
      displayFormat: 'EDITOR',
      hasPdf: false,
      visibility: 'ALL',
      visibleToDepartments: [],
      audience: 'internal',
      lastPublishedAt: null,
      assigneeId: null,
      approverId: null,
      policyTemplateId: null,
      currentVersionId: expect.stringMatching(/^pv_/),
      pendingVersionId: null,
      assignee: null,
      approver: null,
      currentVersion: { id: policy.currentVersionId, version: 1, hasPdf: false },
      createdAt: time,
      updatedAt: time,
      version: expect.any(Number),
    });
    expect(await policyOf(call, policy.id)).toEqual(policy);
    expect(await auditActionsOf(app, policy.id)).toEqual(['Created policy']);
  });
  test('201 publishes at once with the date of the next review, from a rich text document', async () => {
    const { call, organization } = await app.caller();
    const { owner } = organization;
    const fields = {
      frequency: 'quarterly',
      department: ' Legal ',
      assigneeId: owner.id,
      visibility: 'DEPARTMENT',
      visibleToDepartments: ['hr', 'hr'],
    };
    const policy = await addPublished(call, { ...fields, content: { type: 'doc', content: textOf('In force') } });
    expect(policy).toMatchObject({
      status: 'published',
      content: textOf('In force'),
      department: 'Legal',
      lastPublishedAt: time,
      reviewDate: expect.stringMatching(/T00:00:00\.000Z$/),
      assignee: { id: owner.id, user: { name: owner.name } },
      visibleToDepartments: ['hr'],
    });
    const days = (Date.parse(policy.reviewDate) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(85);
    expect(days).toBeLessThan(93);
    expect(await addPublished(call, { reviewDate: '2031-05-05' })).toMatchObject({ reviewDate: '2031-05-05T00:00:00.000Z' });
  });
  test('400 for unknown or deactivated members, an unknown template and an invalid initial status (rule 3)', async () => {
    const { call, organization } = await app.caller();
    const deactivated = await newMember(app.database, organization.id, ['admin'], { active: false });
    const post = (fields: object) => call('POST', '/v1/policies', { body: { name: 'x', content: [], ...fields } });
    for (const field of ['assigneeId', 'approverId'])
      for (const id of [deactivated.id, newId('mem')])
        expect(await post({ [field]: id })).toMatchObject(invalid({ [field]: invalidMember }));
    for (const role of ['employee', 'auditor']) {
      const { id } = await newMember(app.database, organization.id, [role]);
      expect(await post({ approverId: id })).toMatchObject(invalid({ approverId: invalidApprover }));
      expect(await post({ assigneeId: id })).toMatchObject({ status: 201 });
    }
    expect(await post({ policyTemplateId: newId('frk_pt') })).toMatchObject(
      invalid({ policyTemplateId: 'must be a template of the catalog' }),
    );
    expect(await post({ status: 'needs_review' })).toMatchObject({ status: 400 });
    expect(await post({ signedBy: [] })).toMatchObject({ status: 400 });
    expect(await post({ name: ' ' })).toMatchObject({ status: 400 });
  });
  test('422 for publishing an empty text (rule 7)', async () => {
    const { call, organization } = await app.caller();
    expect(await call('POST', '/v1/policies', { body: { name: 'x', content: [], status: 'published' } })).toMatchObject({
      status: 422,
      body: { code: 'policy_empty' },
    });
    const { id } = await addPolicy(call, { content: [] });
    for (const [method, path, body] of [
      ['PATCH', '', { status: 'published' }],
      ['POST', '/versions/publish', {}],
    ] as const)
      expect(await call(method, `/v1/policies/${id}${path}`, { body })).toMatchObject({ status: 422 });
    await expectProblem(call, 'PATCH', `/v1/policies/${id}`, 422, { status: 'published' });
    const { currentVersionId } = await policyOf(call, id);
    const versionUrl = `/v1/policies/${id}/versions/${currentVersionId}`;
    expect(await call('POST', `${versionUrl}/activate`)).toMatchObject({ status: 422 });
    expect(await call('POST', `${versionUrl}/submit-for-approval`, { body: { approverId: organization.owner.id } })).toMatchObject({
      status: 422,
    });
  });
});

describe('listing', () => {
  test('200 lists policies without texts, filtered and in each sort order; archived policies on request (rule 1)', async () => {
    const { call, organization } = await app.caller();
    await addPolicy(call, { name: 'Beta', department: 'it', reviewDate: '2031-01-01', assigneeId: organization.owner.id });
    await addPublished(call, { name: 'Alpha', description: 'About doors', reviewDate: '2030-01-01' });
    const gamma = await addPolicy(call, { name: 'Gamma' });
    const archived = await addPolicy(call, { name: 'Old' });
    expect(await expectSuccess(call('PATCH', `/v1/policies/${archived.id}`, { body: { isArchived: true } }))).toMatchObject({
      isArchived: true,
      lastArchivedAt: time,
    });
    const names = async (query: string) =>
      (await allPages(call, `/v1/policies?limit=2&${query}`)).flatMap(({ data }) => data.map(({ name }: { name: string }) => name));
    for (const [query, expected] of [
      ['', ['Gamma', 'Alpha', 'Beta']],
      ['sortBy=name&sortOrder=asc', ['Alpha', 'Beta', 'Gamma']],
      ['sortBy=reviewDate&sortOrder=asc', ['Alpha', 'Beta', 'Gamma']],
      ['sortBy=reviewDate', ['Beta', 'Alpha', 'Gamma']],
      ['sortBy=updatedAt&sortOrder=asc', ['Beta', 'Alpha', 'Gamma']],
      ['includeArchived=true&sortBy=name&sortOrder=asc', ['Alpha', 'Beta', 'Gamma', 'Old']],
      ['status=published', ['Alpha']],
      ['status=published&status=draft&sortBy=name', ['Gamma', 'Beta', 'Alpha']],
      ['department=it&department=hr', ['Beta']],
      [`assigneeId=${organization.owner.id}`, ['Beta']],
      ['assigneeId=none&sortBy=name', ['Gamma', 'Alpha']],
      ['search=DOORS', ['Alpha']],
      ['search=amm', ['Gamma']],
    ] as const)
      expect(await names(query), query).toEqual(expected);
    const [item] = (await expectSuccess(call('GET', '/v1/policies?limit=1&count=true'))).data;
    const { content: _content, draftContent: _draft, signedBy: _signed, approver: _approver, currentVersion: _version, ...core } = gamma;
    expect(item).toEqual(core);
    expect(await call('GET', '/v1/policies?status=open')).toMatchObject({ status: 400 });
  });
  test('200 with only the policies that a member may read, and 403 for every operation on a hidden policy (rule 2)', async () => {
    const { call, organization } = await app.caller();
    const hidden = await addPublished(call, { name: 'For HR', visibility: 'DEPARTMENT', visibleToDepartments: ['hr', 'none'] });
    const open = await addPublished(call, { name: 'For all' });
    const role = await newRole(app.database, organization.id, [
      'policy:create',
      'policy:read',
      'policy:update',
      'policy:delete',
      'control:read',
      'task:read',
      'portal:update',
    ]);
    const { call: asMember, member } = await app.session(organization, [role]);
    const listed = async () => (await expectSuccess(asMember('GET', '/v1/policies'))).data.map(({ name }: { name: string }) => name);
    expect(await listed()).toEqual(['For all']);
    for (const [method, path, body] of operations(hidden.id))
      expect(await asMember(method, path, { body }), `${method} ${path}`).toMatchObject({
        status: 403,
        body: { code: 'policy_not_visible' },
      });
    expect(await asMember('GET', `/v1/policies/download-all?policyIds=${hidden.id}`)).toMatchObject(notFound('Policy'));
    expect(await expectSuccess(asMember('POST', '/v1/policies/acknowledgements', { body: { policyIds: [hidden.id, open.id] } }))).toEqual({
      data: [
        { policyId: hidden.id, status: 'failed', error: 'Policy not found' },
        { policyId: open.id, status: 'signed' },
      ],
    });
    await app.database.system.updateTable('member').set({ department: 'hr' }).where('id', '=', member.id).execute();
    expect(await listed()).toEqual(['For all', 'For HR']);
    for (const roles of [['admin'], ['auditor']]) {
      const { call: privileged } = await app.session(organization, roles);
      expect(await policyOf(privileged, hidden.id)).toMatchObject({ name: 'For HR' });
    }
  });
  test('404 for every operation on a policy of another organization', async () => {
    const [firstCaller, otherCaller] = [await app.caller(), await app.caller()];
    const { id } = await addPolicy(firstCaller.call);
    for (const [method, path, body] of operations(id))
      expect(await otherCaller.inPerson(method, path, { body }), `${method} ${path}`).toMatchObject(notFound('Policy'));
  });
});

describe('updating', () => {
  test('200 stores the text of a draft as live text, too; an empty text does not clear the working draft (rule 4)', async () => {
    const { call } = await app.caller();
    const { id, currentVersionId } = await addPolicy(call);
    const patch = (body: object) => expectSuccess(call('PATCH', `/v1/policies/${id}`, { body }));
    expect(await patch({ content: textOf('Other') })).toMatchObject({
      status: 'draft',
      content: textOf('Other'),
      draftContent: textOf('Other'),
      currentVersionId,
    });
    expect(await expectSuccess(call('GET', `/v1/policies/${id}/versions/${currentVersionId}`))).toMatchObject({ content: textOf('Other') });
    expect(await patch({ content: [] })).toMatchObject({ content: [], draftContent: textOf('Other') });
    expect(await patch({ name: ' New ', description: '', frequency: 'monthly', department: null, reviewDate: '2030-02-03' })).toMatchObject(
      {
        name: 'New',
        description: null,
        frequency: 'monthly',
        reviewDate: '2030-02-03T00:00:00.000Z',
      },
    );
    expect(await patch({})).toMatchObject({ name: 'New' });
    expect(await patch({ status: 'published' })).toMatchObject({ status: 'published', content: textOf('Other') });
  });
  test('200 publishes a new version for a new text of a published policy, and clears signatures (rules 5 and 12)', async () => {
    const { call, inPerson, organization } = await app.caller();
    const { id, currentVersionId } = await addPublished(call);
    await expectSuccess(inPerson('POST', `/v1/policies/${id}/acknowledgements`, { body: {} }), 201);
    expect(await policyOf(call, id)).toMatchObject({ signedBy: [organization.owner.id] });
    expect(await expectSuccess(call('PATCH', `/v1/policies/${id}`, { body: { name: 'Other name' } }))).toMatchObject({
      signedBy: [organization.owner.id],
    });
    const after = await expectSuccess(call('PATCH', `/v1/policies/${id}`, { body: { content: textOf('Second') } }));
    expect(after).toMatchObject({ status: 'published', content: textOf('Second'), signedBy: [], currentVersion: { version: 2 } });
    expect(await expectSuccess(call('GET', `/v1/policies/${id}/versions/${currentVersionId}`))).toMatchObject({ state: 'old' });
    expect(await auditActionsOf(app, id)).toEqual([
      'Created policy',
      'Signed version 1 of policy',
      'Updated policy',
      'Published version 2 of policy',
    ]);
    expect(await call('PATCH', `/v1/policies/${id}`, { body: { content: textOf('x'), status: 'draft' } })).toMatchObject({
      status: 409,
      body: { code: 'policy_status_fixed', from: 'published', allowed: [] },
    });
    expect(await call('PATCH', `/v1/policies/${id}`, { body: { content: [] } })).toMatchObject({ status: 422 });
  });
  test('409 for a status that no transition allows; publishing again changes nothing (rule 6)', async () => {
    const { call } = await app.caller();
    const { id, lastPublishedAt } = await addPublished(call);
    const patch = (body: object) => call('PATCH', `/v1/policies/${id}`, { body });
    for (const status of ['draft', 'needs_review'])
      expect(await patch({ status })).toMatchObject({
        status: 409,
        body: { code: 'policy_status_fixed', from: 'published', to: status, allowed: [] },
      });
    await expectProblem(call, 'PATCH', `/v1/policies/${id}`, 409, { status: 'draft' });
    expect((await patch({ status: 'published' })).body).toMatchObject({ lastPublishedAt });
  });
  test('400 for an approver without the permission to approve, and for an approver who may not read the policy (rule 3)', async () => {
    const { call, organization } = await app.caller();
    const { id } = await addPublished(call);
    const version = await addVersion(call, id);
    const employee = await newMember(app.database, organization.id, ['employee']);
    const role = await expectSuccess(
      call('POST', '/v1/roles', { body: { name: 'Editor', permissions: { policy: ['read', 'update'] } } }),
      201,
    );
    const editor = await newMember(app.database, organization.id, [role.id]);
    const patch = (body: object) => call('PATCH', `/v1/policies/${id}`, { body });
    const submitTo = (approverId: string) =>
      call('POST', `/v1/policies/${id}/versions/${version.id}/submit-for-approval`, { body: { approverId } });
    for (const answer of [await patch({ approverId: employee.id }), await submitTo(employee.id)])
      expect(answer).toMatchObject(invalid({ approverId: invalidApprover }));
    const hidden = { visibility: 'DEPARTMENT', visibleToDepartments: ['hr'] };
    const cannotRead = invalid({ approverId: 'must be a member who may read the policy' });
    expect(await patch({ approverId: editor.id, ...hidden })).toMatchObject(cannotRead);
    await expectSuccess(patch(hidden));
    expect(await submitTo(editor.id)).toMatchObject(cannotRead);
    await expectSuccess(patch({ visibility: 'ALL' }));
    expect(await submitTo(editor.id)).toMatchObject({ status: 200, body: { approverId: editor.id } });
  });
  test('200 accepts another approver when the current approver has lost the permission (rule 11)', async () => {
    const { call, organization } = await app.caller();
    const { id } = await addPublished(call);
    const approver = await newMember(app.database, organization.id, ['admin']);
    await submit(call, id, approver.id);
    const patch = () => call('PATCH', `/v1/policies/${id}`, { body: { approverId: organization.owner.id } });
    expect(await patch()).toMatchObject({ status: 409 });
    const { call: asOwner } = await app.session(organization, organization.owner);
    await expectSuccess(asOwner('PATCH', `/v1/people/${approver.id}`, { body: { roles: ['employee'] } }));
    expect(await asOwner('PATCH', `/v1/policies/${id}`, { body: { approverId: organization.owner.id } })).toMatchObject({
      status: 200,
      body: { approverId: organization.owner.id, pendingVersionId: null, status: 'published' },
    });
  });
  test('409 for a new text or approver during an approval; 200 with another approver after the approver left (rules 5 and 11)', async () => {
    const { call: withKey, inPerson: call, organization } = await app.caller();
    const approver = await newMember(app.database, organization.id, ['admin']);
    const { id } = await addPublished(call);
    const version = await submit(call, id, approver.id);
    const patch = (body: object) => call('PATCH', `/v1/policies/${id}`, { body });
    for (const body of [{ content: textOf('x') }, { approverId: organization.owner.id }, { status: 'published' }])
      expect(await patch(body)).toMatchObject({ status: 409, body: { code: 'policy_approval_pending' } });
    await expectSuccess(call('DELETE', `/v1/people/${approver.id}`), 204);
    expect(await policyOf(call, id)).toMatchObject({ approverId: approver.id, pendingVersionId: version.id, status: 'needs_review' });
    expect(await withKey('PATCH', `/v1/policies/${id}`, { body: { approverId: organization.owner.id } })).toMatchObject({ status: 403 });
    expect((await patch({ approverId: organization.owner.id })).body).toMatchObject({
      approverId: organization.owner.id,
      pendingVersionId: null,
      status: 'published',
    });
    expect((await auditActionsOf(app, id)).at(-1)).toBe('Withdrew submitted version of policy: the approver changed');
    expect(await patch({ assigneeId: approver.id })).toMatchObject(invalid({ assigneeId: invalidMember }));
  });
  test('400 to display a PDF that does not exist; 200 restores an archived policy (rules 1 and 14)', async () => {
    const { call } = await app.caller();
    const { id } = await addPolicy(call);
    const patch = (body: object) => call('PATCH', `/v1/policies/${id}`, { body });
    expect(await patch({ displayFormat: 'PDF' })).toMatchObject(
      invalid({ displayFormat: 'must be EDITOR unless the current version has a PDF' }),
    );
    await expectSuccess(patch({ isArchived: true }));
    expect(await expectSuccess(patch({ isArchived: false }))).toMatchObject({ isArchived: false, lastArchivedAt: time });
    expect((await auditActionsOf(app, id)).slice(1)).toEqual(['Archived policy', 'Restored policy']);
  });
  test('412 for a policy that was changed meanwhile', async () => {
    const { call } = await app.caller();
    const { id } = await addPolicy(call);
    const etag = (await call('GET', `/v1/policies/${id}`)).headers.get('etag') ?? '';
    expect(await call('GET', `/v1/policies/${id}`, { headers: { 'If-None-Match': etag } })).toMatchObject({ status: 304 });
    await expectSuccess(call('PATCH', `/v1/policies/${id}`, { body: { name: 'Other' } }));
    expect(await call('PATCH', `/v1/policies/${id}`, { body: { name: 'x' }, headers: { 'If-Match': etag } })).toMatchObject({
      status: 412,
    });
  });
});

test('204 on delete removes versions, signatures and comments, too', async () => {
  const { call, organization } = await app.caller();
  const { id } = await addPublished(call);
  await addVersion(call, id);
  await expectSuccess(call('POST', '/v1/comments', { body: { content: 'Why?', entityType: 'policy', entityId: id } }), 201);
  await expectSuccess(call('POST', `/v1/policies/${id}/acknowledgements`, { body: { memberId: organization.owner.id } }), 201);
  expect(await call('DELETE', `/v1/policies/${id}`)).toMatchObject({ status: 204, text: '' });
  expect(await call('GET', `/v1/policies/${id}`)).toMatchObject(notFound('Policy'));
  for (const table of ['policy_version', 'policy_acknowledgement', 'comment'] as const)
    expect(await app.database.system.selectFrom(table).select('id').where('organization_id', '=', organization.id).execute()).toEqual([]);
});
