import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { markDueForReview } from '#areas/compliance-program/policies/runs/schedule';
import { startApp } from '../../support/app.ts';
import { newMember, newRole, within } from '../../support/organization.ts';
import { addControl, invalid, notFound } from '../../support/controls.ts';
import { addCustom, addRequirement } from '../../support/frameworks.ts';
import {
  addPolicy,
  addPublished,
  addVersion,
  auditActionsOf,
  expectSuccess,
  mailsOf,
  pdfFile,
  policyOf,
  submit,
  textOf,
} from '../../support/policies.ts';
import { wordsOf } from '../../support/pdf.ts';
import { expectProblem } from '../../support/refusals.ts';

const app = startApp();
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('versions', () => {
  test('201 with a copy and the next number; 200 lists versions without texts, newest first (rule 9)', async () => {
    const { call, organization } = await app.caller();
    const { id, currentVersionId } = await addPublished(call);
    const second = await addVersion(call, id, { changelog: ' Review ' });
    expect(second).toEqual({
      id: expect.stringMatching(/^pv_/),
      policyId: id,
      version: 2,
      content: textOf('First text'),
      state: 'draft',
      hasPdf: false,
      publishedById: null,
      createdById: organization.owner.id,
      createdVia: 'API key "test"',
      publishedAt: null,
      changelog: 'Review',
      createdAt: time,
      updatedAt: time,
      recordVersion: expect.any(Number),
      publishedBy: null,
      submittedBy: null,
      submittedAt: null,
      approvedBy: null,
      approvedAt: null,
      selfApproved: false,
      via: null,
    });
    await expectSuccess(call('PATCH', `/v1/policies/${id}/versions/${second.id}`, { body: { content: textOf('Second') } }));
    expect(await addVersion(call, id, { sourceVersionId: second.id })).toMatchObject({ version: 3, content: textOf('Second') });
    expect(await addVersion(call, id)).toMatchObject({ version: 4, content: textOf('First text') });
    const { data } = await expectSuccess(call('GET', `/v1/policies/${id}/versions`));
    expect(data.map(({ version, state }: { version: number; state: string }) => [version, state])).toEqual([
      [4, 'draft'],
      [3, 'draft'],
      [2, 'draft'],
      [1, 'current'],
    ]);
    expect(data[3]).toMatchObject({ id: currentVersionId, publishedBy: { id: organization.owner.id } });
    expect(data[0]).not.toHaveProperty('content');
    expect(await call('POST', `/v1/policies/${id}/versions`, { body: { sourceVersionId: newId('pv') } })).toMatchObject(
      invalid({ sourceVersionId: 'must be a version of the policy' }),
    );
  });
  test('201 for simultaneous requests, each with its own version number (rule 9)', async () => {
    const { call } = await app.caller();
    const { id } = await addPolicy(call);
    const versions = await Promise.all(Array.from({ length: 6 }, () => addVersion(call, id)));
    expect(versions.map(({ version }) => version).toSorted()).toEqual([2, 3, 4, 5, 6, 7]);
  });
  test('200 stores the text in the working draft, and in the live text only while the policy is a draft (rule 8)', async () => {
    const { call } = await app.caller();
    const { id, currentVersionId } = await addPolicy(call);
    const edit = (version: string, body: object) => call('PATCH', `/v1/policies/${id}/versions/${version}`, { body });
    await expectSuccess(edit(currentVersionId, { content: { type: 'doc', content: textOf('Live') } }));
    expect(await policyOf(call, id)).toMatchObject({ content: textOf('Live'), draftContent: textOf('Live') });
    await expectSuccess(call('POST', `/v1/policies/${id}/versions/publish`, { body: { versionId: currentVersionId } }));
    const { id: second } = await addVersion(call, id);
    expect(await expectSuccess(edit(second, { content: textOf('Next'), changelog: '' }))).toMatchObject({
      content: textOf('Next'),
      changelog: null,
    });
    expect(await policyOf(call, id)).toMatchObject({ content: textOf('Live'), draftContent: textOf('Next') });
    expect(await expectSuccess(edit(second, { content: [] }))).toMatchObject({ content: [] });
    expect(await policyOf(call, id)).toMatchObject({ draftContent: textOf('Next') });
    expect(await edit(currentVersionId, { changelog: 'x' })).toMatchObject({ status: 409, body: { code: 'policy_version_live' } });
    expect(await edit(second, {})).toMatchObject({ status: 400 });
    expect((await auditActionsOf(app, id)).slice(-2)).toEqual([
      'Updated content of version 2 of policy',
      'Updated content of version 2 of policy',
    ]);
  });
  test('409 for deleting a former published version, and for changing its text, changelog or PDF (rule 30)', async () => {
    const { call } = await app.caller();
    const { id, currentVersionId: first } = await addPublished(call);
    await expectSuccess(call('PATCH', `/v1/policies/${id}`, { body: { content: textOf('Second') } }));
    const versionUrl = `/v1/policies/${id}/versions/${first}`;
    const before = await expectSuccess(call('GET', versionUrl));
    expect(before).toMatchObject({ state: 'old', content: textOf('First text') });
    const conflict = { status: 409, body: { code: 'policy_version_published' } };
    expect(await call('PATCH', versionUrl, { body: { content: textOf('Rewritten') } })).toMatchObject(conflict);
    expect(await call('PATCH', versionUrl, { body: { changelog: 'x' } })).toMatchObject(conflict);
    expect(await call('DELETE', versionUrl)).toMatchObject(conflict);
    expect(await call('POST', `/v1/policies/${id}/pdf`, { body: { ...pdfFile, versionId: first } })).toMatchObject(conflict);
    expect(await call('DELETE', `/v1/policies/${id}/pdf?versionId=${first}`)).toMatchObject(conflict);
    for (const [method, body] of [
      ['POST', pdfFile],
      ['DELETE', undefined],
    ] as const)
      expect(await call(method, `/v1/policies/${id}/pdf`, { body })).toMatchObject({
        status: 409,
        body: { code: 'policy_without_draft_version' },
      });
    expect(await expectSuccess(call('GET', versionUrl))).toEqual(before);
    expect(await policyOf(call, id)).toMatchObject({ draftContent: textOf('Second') });
  });
  test('204 on delete; 409 for changing or deleting the current version or a pending version', async () => {
    const { call, organization } = await app.caller();
    const { id, currentVersionId } = await addPublished(call);
    const { id: second } = await addVersion(call, id);
    const { id: third } = await submit(call, id, organization.owner.id);
    const remove = (version: string) => call('DELETE', `/v1/policies/${id}/versions/${version}`);
    expect(await remove(currentVersionId)).toMatchObject({ status: 409, body: { code: 'policy_version_current' } });
    expect(await remove(third)).toMatchObject({ status: 409, body: { code: 'policy_version_pending' } });
    await expectProblem(call, 'DELETE', `/v1/policies/${id}/versions/${third}`, 409);
    await expectProblem(call, 'PATCH', `/v1/policies/${id}/versions/${third}`, 409, { changelog: 'x' });
    expect(await call('PATCH', `/v1/policies/${id}/versions/${third}`, { body: { changelog: 'x' } })).toMatchObject({ status: 409 });
    expect(await expectSuccess(call('GET', `/v1/policies/${id}/versions/${third}`))).toMatchObject({ state: 'pending' });
    expect(await remove(second)).toMatchObject({ status: 204 });
    for (const [method, path, body] of [
      ['GET', ''],
      ['PATCH', '', { changelog: 'x' }],
      ['DELETE', ''],
      ['POST', '/activate'],
      ['POST', '/submit-for-approval', { approverId: organization.owner.id }],
    ] as const)
      expect(await call(method, `/v1/policies/${id}/versions/${second}${path}`, { body })).toMatchObject(notFound('Policy version'));
  });
});

