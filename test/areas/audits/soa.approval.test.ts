import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { call as send, listenOn, startApp, testConfig } from '../../support/app.ts';
import { newApiKey, newMember, newRole, within } from '../../support/organization.ts';
import { asProblem } from '../../support/refusals.ts';
import { iso, read, save, soaActors } from '../../support/soa.ts';

const app = startApp();
const { started, completed, decide, entries, mails } = soaActors(app);
const unknownId = 'soa_doc_6a0d6a0012f5c8e47b93d161';
const urlOf = (id: string, action: string) => `/v1/soa/documents/${id}/${action}`;
const invalid = (message: string) => ({
  status: 400,
  body: { success: false, error: 'Validation failed', details: { approverId: { _errors: [message] } } },
});

/** Creates a document that waits for the approval of an admin, who has a session. */
async function withPendingApproval() {
  const completedDocument = await completed();
  const approver = await app.session(completedDocument.organization, ['admin']);
  const submitter = await app.session(completedDocument.organization, ['admin']);
  const answer = await submitter.call('POST', urlOf(completedDocument.document.id, 'submit-for-approval'), {
    body: { approverId: approver.member.id },
  });
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return { ...completedDocument, approver, submitter, submitted: answer.body };
}
const setMember = (id: string, fields: { is_active?: boolean; roles?: string[] }) =>
  app.database.system.updateTable('member').set(fields).where('id', '=', id).execute();

