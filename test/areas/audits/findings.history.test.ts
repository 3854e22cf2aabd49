/** How findings appear in their history, in mails, and in the overview. */
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { allPages, startApp } from '../../support/app.ts';
import { comment, mailsOf } from '../../support/comments.ts';
import { change, raise } from '../../support/findings.ts';
import { newMember, newRole, within } from '../../support/organization.ts';
import { addVendor } from '../../support/vendors.ts';

const app = startApp();
const url = '/v1/findings';
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

async function withAuditor() {
  const caller = await app.callerForEverything();
  const auditor = await app.session(caller.organization, ['auditor']);
  const admin = await app.session(
    caller.organization,
    await newMember(app.database, caller.organization.id, ['admin'], { name: 'Ada Marsh' }),
  );
  return { ...caller, auditor, admin, owner: caller.organization.owner };
}

test('200 lists all changes, newest first, with one entry for each field, and without comments (rule 12)', async () => {
  const { call, auditor, admin } = await withAuditor();
  const { id } = await raise(auditor.call, { area: 'people', content: 'One' });
  await comment(call, '', { entityType: 'finding', entityId: id });
  await change(admin.call, id, { status: 'ready_for_review' });
  await change(admin.call, id, {});
  await change(auditor.call, id, { status: 'needs_revision', revisionNote: 'Why?', severity: 'high', type: 'gdpr', content: 'Two' });
  await change(auditor.call, id, { status: 'needs_revision', revisionNote: 'How?' });
  await change(call, id, { status: 'closed' });
  const pages = await allPages(call, `${url}/${id}/history?limit=5&count=true`);
  expect(pages.map(({ totalCount }) => totalCount)).toEqual([8, 8]);
  const entry = (author: { id: string; userId: string; name: string; email: string }, description: string, data: object) => ({
    id: expect.stringMatching(/^aud_[0-9a-f]{24}$/),
    timestamp: time,
    userId: author.userId,
    memberId: author.id,
    description,
    data: { findingId: id, ...data },
    user: { id: author.userId, name: author.name, email: author.email, image: null },
  });
  const statusChange = (from: string, to: string) => `Changed the status of the finding from ${from} to ${to}`;
  const history = pages.flatMap(({ data }) => data);
  expect(history[0]).toMatchObject({
    description: `${statusChange('needs_revision', 'closed')} [via API key "test"]`,
    data: { action: 'status_changed', previousStatus: 'needs_revision', newStatus: 'closed', via: 'API key "test"' },
  });
  expect(history.slice(1)).toEqual([
    entry(auditor.member, 'Changed the revision note of the finding', { action: 'updated', revisionNote: 'How?' }),
    entry(auditor.member, 'Changed the content of the finding', { action: 'content_updated', previousContent: 'One', newContent: 'Two' }),
    entry(auditor.member, 'Changed the severity of the finding from medium to high', {
      action: 'severity_changed',
      previousSeverity: 'medium',
      newSeverity: 'high',
    }),
    entry(auditor.member, 'Changed the type of the finding from soc2 to gdpr', {
      action: 'type_changed',
      previousType: 'soc2',
      newType: 'gdpr',
    }),
    entry(auditor.member, statusChange('ready_for_review', 'needs_revision'), {
      action: 'status_changed',
      previousStatus: 'ready_for_review',
      newStatus: 'needs_revision',
      revisionNote: 'Why?',
    }),
    entry(admin.member, statusChange('open', 'ready_for_review'), {
      action: 'status_changed',
      previousStatus: 'open',
      newStatus: 'ready_for_review',
    }),
    entry(auditor.member, 'Raised a finding', { action: 'created' }),
  ]);
});
test('each change is logged with the entity type finding and the changed fields (rule 12)', async () => {
  const { call, auditor } = await withAuditor();
  const { id } = await raise(auditor.call, { area: 'people', content: 'One' });
  await change(auditor.call, id, { severity: 'low' });
  const { data } = (await call('GET', `/v1/audit-logs?entityType=finding&entityId=${id}`)).body;
  expect(data).toMatchObject([
    { data: { resource: 'finding', changes: { severity: { previous: 'medium', current: 'low' } } } },
    {
      data: { resource: 'finding', changes: { area: { previous: null, current: 'people' }, content: { previous: null, current: 'One' } } },
    },
  ]);
});