describe('publishing', () => {
  test('200 publishes the working draft as a new version, or publishes the requested version (rules 7, 8 and 12)', async () => {
    const { call, organization } = await app.caller();
    const { id } = await addPublished(call, { frequency: 'monthly' });
    const { id: second } = await addVersion(call, id);
    await expectSuccess(call('PATCH', `/v1/policies/${id}/versions/${second}`, { body: { content: textOf('Second') } }));
    const publish = (body: object) => call('POST', `/v1/policies/${id}/versions/publish`, { body });
    expect(await expectSuccess(publish({ changelog: 'News' }))).toMatchObject({
      version: 3,
      content: textOf('Second'),
      state: 'current',
      changelog: 'News',
      publishedById: organization.owner.id,
      publishedAt: time,
    });
    const policy = await policyOf(call, id);
    expect(policy).toMatchObject({ status: 'published', content: textOf('Second'), draftContent: textOf('Second'), signedBy: [] });
    expect((Date.parse(policy.reviewDate) - Date.now()) / 86_400_000).toBeLessThan(32);
    expect(await expectSuccess(publish({ versionId: second, setAsActive: true }))).toMatchObject({
      id: second,
      version: 2,
      state: 'current',
    });
    expect(await publish({ setAsActive: false })).toMatchObject({ status: 400 });
    expect(await publish({ versionId: newId('pv') })).toMatchObject(notFound('Policy version'));
    expect((await auditActionsOf(app, id)).slice(-2)).toEqual(['Published version 3 of policy', 'Published version 2 of policy']);
  });
  test('200 activates a former version, whose former signatures do not count (rules 10 and 12)', async () => {
    const { call, inPerson, organization } = await app.caller();
    const { id, currentVersionId } = await addPublished(call);
    await expectSuccess(inPerson('POST', `/v1/policies/${id}/acknowledgements`, { body: {} }), 201);
    await expectSuccess(call('PATCH', `/v1/policies/${id}`, { body: { content: textOf('Second') } }));
    expect(await expectSuccess(call('POST', `/v1/policies/${id}/versions/${currentVersionId}/activate`))).toMatchObject({
      id: currentVersionId,
      state: 'current',
    });
    expect(await policyOf(call, id)).toMatchObject({ content: textOf('First text'), draftContent: textOf('First text'), signedBy: [] });
    await submit(call, id, organization.owner.id);
    for (const path of [`/versions/${currentVersionId}/activate`, '/versions/publish'])
      expect(await call('POST', `/v1/policies/${id}${path}`, { ...(path.endsWith('publish') && { body: {} }) })).toMatchObject({
        status: 409,
        body: { code: 'policy_approval_pending' },
      });
  });
  test('200 publishes all drafts that can be published, and sends one mail to each member (rules 12 and 18)', async () => {
    const { call, organization } = await app.caller();
    const [first, second, empty, archived, pending] = [
      await addPolicy(call, { name: 'A' }),
      await addPolicy(call, { name: 'B' }),
      await addPolicy(call, { name: 'C', content: [] }),
      await addPolicy(call, { name: 'D' }),
      await addPolicy(call, { name: 'E' }),
    ];
    await expectSuccess(call('PATCH', `/v1/policies/${archived.id}`, { body: { isArchived: true } }));
    await submit(call, pending.id, organization.owner.id);
    const { id: changed } = await addVersion(call, second.id);
    await expectSuccess(call('PATCH', `/v1/policies/${second.id}/versions/${changed}`, { body: { content: textOf('Changed') } }));
    const employee = await newMember(app.database, organization.id, ['employee'], { name: 'Zoe' });
    await newMember(app.database, organization.id, ['auditor']);
    const before = (await mailsOf(app, organization.id)).length;
    const { owner } = organization;
    expect(await expectSuccess(call('POST', '/v1/policies/publish-all'))).toEqual({
      publishedCount: 2,
      publishedPolicyIds: [first.id, second.id],
      skippedPolicies: [{ policyId: empty.id, reason: 'no_text' }],
      members: [
        { memberId: owner.id, name: owner.name, email: owner.email },
        { memberId: employee.id, name: 'Zoe', email: employee.email },
      ],
    });
    const mails = (await mailsOf(app, organization.id)).slice(before);
    expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual([owner.email, employee.email].toSorted());
    expect(mails[0]?.subject).toBe('Please sign 2 policies of Test organization');
    expect(mails[0]?.text).toContain('- A (new)\n- B (new)');
    expect(await policyOf(call, second.id)).toMatchObject({
      status: 'published',
      content: textOf('Changed'),
      currentVersion: { version: 3 },
    });
    expect(await policyOf(call, empty.id)).toMatchObject({ status: 'draft' });
    expect(await auditActionsOf(app, first.id)).toEqual(['Created policy', 'Published version 1 of policy']);
    expect(await expectSuccess(call('POST', '/v1/policies/publish-all'))).toEqual({
      publishedCount: 0,
      publishedPolicyIds: [],
      skippedPolicies: [{ policyId: expect.any(String), reason: 'no_text' }],
      members: [],
    });
  });
  test('200 for publishing all drafts omits the members when the caller may not read members (rule 18)', async () => {
    const { call } = await app.caller(['policy:create', 'policy:update']);
    const { id } = await addPolicy(call);
    expect(await expectSuccess(call('POST', '/v1/policies/publish-all'))).toMatchObject({ publishedPolicyIds: [id], members: [] });
  });
  test('409 for every way to publish a policy that has an approver; publishing all drafts skips the policy (rule 27)', async () => {
    const { call, inPerson, organization } = await app.caller();
    const { owner } = organization;
    const { id, currentVersionId } = await addPolicy(call, { approverId: owner.id });
    const conflict = { status: 409, body: { code: 'policy_has_approver' } };
    for (const ask of [call, inPerson]) {
      expect(await ask('POST', `/v1/policies/${id}/versions/publish`, { body: {} })).toMatchObject(conflict);
      expect(await ask('POST', `/v1/policies/${id}/versions/${currentVersionId}/activate`)).toMatchObject(conflict);
      expect(await ask('PATCH', `/v1/policies/${id}`, { body: { status: 'published' } })).toMatchObject(conflict);
      expect(await expectSuccess(ask('POST', '/v1/policies/publish-all'))).toMatchObject({
        publishedCount: 0,
        skippedPolicies: [{ policyId: id, reason: 'has_approver' }],
      });
    }
    const removeApprover = { body: { approverId: null } };
    expect(await call('PATCH', `/v1/policies/${id}`, removeApprover)).toMatchObject({ status: 403, body: { code: 'session_required' } });
    expect(
      await call('POST', '/v1/policies', { body: { name: 'X', content: textOf('x'), status: 'published', approverId: owner.id } }),
    ).toMatchObject({ status: 400 });
    await expectSuccess(inPerson('PATCH', `/v1/policies/${id}`, removeApprover));
    const published = await expectSuccess(call('POST', `/v1/policies/${id}/versions/publish`, { body: {} }));
    expect(published).toMatchObject({ via: 'API key "test"', approvedBy: null, publishedBy: { id: owner.id } });
    expect(await wordsOf((await call('GET', `/v1/policies/${id}/pdf`)).bytes)).toContain('Published by Olive Owner via API key "test"');
  });
  test('400 for the submitter as approver while another member could approve, even one who cannot read the policy (rule 31)', async () => {
    const { inPerson, organization } = await app.caller();
    const roleId = await newRole(app.database, organization.id, ['policy:read', 'policy:update']);
    await newMember(app.database, organization.id, [roleId]);
    const { id } = await addPolicy(inPerson, { visibility: 'DEPARTMENT', visibleToDepartments: ['hr'] });
    const version = await addVersion(inPerson, id);
    await expectSuccess(inPerson('PATCH', `/v1/policies/${id}/versions/${version.id}`, { body: { content: textOf('Second text') } }));
    const submitUrl = `/v1/policies/${id}/versions/${version.id}/submit-for-approval`;
    expect(await inPerson('POST', submitUrl, { body: { approverId: organization.owner.id } })).toMatchObject({
      status: 400,
      body: { details: { approverId: { _errors: [expect.stringContaining('another member could approve')] } } },
    });
  });
  test('409 for a policy whose approver was deactivated, until a person names another approver (rule 27)', async () => {
    const { call, inPerson, organization } = await app.caller();
    const approver = await newMember(app.database, organization.id, ['admin']);
    const { id } = await addPolicy(call, { approverId: approver.id });
    await expectSuccess(inPerson('DELETE', `/v1/people/${approver.id}`), 204);
    for (const ask of [call, inPerson])
      expect(await ask('POST', `/v1/policies/${id}/versions/publish`, { body: {} })).toMatchObject({
        status: 409,
        body: { code: 'policy_has_approver' },
      });
    for (const approverId of [organization.owner.id, null])
      expect(await call('PATCH', `/v1/policies/${id}`, { body: { approverId } })).toMatchObject({
        status: 403,
        body: { code: 'session_required' },
      });
    await expectSuccess(inPerson('PATCH', `/v1/policies/${id}`, { body: { approverId: organization.owner.id } }));
  });
  test('200 sends mails according to what a member has signed before, and only if a signature is required (rule 12)', async () => {
    const { call, organization } = await app.caller();
    const [first, second] = [
      await newMember(app.database, organization.id, ['employee']),
      await newMember(app.database, organization.id, ['employee']),
    ];
    const { id } = await addPublished(call, { name: 'Doors' });
    await expectSuccess(call('POST', `/v1/policies/${id}/acknowledgements`, { body: { memberId: first.id } }), 201);
    const subjectTo = async (email: string) =>
      (await mailsOf(app, organization.id)).filter(({ recipient }) => recipient === email).at(-1)?.subject;
    expect(await subjectTo(second.email)).toBe('Please sign: Doors');
    await expectSuccess(call('PATCH', `/v1/policies/${id}`, { body: { content: textOf('Second') } }));
    expect(await subjectTo(first.email)).toBe('Please sign again: Doors');
    expect(await subjectTo(second.email)).toBe('Please sign the updated policy: Doors');
    const before = (await mailsOf(app, organization.id)).length;
    await addPublished(call, { isRequiredToSign: false });
    await expectSuccess(call('PATCH', `/v1/policies/${id}`, { body: { name: 'Gates' } }));
    expect(await mailsOf(app, organization.id)).toHaveLength(before);
  });
  test('200 raises the score of a framework when a policy is published', async () => {
    const { call } = await app.caller();
    const custom = await addCustom(call);
    const requirement = await addRequirement(call, custom.id, 'R1');
    const { id } = await addPolicy(call);
    const control = await addControl(call, { requirementMappings: [{ frameworkInstanceId: custom.id, customRequirementId: requirement }] });
    expect(await expectSuccess(call('POST', `/v1/policies/${id}/controls`, { body: { controlIds: [control] } }))).toEqual({ count: 1 });
    const score = async () => (await expectSuccess(call('GET', '/v1/frameworks?includeScores=true'))).data[0].complianceScore;
    expect(await score()).toBe(0);
    await expectSuccess(call('POST', `/v1/policies/${id}/versions/publish`, { body: {} }));
    expect(await score()).toBe(100);
  });
});