describe('submitSoaForApproval', () => {
  test('200 sends a mail to the approver, and the document waits for approval', async () => {
    const { organization, submitter, approver, submitted, document } = await withPendingApproval();
    expect(submitted).toMatchObject({
      id: document.id,
      status: 'needs_review',
      approvalStatus: 'pending',
      approverId: approver.member.id,
      approver: { id: approver.member.id, user: { name: 'Max Member', email: approver.member.email } },
      submittedAt: expect.any(String),
      approvedAt: null,
      declinedAt: null,
      declineReason: null,
      completedAt: expect.any(String),
    });
    expect(await mails(organization)).toEqual([
      {
        recipient: approver.member.email,
        subject: 'Statement of applicability for ISO 27001 waits for your approval',
        text: expect.stringContaining('asks you to approve version 1'),
      },
    ]);
    expect((await entries(organization)).at(-1)).toMatchObject({
      type: 'framework',
      id: document.id,
      userId: submitter.member.userId,
      description: 'Submitted the statement of applicability for approval',
      data: { changes: { approver: { previous: null, current: `Max Member (${approver.member.id})` } } },
    });
  });
  test('200 for a renewal whose answers were all carried over', async () => {
    const { call, organization, document } = await completed();
    const {
      body: { id },
    } = await call('POST', '/v1/soa/documents', { body: { frameworkId: iso } });
    expect(id).not.toBe(document.id);
    expect(await call('POST', urlOf(id, 'submit-for-approval'), { body: { approverId: organization.owner.id } })).toMatchObject({
      status: 200,
      body: { status: 'needs_review', completedAt: expect.any(String) },
    });
  });
  test('200 for a second submission after the approver declined', async () => {
    const { organization, document, approver, submitter } = await withPendingApproval();
    await approver.call('POST', urlOf(document.id, 'decline'), { body: { reason: 'Too short' } });
    expect(
      await submitter.call('POST', urlOf(document.id, 'submit-for-approval'), { body: { approverId: organization.owner.id } }),
    ).toMatchObject({
      status: 200,
      body: { approvalStatus: 'pending', approverId: organization.owner.id, declinedAt: null, declineReason: null },
    });
  });
  test.each([
    ['was deactivated', (id: string) => setMember(id, { is_active: false })],
    ['lost the role', (id: string) => setMember(id, { roles: ['employee'] })],
    ['was removed', (id: string) => app.database.system.deleteFrom('member').where('id', '=', id).execute()],
  ])('200 for another approver when the first approver %s', async (_case, changeApprover) => {
    const { organization, document, approver, submitter } = await withPendingApproval();
    await changeApprover(approver.member.id);
    expect(
      await submitter.call('POST', urlOf(document.id, 'submit-for-approval'), { body: { approverId: organization.owner.id } }),
    ).toMatchObject({
      status: 200,
      body: { approverId: organization.owner.id },
    });
  });
  test.each([
    [undefined, { error: 'Validation failed' }],
    [asProblem, { detail: 'Validation failed' }],
  ])('400 for an unknown or deactivated approver, and for an approver of another organization', async (accept, body) => {
    const [{ call, organization, document }, other] = [await completed(), await app.caller()];
    const deactivated = await newMember(app.database, organization.id, ['admin'], { active: false });
    for (const approverId of ['mem_none', other.organization.owner.id, deactivated.id]) {
      expect(await call('POST', urlOf(document.id, 'submit-for-approval'), { body: { approverId }, ...accept })).toMatchObject({
        status: 400,
        body,
      });
      expect(await call('POST', urlOf(document.id, 'submit-for-approval'), { body: { approverId } })).toMatchObject(
        invalid('must be an active member of the organization'),
      );
    }
  });
  test.each([['employee'], ['auditor'], ['contractor'], ['custom role']])('400 for an approver with the role %s', async (role) => {
    const { call, organization, document } = await completed();
    const roles =
      role === 'custom role'
        ? [
            await within(app.database, organization.id, async (db) => {
              const id = newId('rol');
              await db
                .insertInto('custom_role')
                .values({ id, name: 'admin of sorts', permissions: '{"audit":["read","update"]}' })
                .execute();
              return id;
            }),
          ]
        : [role];
    const member = await newMember(app.database, organization.id, roles);
    expect(await call('POST', urlOf(document.id, 'submit-for-approval'), { body: { approverId: member.id } })).toMatchObject(
      invalid('must have the role owner or admin'),
    );
  });
  test("400 for an approver from the operator's staff", async () => {
    const { organization, document } = await completed();
    const { base } = await listenOn(app.database, testConfig({ STAFF_EMAIL_DOMAINS: 'operator.example' }));
    const member = await newMember(app.database, organization.id, ['admin'], { email: 'guest@operator.example' });
    expect(
      await send(base, 'POST', urlOf(document.id, 'submit-for-approval'), { key: organization.key, body: { approverId: member.id } }),
    ).toMatchObject(invalid('must not be platform staff'));
  });
  test.each([
    [undefined, 'error'],
    [asProblem, 'detail'],
  ])('409 while the document waits for approval, and after the approval', async (accept, key) => {
    const { call, organization, document, approver } = await withPendingApproval();
    const resubmit = () =>
      call('POST', urlOf(document.id, 'submit-for-approval'), { body: { approverId: organization.owner.id }, ...accept });
    expect(await resubmit()).toMatchObject({
      status: 409,
      body: { [key]: 'The document is waiting for approval already' },
    });
    await approver.call('POST', urlOf(document.id, 'approve'));
    expect(await resubmit()).toMatchObject({ status: 409, body: { [key]: 'The document is approved already' } });
  });
  test.each([
    [undefined, 'error'],
    [asProblem, 'detail'],
  ])('422 while some controls are not decided', async (accept, key) => {
    const { call, organization, document } = await started();
    await decide(organization, document, 'A.5.1', 'A.8.34');
    const submit = () =>
      call('POST', urlOf(document.id, 'submit-for-approval'), { body: { approverId: organization.owner.id }, ...accept });
    expect(await submit()).toMatchObject({ status: 422, body: { [key]: 'All controls must be decided first: 2 are not' } });
    await save(call, document.id, 'A.5.1', { justification: 'Justified, and not decided' });
    expect(await submit()).toMatchObject({ status: 422, body: { [key]: 'All controls must be decided first: 2 are not' } });
  });
  test('200 for one of five simultaneous submissions, and 409 for the other four submissions', async () => {
    const { call, organization, document } = await completed();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        call('POST', urlOf(document.id, 'submit-for-approval'), { body: { approverId: organization.owner.id } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect(await mails(organization)).toHaveLength(1);
  });
});

describe('approveSoaDocument', () => {
  test('200 for the approver, with a mail to the submitter', async () => {
    const { organization, document, approver, submitter } = await withPendingApproval();
    expect(await approver.call('POST', urlOf(document.id, 'approve'))).toMatchObject({
      status: 200,
      body: {
        id: document.id,
        status: 'completed',
        approvalStatus: 'approved',
        approvedAt: expect.any(String),
        declinedAt: null,
        approverId: approver.member.id,
        approver: { id: approver.member.id },
      },
    });
    expect((await mails(organization)).at(-1)).toEqual({
      recipient: submitter.member.email,
      subject: 'Statement of applicability for ISO 27001 was approved',
      text: 'Max Member approved version 1 of the statement of applicability for ISO 27001.\n',
    });
    expect((await entries(organization)).at(-1)).toMatchObject({
      type: 'framework',
      id: document.id,
      description: 'Approved the statement of applicability',
      data: { changes: { approvalStatus: { previous: 'pending', current: 'approved' } } },
    });
  });
  test('200 once and 409 four times when the approver approves and declines five times at the same time', async () => {
    const { call, organization, document, approver } = await withPendingApproval();
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        approver.call('POST', urlOf(document.id, n % 2 ? 'decline' : 'approve'), { ...(n % 2 && { body: {} }) }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect(await read(call, document.id)).toMatchObject({
      status: 'completed',
      approvalStatus: answers.find(({ status }) => status === 200)?.body.approvalStatus,
    });
    expect(await mails(organization)).toHaveLength(2);
  });
  test('200 for the approver, and 403 or 409 for another admin who approves at the same time', async () => {
    const { document, approver, submitter } = await withPendingApproval();
    const [approval, rejection] = await Promise.all([
      approver.call('POST', urlOf(document.id, 'approve')),
      submitter.call('POST', urlOf(document.id, 'approve')),
    ]);
    expect(approval).toMatchObject({ status: 200, body: { approvalStatus: 'approved' } });
    expect([403, 409]).toContain(rejection.status);
  });
  test('an approver who is deactivated at the same time either approves, or is refused and the document stays pending', async () => {
    const { call, document, approver } = await withPendingApproval();
    const [answer] = await Promise.all([
      approver.call('POST', urlOf(document.id, 'approve')),
      setMember(approver.member.id, { is_active: false }),
    ]);
    expect([200, 401, 403]).toContain(answer.status);
    expect((await read(call, document.id)).approvalStatus).toBe(answer.status === 200 ? 'approved' : 'pending');
  });
});

describe('declineSoaDocument', () => {
  test('200 with the reason, and with the approval status declined', async () => {
    const { organization, document, approver, submitter } = await withPendingApproval();
    const answer = await approver.call('POST', urlOf(document.id, 'decline'), { body: { reason: '  A.8.30 is out of date.  ' } });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: 'completed',
        approvalStatus: 'rejected',
        declinedAt: expect.any(String),
        declineReason: 'A.8.30 is out of date.',
        approverId: null,
        approver: null,
        approvedAt: null,
      },
    });
    expect((await mails(organization)).at(-1)).toMatchObject({
      recipient: submitter.member.email,
      subject: 'Statement of applicability for ISO 27001 was rejected',
      text: expect.stringContaining('A.8.30 is out of date.'),
    });
    expect((await entries(organization)).at(-1)).toMatchObject({
      description: 'Declined the statement of applicability',
      data: {
        changes: {
          approvalStatus: { previous: 'pending', current: 'rejected' },
          declineReason: { previous: null, current: 'A.8.30 is out of date.' },
        },
      },
    });
  });
  test.each([{}, { reason: null }, { reason: '  ' }])('200 without a reason: %j', async (body) => {
    const { document, approver } = await withPendingApproval();
    expect(await approver.call('POST', urlOf(document.id, 'decline'), { body })).toMatchObject({
      status: 200,
      body: { approvalStatus: 'rejected', declineReason: null },
    });
  });
  test.each([
    [undefined, { details: { reason: { _errors: ['must have at most 2000 characters'] } } }],
    [asProblem, { errors: [{ pointer: '#/reason', detail: 'must have at most 2000 characters' }] }],
  ])('400 for a reason that is too long', async (accept, body) => {
    const { document, approver } = await withPendingApproval();
    expect(await approver.call('POST', urlOf(document.id, 'decline'), { body: { reason: 'x'.repeat(2001) }, ...accept })).toMatchObject({
      status: 400,
      body,
    });
  });
});