/** Returns a function that returns the mails since its last call, sorted by recipient. */
function outbox(organizationId: string) {
  let seenCount = 0;
  return async () => {
    const mails = (await mailsOf(app.database, organizationId)).slice(seenCount);
    seenCount += mails.length;
    return mails.toSorted((left, right) => left.recipient.localeCompare(right.recipient));
  };
}
const recipients = (mails: readonly { recipient: string }[]) => mails.map(({ recipient }) => recipient);
const sortedEmails = (...members: readonly { email: string }[]) =>
  members.map(({ email }) => email).toSorted((left, right) => left.localeCompare(right));

test('mails owners, admins and the assignee, mails the author when the finding is ready, and never mails the acting member (rule 7)', async () => {
  const { organization, auditor, admin, owner } = await withAuditor();
  const role = await newRole(app.database, organization.id, ['task:read']);
  const assignee = await newMember(app.database, organization.id, [role], { name: 'Chen Liu' });
  const deactivated = await newMember(app.database, organization.id, ['admin'], { active: false });
  const taskId = newId('tsk');
  await within(app.database, organization.id, (db) =>
    db.insertInto('task').values({ id: taskId, title: 'Review of access', assignee_id: assignee.id }).execute(),
  );
  const mails = outbox(organization.id);
  const { id } = await raise(auditor.call, { taskId, severity: 'high', content: `${'x'.repeat(199)}😀y` });
  const raisedMails = await mails();
  expect(recipients(raisedMails)).toEqual(sortedEmails(owner, admin.member, assignee));
  expect(recipients(raisedMails)).not.toContain(deactivated.email);
  expect(raisedMails[0]).toMatchObject({
    subject: 'New finding about the task "Review of access"',
    text: `Max Member raised a finding of high severity about the task "Review of access":\n\n${'x'.repeat(199)}😀…\n\n${app.ports.appUrl}/${organization.id}/findings?open=${id}\n`,
  });
  await change(admin.call, id, { status: 'ready_for_review' });
  const readyMails = await mails();
  expect(recipients(readyMails)).toEqual([auditor.member.email]);
  expect(readyMails[0]?.text).toContain('Ada Marsh marked the finding');
  await change(auditor.call, id, { status: 'needs_revision', revisionNote: 'Add a name.' });
  const revisedMails = await mails();
  expect(recipients(revisedMails)).toEqual(sortedEmails(owner, admin.member, assignee));
  expect(revisedMails[0]?.text).toContain('Add a name.');
  await change(admin.call, id, { status: 'open' });
  await change(auditor.call, id, { severity: 'low' });
  expect(await mails()).toEqual([]);
  await change(auditor.call, id, { status: 'closed' });
  const closedMails = await mails();
  expect(recipients(closedMails)).toEqual(sortedEmails(owner, admin.member, assignee));
  expect(closedMails[0]).toMatchObject({ subject: 'Finding closed: the task "Review of access"' });
  await change(auditor.call, id, { status: 'closed' });
  await change(auditor.call, id, { status: 'open' });
  expect(await mails()).toEqual([]);
});
test('mails owners and admins, and the member, or the owner of the policy, vendor or risk, that a finding is about (rule 7)', async () => {
  const { organization, call, auditor, admin, owner } = await withAuditor();
  const role = await newRole(app.database, organization.id, ['risk:read']);
  const [policyOwner, vendorOwner, riskOwner, subject] = [
    await newMember(app.database, organization.id, [role]),
    await newMember(app.database, organization.id, [role]),
    await newMember(app.database, organization.id, [role]),
    await newMember(app.database, organization.id, [role]),
  ];
  const policyId = newId('pol');
  await within(app.database, organization.id, (db) =>
    db.insertInto('policy').values({ id: policyId, name: 'Backup policy', assignee_id: policyOwner.id }).execute(),
  );
  const risk = await call('POST', '/v1/risks', {
    body: { title: 'Fire', description: 'It burns.', category: 'operations', assigneeId: riskOwner.id },
  });
  const vendor = await addVendor(call, { assigneeId: vendorOwner.id });
  const mails = outbox(organization.id);
  await mails();
  for (const [subjectFields, subjectOf, ...moreRecipients] of [
    [{ policyId }, 'the policy "Backup policy"', policyOwner],
    [{ vendorId: vendor.id }, 'the vendor "Harbour Cloud"', vendorOwner],
    [{ riskId: risk.body.data.id }, 'the risk "Fire"', riskOwner],
    [{ memberId: subject.id }, 'Max Member', subject],
    [{ evidenceFormType: 'meeting' }, 'the form meeting'],
    [{ area: 'vendors' }, 'the area vendors'],
  ] as const) {
    await raise(auditor.call, subjectFields);
    const sentMails = await mails();
    expect(recipients(sentMails)).toEqual(sortedEmails(owner, admin.member, ...moreRecipients));
    expect(sentMails[0]?.subject).toBe(`New finding about ${subjectOf}`);
  }
  const evidenceSubmissionId = newId('evs');
  await within(app.database, organization.id, (db) =>
    db.insertInto('evidence_submission').values({ id: evidenceSubmissionId, form_type: 'rbac-matrix' }).execute(),
  );
  await raise(auditor.call, { evidenceSubmissionId });
  const sentMails = await mails();
  expect(recipients(sentMails)).toEqual(sortedEmails(owner, admin.member));
  expect(sentMails[0]?.subject).toBe('New finding about a submission of the form rbac-matrix');
});
test('mails owners and admins when the author is removed or inactive, and no member who switched off these mails (rule 7)', async () => {
  const { organization, auditor, admin, owner } = await withAuditor();
  const [firstFinding, secondFinding] = [await raise(auditor.call), await raise(auditor.call)];
  await app.database.system.updateTable('member').set({ is_active: false }).where('id', '=', auditor.member.id).execute();
  const mails = outbox(organization.id);
  await mails();
  await change(admin.call, firstFinding.id, { status: 'ready_for_review' });
  expect(recipients(await mails())).toEqual([owner.email]);
  await app.database.system.deleteFrom('member').where('id', '=', auditor.member.id).execute();
  const ownerSession = await app.session(organization, owner);
  const { body: preferences } = await ownerSession.call('GET', '/v1/people/me/email-preferences');
  const savedPreferences = await ownerSession.call('PUT', '/v1/people/me/email-preferences', {
    body: { preferences: { ...(preferences.preferences ?? preferences), findingNotifications: false } },
  });
  expect(savedPreferences, savedPreferences.text).toMatchObject({ status: 200 });
  await change(admin.call, secondFinding.id, { status: 'ready_for_review' });
  expect(recipients(await mails())).toEqual([]);
});