describe('approval', () => {
  test('200 when the approver accepts in person: the text is published and the comment is stored (rule 11)', async () => {
    const { call, organization } = await app.caller();
    const { member: approver, call: asApprover } = await app.session(organization, ['admin']);
    const { id } = await addPublished(call, { name: 'Doors' });
    const { id: version } = await submit(call, id, approver.id);
    expect(await policyOf(call, id)).toMatchObject({
      status: 'needs_review',
      pendingVersionId: version,
      approverId: approver.id,
      approver: { id: approver.id },
      content: textOf('First text'),
    });
    expect((await mailsOf(app, organization.id)).find(({ recipient }) => recipient === approver.email)).toMatchObject({
      subject: 'Policy waits for your approval: Doors',
    });
    const accept = `/v1/policies/${id}/accept-changes`;
    const body = { approverId: approver.id, comment: ' Good. ' };
    expect(await call('POST', accept, { body })).toMatchObject({ status: 403, body: { code: 'session_required' } });
    expect(await asApprover('POST', accept, { body: { approverId: newId('mem') } })).toMatchObject(
      invalid({ approverId: 'must be an active member of the organization' }),
    );
    const { call: asOtherAdmin } = await app.session(organization, ['admin']);
    expect(await asOtherAdmin('POST', accept, { body })).toMatchObject({ status: 403, body: { code: 'policy_approver_required' } });
    expect(await asApprover('POST', accept, { body: { approverId: organization.owner.id } })).toMatchObject({ status: 403 });
    expect(await expectSuccess(asApprover('POST', accept, { body }))).toMatchObject({
      status: 'published',
      content: textOf('Second text'),
      approverId: approver.id,
      pendingVersionId: null,
      currentVersionId: version,
      signedBy: [],
    });
    expect(await expectSuccess(call('GET', `/v1/policies/${id}/versions/${version}`))).toMatchObject({ publishedById: approver.id });
    const { data } = await expectSuccess(call('GET', `/v1/comments?entityType=policy&entityId=${id}`));
    expect(data).toMatchObject([{ content: 'Good.', author: { id: approver.userId } }]);
    expect((await auditActionsOf(app, id)).slice(-2)).toEqual([
      'Submitted version 2 of policy',
      'Approved and published version 2 of policy',
    ]);
    expect((await mailsOf(app, organization.id)).filter(({ recipient }) => recipient === organization.owner.email)).toContainEqual(
      expect.objectContaining({ subject: 'Changes of a policy were approved: Doors' }),
    );
    expect(await call('PATCH', `/v1/policies/${id}`, { body: { content: textOf('Third text') } })).toMatchObject({
      status: 409,
      body: { code: 'policy_has_approver' },
    });
    expect(await asApprover('POST', accept, { body })).toMatchObject({ status: 409, body: { code: 'policy_nothing_pending' } });
  });
  test('200 on denial: a published policy stays published, and a draft stays a draft; owner and submitter are notified (rule 11)', async () => {
    const { call: withKey, inPerson, organization } = await app.caller();
    const assignee = await newMember(app.database, organization.id, ['admin']);
    const { call, member: submitter } = await app.session(organization, ['admin']);
    const { owner } = organization;
    for (const [status, expectedStatus] of [
      ['published', 'published'],
      ['draft', 'draft'],
    ] as const) {
      const { id } = await addPolicy(call, { status, assigneeId: assignee.id, name: 'Doors' });
      const { id: version } = await submit(call, id, owner.id);
      const deny = (body: object) => inPerson('POST', `/v1/policies/${id}/deny-changes`, { body });
      expect(await withKey('POST', `/v1/policies/${id}/deny-changes`, { body: { approverId: owner.id } })).toMatchObject({ status: 403 });
      expect(await deny({ approverId: assignee.id })).toMatchObject({ status: 403, body: { code: 'policy_approver_required' } });
      expect(await expectSuccess(deny({ approverId: owner.id, comment: 'Too long.' }))).toMatchObject({
        status: expectedStatus,
        content: textOf('First text'),
        pendingVersionId: null,
        approverId: owner.id,
      });
      expect(await withKey('POST', `/v1/policies/${id}/versions/publish`, { body: { versionId: version } })).toMatchObject({
        status: 409,
        body: { code: 'policy_has_approver' },
      });
      expect(await expectSuccess(call('GET', `/v1/policies/${id}/versions/${version}`))).toMatchObject({ state: 'draft' });
      expect(await deny({ approverId: owner.id })).toMatchObject({ status: 409 });
      expect((await auditActionsOf(app, id)).at(-1)).toBe('Denied version 2 of policy');
    }
    const denials = (await mailsOf(app, organization.id)).filter(({ subject }) => subject === 'Changes of a policy were denied: Doors');
    const recipients = denials.map(({ recipient }) => recipient).sort();
    expect(recipients).toEqual([assignee.email, assignee.email, submitter.email, submitter.email].sort());
  });
  test('409 for submitting the published version, 400 for an invalid approver; accepting a draft publishes its first version', async () => {
    const { call, inPerson, organization } = await app.caller();
    const { owner } = organization;
    const published = await addPublished(call);
    const submitUrl = ({ id, currentVersionId }: { id: string; currentVersionId: string }) =>
      `/v1/policies/${id}/versions/${currentVersionId}/submit-for-approval`;
    expect(await call('POST', submitUrl(published), { body: { approverId: owner.id } })).toMatchObject({
      status: 409,
      body: { code: 'policy_version_live' },
    });
    const draft = await addPolicy(call);
    for (const approverId of [newId('mem'), (await newMember(app.database, organization.id, ['admin'], { active: false })).id])
      expect(await call('POST', submitUrl(draft), { body: { approverId } })).toMatchObject(
        invalid({ approverId: 'must be an active member who takes part in compliance work' }),
      );
    await expectSuccess(call('POST', submitUrl(draft), { body: { approverId: owner.id } }));
    expect(
      await expectSuccess(inPerson('POST', `/v1/policies/${draft.id}/accept-changes`, { body: { approverId: owner.id } })),
    ).toMatchObject({
      status: 'published',
      currentVersion: { version: 1 },
    });
  });
  test('409 for a new name during an approval, and for approving an outdated submission; 403 for the submitter; 200 after resubmitting', async () => {
    const { call, inPerson, organization } = await app.caller();
    const { id } = await addPolicy(call);
    const submitted = await submit(call, id, organization.owner.id);
    const approver = await app.session(organization, ['admin']);
    expect(await inPerson('POST', `/v1/policies/${id}/accept-changes`, { body: { approverId: organization.owner.id } })).toMatchObject({
      status: 403,
      body: { code: 'self_approval' },
    });
    await expectSuccess(inPerson('POST', `/v1/policies/${id}/deny-changes`, { body: { approverId: organization.owner.id } }));
    const submitUrl = `/v1/policies/${id}/versions/${submitted.id}/submit-for-approval`;
    const body = { approverId: approver.member.id };
    expect(await call('POST', submitUrl, { body })).toMatchObject({ status: 403, body: { code: 'session_required' } });
    expect(await inPerson('POST', submitUrl, { body: { approverId: organization.owner.id } })).toMatchObject(
      invalid({ approverId: 'must be another member than the one who submits, because another member could approve' }),
    );
    await expectSuccess(inPerson('PATCH', `/v1/policies/${id}`, { body }));
    await expectSuccess(call('POST', submitUrl, { body }));
    expect(await call('PATCH', `/v1/policies/${id}`, { body: { name: 'Other name' } })).toMatchObject({
      status: 409,
      body: { code: 'policy_approval_pending' },
    });
    await app.database.system.updateTable('policy').set({ name: 'Other name' }).where('id', '=', id).execute();
    const accept = () => approver.call('POST', `/v1/policies/${id}/accept-changes`, { body });
    expect(await accept()).toMatchObject({ status: 409, body: { code: 'approval_outdated' } });
    await expectSuccess(call('POST', submitUrl, { body }));
    await expectSuccess(accept());
    const expectedVersion = {
      submittedBy: { id: organization.owner.id },
      approvedBy: { id: approver.member.id },
      via: 'API key "test"',
      selfApproved: false,
    };
    expect(await expectSuccess(call('GET', `/v1/policies/${id}/versions/${submitted.id}`))).toMatchObject(expectedVersion);
    const words = await wordsOf((await call('GET', `/v1/policies/${id}/pdf`)).bytes);
    expect(words).toContain('Approved by Max Member');
    expect(words).toContain('Submitted by Olive Owner via API key "test"');
  });
  test('409 for another submission while a version waits; 200 when the approver can no longer decide, with a mail to the submitter', async () => {
    const { inPerson: call, organization } = await app.caller();
    const { id, currentVersionId } = await addPolicy(call);
    const submitter = await app.session(organization, ['admin']);
    const approver = await app.session(organization, ['admin']);
    await submit(submitter.call, id, approver.member.id);
    const body = { approverId: (await newMember(app.database, organization.id, ['admin'])).id };
    const resubmit = () => call('POST', `/v1/policies/${id}/versions/${currentVersionId}/submit-for-approval`, { body });
    expect(await resubmit()).toMatchObject({ status: 409, body: { code: 'policy_approval_pending' } });
    await app.database.system.updateTable('member').set({ is_active: false }).where('id', '=', approver.member.id).execute();
    expect(await expectSuccess(resubmit())).toMatchObject({ status: 'needs_review', pendingVersionId: currentVersionId });
    expect((await mailsOf(app, organization.id)).filter(({ recipient }) => recipient === submitter.member.email)).toMatchObject([
      { subject: expect.stringContaining('Submission withdrawn') },
    ]);
  });
});