describe.each([
  ['approve', undefined],
  ['decline', { reason: 'Too short' }],
])('POST …/%s', (action, body) => {
  test.each([
    [undefined, 'error'],
    [asProblem, 'detail'],
  ])('403 for any member except the approver, whatever the role', async (accept, key) => {
    const { organization, document, submitter } = await withPendingApproval();
    const owner = await app.session(organization, organization.owner);
    for (const other of [submitter.call, owner.call])
      expect(await other('POST', urlOf(document.id, action), { body, ...accept })).toMatchObject({
        status: 403,
        body: { [key]: 'Only the approver can decide about the document' },
      });
  });
  test('403 for an approver who is no longer an owner or admin', async () => {
    const { call, document, organization, approver } = await withPendingApproval();
    await setMember(approver.member.id, { roles: ['employee', await newRole(app.database, organization.id, ['audit:update'])] });
    expect(await approver.call('POST', urlOf(document.id, action), { body })).toMatchObject({
      status: 403,
      body: { error: 'The approver must be an active owner or admin' },
    });
    expect(await read(call, document.id)).toMatchObject({ approvalStatus: 'pending' });
  });
  test.each([
    [undefined, 'error'],
    [asProblem, 'detail'],
  ])("403 with an API key, even with the approver's own key", async (accept, key) => {
    const { call, organization, document, approver } = await withPendingApproval();
    const ownKey = await newApiKey(app.database, organization.id, { scopes: ['audit:update'], created_by_member_id: approver.member.id });
    const sessionRequired = {
      status: 403,
      body: { code: 'session_required', [key]: 'An API key cannot do this: it requires the session of a person' },
    };
    expect(await app.call('POST', urlOf(document.id, action), { key: ownKey.key, body, ...accept })).toMatchObject(sessionRequired);
    expect(await read(call, document.id)).toMatchObject({ approvalStatus: 'pending' });
  });
  test.each([
    [undefined, 'error'],
    [asProblem, 'detail'],
  ])('409 for a document that does not wait for approval', async (accept, key) => {
    const { organization, document } = await completed();
    const { call } = await app.session(organization, organization.owner);
    expect(await call('POST', urlOf(document.id, action), { body, ...accept })).toMatchObject({
      status: 409,
      body: { [key]: 'The document is not waiting for approval' },
    });
  });
  test('404 for a document that does not exist or belongs to another organization', async () => {
    const [{ organization }, other] = [await app.caller(), await withPendingApproval()];
    const { call } = await app.session(organization, organization.owner);
    for (const id of [unknownId, other.document.id])
      expect(await call('POST', urlOf(id, action), { body })).toMatchObject({ status: 404, body: { error: 'SOA document not found' } });
  });
});