test('200 with the 50 newest unclosed findings and the count of each status, limited to findings that the caller may read (rule 13)', async () => {
  const { call, organization, auditor } = await withAuditor();
  const [taskId, evidenceSubmissionId] = [newId('tsk'), newId('evs')];
  const timeOf = (n: number) => new Date(Date.now() - 3_600_000 + n * 1_000).toISOString();
  await within(app.database, organization.id, async (db) => {
    await db.insertInto('task').values({ id: taskId, title: 'Review of access' }).execute();
    await db.insertInto('evidence_submission').values({ id: evidenceSubmissionId, form_type: 'meeting' }).execute();
    await db
      .insertInto('finding')
      .values(
        Array.from({ length: 60 }, (_, n) => ({
          id: newId('fnd'),
          content: `Finding ${n}`,
          area: 'other' as const,
          created_at: timeOf(n),
        })),
      )
      .execute();
  });
  await raise(auditor.call, { taskId, content: 'About a task' });
  const revised = await raise(auditor.call, { evidenceSubmissionId, content: 'About evidence', severity: 'high' });
  await change(auditor.call, revised.id, { status: 'needs_revision' });
  const closed = await raise(auditor.call, { area: 'people' });
  await change(auditor.call, closed.id, { status: 'closed' });
  const counts = { open: 61, ready_for_review: 0, needs_revision: 1, closed: 1 };
  const { findings, findingsByStatus } = (await call('GET', '/v1/frameworks/scores')).body;
  expect(findingsByStatus).toEqual(counts);
  expect(findings).toHaveLength(50);
  expect(findings.slice(0, 3)).toEqual([
    {
      id: revised.id,
      status: 'needs_revision',
      severity: 'high',
      content: 'About evidence',
      task: null,
      evidenceSubmission: { id: evidenceSubmissionId, formType: 'meeting' },
    },
    expect.objectContaining({ content: 'About a task', task: { id: taskId, title: 'Review of access' }, evidenceSubmission: null }),
    expect.objectContaining({ content: 'Finding 59', task: null }),
  ]);
  const role = await newRole(app.database, organization.id, ['framework:read']);
  const limited = await app.session(organization, [role]);
  // Findings about a task or evidence are not counted for a member who may not read the task or the evidence.
  const limitedCounts = { ...counts, open: 60, needs_revision: 0 };
  expect((await limited.call('GET', '/v1/frameworks/scores')).body).toMatchObject({ findings: [], findingsByStatus: limitedCounts });
});