describe('review', () => {
  test('a policy needs review on its review date, with a mail and a log entry; confirming keeps signatures (rules 6 and 12)', async () => {
    const { call, inPerson, organization } = await app.caller();
    const assignee = await newMember(app.database, organization.id, ['admin']);
    const { id } = await addPublished(call, { name: 'Doors', reviewDate: '2020-01-01', assigneeId: assignee.id });
    const notDue = await addPublished(call);
    const archived = await addPublished(call, { reviewDate: '2020-01-01' });
    await expectSuccess(call('PATCH', `/v1/policies/${archived.id}`, { body: { isArchived: true } }));
    await expectSuccess(inPerson('POST', `/v1/policies/${id}/acknowledgements`, { body: {} }), 201);
    await markDueForReview(app.database, app.ports, new Date());
    expect(await policyOf(call, id)).toMatchObject({ status: 'needs_review', pendingVersionId: null });
    for (const otherPolicy of [notDue, archived]) expect(await policyOf(call, otherPolicy.id)).toMatchObject({ status: 'published' });
    expect((await mailsOf(app, organization.id)).filter(({ recipient }) => recipient === assignee.email)).toMatchObject([
      { subject: 'Policy is due for review: Doors' },
    ]);
    expect((await auditActionsOf(app, id)).at(-1)).toBe('Policy is due for review');
    expect(await expectSuccess(call('GET', '/v1/audit-logs/verification'))).toMatchObject({ intact: true });
    expect(await inPerson('POST', `/v1/policies/${id}/acknowledgements`, { body: {} })).toMatchObject({ status: 409 });
    const confirmed = await expectSuccess(call('PATCH', `/v1/policies/${id}`, { body: { status: 'published' } }));
    expect(confirmed).toMatchObject({ status: 'published', signedBy: [organization.owner.id], currentVersion: { version: 1 } });
    expect(Date.parse(confirmed.reviewDate)).toBeGreaterThan(Date.now());
    expect((await auditActionsOf(app, id)).at(-1)).toBe('Confirmed policy');
  });
});

describe('regenerating (rules 16 and 17)', () => {
  async function fromTemplate() {
    const caller = await app.caller();
    const template = await within(app.database, caller.organization.id, (db) =>
      db.selectFrom('policy_template').select('id').where('name', '=', 'Backup Policy').executeTakeFirstOrThrow(),
    );
    return { ...caller, policy: await addPolicy(caller.call, { policyTemplateId: template.id }) };
  }
  test('200 replaces the text of a draft in place', async () => {
    const { call, policy } = await fromTemplate();
    expect(await expectSuccess(call('POST', `/v1/policies/${policy.id}/regenerate`))).toEqual({
      policyId: policy.id,
      versionId: policy.currentVersionId,
      version: 1,
      inPlace: true,
    });
    const after = await policyOf(call, policy.id);
    expect(after.content).not.toEqual(policy.content);
    expect(after.draftContent).toEqual(after.content);
    expect(JSON.stringify(after.content)).not.toContain('{{');
    expect((await expectSuccess(call('GET', `/v1/policies/${policy.id}/versions/${policy.currentVersionId}`))).content).toEqual(
      after.content,
    );
  });
  test('200 uses the newest answer that contains text, among the twenty newest answers to a question (rule 16)', async () => {
    const { call, policy, organization } = await fromTemplate();
    const texts: string[] = [];
    for (const emptyAnswers of [19, 20]) {
      await within(app.database, organization.id, async (db) => {
        await db.deleteFrom('context_entry').execute();
        const entry = (answer: string, index: number) => ({
          id: newId('ctx'),
          question: 'WHERE do you host critical systems?',
          answer,
          created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString(),
        });
        await db
          .insertInto('context_entry')
          .values([entry('In two data centers', 0), ...Array.from({ length: emptyAnswers }, (_, index) => entry('{}', index + 1))])
          .execute();
      });
      await expectSuccess(call('POST', `/v1/policies/${policy.id}/regenerate`));
      texts.push(JSON.stringify((await policyOf(call, policy.id)).content));
    }
    expect(texts[0]).toContain('In two data centers');
    expect(texts[1]).not.toContain('In two data centers');
  });
  test('200 adds a new version to a published policy, which keeps its text and signatures', async () => {
    const { call, inPerson, policy, organization } = await fromTemplate();
    await expectSuccess(call('PATCH', `/v1/policies/${policy.id}`, { body: { status: 'published' } }));
    await expectSuccess(inPerson('POST', `/v1/policies/${policy.id}/acknowledgements`, { body: {} }), 201);
    const { versionId, version, inPlace } = await expectSuccess(call('POST', `/v1/policies/${policy.id}/regenerate`));
    expect({ version, inPlace }).toEqual({ version: 2, inPlace: false });
    const after = await policyOf(call, policy.id);
    expect(after).toMatchObject({ status: 'published', content: policy.content, signedBy: [organization.owner.id] });
    expect(await expectSuccess(call('GET', `/v1/policies/${policy.id}/versions/${versionId}`))).toMatchObject({
      state: 'draft',
      changelog: 'Regenerated from the template',
      content: after.draftContent,
    });
  });
  test('409 without a template, and while an approval is pending', async () => {
    const { call, policy, organization } = await fromTemplate();
    await submit(call, policy.id, organization.owner.id);
    expect(await call('POST', `/v1/policies/${policy.id}/regenerate`)).toMatchObject({ body: { code: 'policy_approval_pending' } });
    const { id } = await addPolicy(call);
    expect(await call('POST', `/v1/policies/${id}/regenerate`)).toMatchObject({ status: 409, body: { code: 'policy_without_template' } });
  });
});

describe('controls', () => {
  test('200 links controls, lists controls sorted by name with their frameworks, and unlinks a control everywhere', async () => {
    const { call } = await app.caller();
    const custom = await addCustom(call, 'House rules');
    const requirement = await addRequirement(call, custom.id, 'R1');
    const { id } = await addPolicy(call);
    const requirementMappings = [{ frameworkInstanceId: custom.id, customRequirementId: requirement }];
    const [b, a] = [await addControl(call, { name: 'B', requirementMappings }), await addControl(call, { name: 'A' })];
    const link = (controlIds: string[]) => call('POST', `/v1/policies/${id}/controls`, { body: { controlIds } });
    expect(await expectSuccess(link([a, b]))).toEqual({ count: 2 });
    expect(await expectSuccess(link([a]))).toEqual({ count: 0 });
    expect(await link([a, newId('ctl')])).toMatchObject(
      invalid({ 'controlIds.1': 'must be a control of the organization that is not archived' }),
    );
    expect((await expectSuccess(call('GET', `/v1/policies/${id}/controls?count=true`))).data).toMatchObject([
      { id: a, name: 'A', frameworks: [] },
      { id: b, name: 'B', frameworks: [{ id: custom.id, name: 'House rules' }] },
    ]);
    for (const status of [204, 204]) await expectSuccess(call('DELETE', `/v1/policies/${id}/controls/${b}`), status);
    expect(await call('DELETE', `/v1/policies/${id}/controls/${newId('ctl')}`)).toMatchObject(notFound('Control'));
    expect((await auditActionsOf(app, id)).slice(1)).toEqual([
      'Linked controls to policy',
      'Linked controls to policy',
      'Unlinked control from policy',
      'Unlinked control from policy',
    ]);
  });
  test('200 with only the controls and tasks that a restricted member may see (rule 2)', async () => {
    const { call, organization } = await app.caller();
    const { id } = await addPublished(call);
    const employee = await app.session(organization, ['employee']);
    const [ownTask, otherTask] = [newId('tsk'), newId('tsk')];
    await within(app.database, organization.id, (db) =>
      db
        .insertInto('task')
        .values([
          { id: ownTask, title: 'Own', assignee_id: employee.member.id },
          { id: otherTask, title: 'Other' },
        ])
        .execute(),
    );
    const visibleControl = await addControl(call, { name: 'Shown', policyIds: [id], taskIds: [ownTask, otherTask] });
    await addControl(call, { name: 'Hidden', policyIds: [id], taskIds: [otherTask] });
    expect(await expectSuccess(employee.call('GET', `/v1/policies/${id}/controls?count=true`))).toMatchObject({
      data: [{ id: visibleControl }],
      totalCount: 1,
    });
    expect(await expectSuccess(employee.call('GET', `/v1/policies/${id}/evidence-tasks`))).toEqual({
      data: [{ control: { id: visibleControl, name: 'Shown' }, tasks: [expect.objectContaining({ id: ownTask })] }],
      nextCursor: null,
    });
    expect(await expectSuccess(call('GET', `/v1/policies/${id}/controls?count=true`))).toMatchObject({ totalCount: 2 });
  });
  test('200 with the tasks of each control of the policy, sorted by title, each once', async () => {
    const { call, organization } = await app.caller();
    const { id } = await addPolicy(call);
    const [taskZ, taskA] = [newId('tsk'), newId('tsk')];
    await within(app.database, organization.id, (db) =>
      db
        .insertInto('task')
        .values([
          { id: taskZ, title: 'Z' },
          { id: taskA, title: 'A', assignee_id: organization.owner.id },
          { id: newId('tsk'), title: 'Not linked' },
        ])
        .execute(),
    );
    const control = await addControl(call, { policyIds: [id], taskIds: [taskZ, taskA] });
    expect(await expectSuccess(call('GET', `/v1/policies/${id}/evidence-tasks`))).toEqual({
      data: [
        {
          control: { id: control, name: 'Backup' },
          tasks: [
            expect.objectContaining({ id: taskA, title: 'A', assigneeId: organization.owner.id, status: 'todo' }),
            expect.objectContaining({ id: taskZ, title: 'Z', assigneeId: null }),
          ],
        },
      ],
      nextCursor: null,
    });
  });
});
