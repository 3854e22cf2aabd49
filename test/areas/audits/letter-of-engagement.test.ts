import { describe, expect, test } from 'vitest';
import { builtInTemplates } from '#areas/audits/letter-of-engagement/rules/built-in-templates';
import { allPages, type Caller, startApp } from '../../support/app.ts';
import { adopt, frameworkId } from '../../support/frameworks.ts';
import { completeFields, contact, callSuccessfully, lettersOf, lettersUrl } from '../../support/letters.ts';
import { newMember, newRole } from '../../support/organization.ts';
import { expectProblem } from '../../support/refusals.ts';

const app = startApp();
const { draft, open, signed, history } = lettersOf(app);
const refused = (status: number, code: string) => ({ status, body: { code } });
const unknownId = 'loe_000000000000000000000000';
const invalidField = (field: string, message: string) => ({ status: 400, body: { details: { [field]: { _errors: [message] } } } });
const lastEntry = async ({ call }: Caller) => (await call('GET', '/v1/audit-logs?limit=1')).body.data[0];

describe('createEngagementLetter', () => {
  test('201 with only the required fields, with a reference and defaults', async () => {
    const caller = await app.caller();
    const answer = await caller.call('POST', lettersUrl, {
      body: {
        auditorFirm: ' Harbour Assurance ',
        auditorContactName: 'Priya Anand',
        auditorContactEmail: 'Priya.Anand@Harbour.example.com',
      },
    });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        id: expect.stringMatching(/^loe_/),
        reference: `LOE-${new Date().getUTCFullYear()}-01`,
        title: 'Letter of engagement - engagement',
        engagementType: 'other',
        status: 'draft',
        auditorFirm: 'Harbour Assurance',
        auditorContactEmail: contact,
        organizationLegalName: 'Test organization',
        scope: '',
        deliverables: [],
        signatures: [],
        contentHash: null,
        hasPdf: false,
        fee: null,
        templateId: null,
        createdById: caller.organization.owner.userId,
      },
    });
    expect(answer.headers.get('location')).toBe(`${lettersUrl}/${answer.body.id}`);
    expect(await history(caller, answer.body.id)).toMatchObject([
      { type: 'created', actor: { kind: 'key', name: 'API key "test"', email: caller.organization.owner.email }, detail: null },
    ]);
    expect(await lastEntry(caller)).toMatchObject({
      entityType: 'framework',
      entityId: answer.body.id,
      description: 'Created letter of engagement [via API key "test"]',
    });
  });
  test('201 with the texts of a built-in template, whose known placeholders are filled in (rule 16)', async () => {
    const caller = await app.caller();
    const [frameworkInstanceId] = await adopt(caller.call, frameworkId('soc2'));
    const template = builtInTemplates.find(({ engagementType }) => engagementType === 'attestation_type2');
    const letter = await draft(caller, { scope: undefined, templateId: template?.id, frameworkInstanceId, periodStart: '2026-01-01' });
    expect(letter).toMatchObject({ engagementType: 'attestation_type2', templateId: template?.id, title: 'Letter of engagement - SOC 2' });
    expect(letter.scope).toContain('the controls of Test organization were suitably designed');
    expect(letter.scope).toContain('from January 1, 2026 to {{periodEnd}}, by the criteria of SOC 2');
    const after = await callSuccessfully(caller.call, 'PATCH', `${lettersUrl}/${letter.id}`, {
      periodEnd: '2026-06-30',
      reportDueDate: '2026-08-31',
    });
    expect(after.scope).toContain('from January 1, 2026 to June 30, 2026, by');
    expect(JSON.stringify(after)).not.toContain('{{');
  });
  test('references are numbered within a year, and never used again (rule 13)', async () => {
    const caller = await app.caller();
    const first = await draft(caller);
    await callSuccessfully(caller.call, 'DELETE', `${lettersUrl}/${first.id}`);
    const letters = await Promise.all([draft(caller), draft(caller), draft(caller)]);
    const year = new Date().getUTCFullYear();
    expect(letters.map(({ reference }) => reference).toSorted()).toEqual([`LOE-${year}-02`, `LOE-${year}-03`, `LOE-${year}-04`]);
  });
  test('400 for dates out of order, for members who may not sign, and for unknown ids', async () => {
    const caller = await app.caller();
    const other = await app.caller();
    const employee = await newMember(app.database, caller.organization.id, ['employee']);
    const create = (fields: object) => caller.call('POST', lettersUrl, { body: { ...completeFields(caller), ...fields } });
    expect(await create({ periodStart: '2026-02-01', periodEnd: '2026-01-31' })).toMatchObject(
      invalidField('periodEnd', 'must not be before periodStart'),
    );
    expect(await create({ fieldworkStart: '2026-02-01', fieldworkEnd: '2026-01-31' })).toMatchObject(
      invalidField('fieldworkEnd', 'must not be before fieldworkStart'),
    );
    expect(await create({ fieldworkEnd: '2026-02-01', reportDueDate: '2026-01-31' })).toMatchObject(
      invalidField('reportDueDate', 'must not be before fieldworkEnd'),
    );
    for (const id of [employee.id, other.organization.owner.id])
      expect(await create({ organizationSignatoryMemberId: id })).toMatchObject(
        invalidField('organizationSignatoryMemberId', 'must be an active owner or admin'),
      );
    expect(await create({ auditorMemberId: caller.organization.owner.id })).toMatchObject(
      invalidField('auditorMemberId', 'must be an active auditor'),
    );
    expect(await create({ frameworkInstanceId: 'frm_1' })).toMatchObject(
      invalidField('frameworkInstanceId', 'must be an adopted framework of the organization'),
    );
    expect(await create({ timelineInstanceId: 'tli_1' })).toMatchObject(
      invalidField('timelineInstanceId', 'must be a timeline of the organization'),
    );
    const { id: template } = await callSuccessfully(other.call, 'POST', `${lettersUrl}/templates`, {
      name: 'Ours',
      engagementType: 'other',
    });
    expect(await create({ templateId: template })).toMatchObject(
      invalidField('templateId', 'must be a template of the organization, or one that is built in'),
    );
    expect(await create({ fee: { amount: 1, currency: 'eur', terms: '' } })).toMatchObject({ status: 400 });
  });
});

describe('listEngagementLetters', () => {
  test('200 filtered by state, type, framework and search text, in each sort order, without the content of the letters', async () => {
    const caller = await app.caller();
    const [frameworkInstanceId] = await adopt(caller.call, frameworkId('soc2'));
    const first = await draft(caller, { title: 'First', frameworkInstanceId });
    const second = await open(caller, { title: 'Second 100%', engagementType: 'penetration_test' });
    const third = await signed(caller, { title: 'Third', auditorFirm: 'Quay Auditors' });
    const ids = async (query: string) =>
      (await callSuccessfully(caller.call, 'GET', `${lettersUrl}?${query}`)).data.map(({ id }: { id: string }) => id);
    expect(await ids('')).toEqual([third.id, second.id, first.id]);
    expect(await ids('status=draft&status=sent')).toEqual([second.id, first.id]);
    expect(await ids('engagementType=penetration_test')).toEqual([second.id]);
    expect(await ids(`frameworkInstanceId=${frameworkInstanceId}`)).toEqual([first.id]);
    expect(await ids('search=QUAY')).toEqual([third.id]);
    expect(await ids('search=100%25')).toEqual([second.id]);
    expect(await ids(`search=${first.reference}`)).toEqual([first.id]);
    expect(await ids('sortBy=sentAt')).toEqual([third.id, second.id, first.id]);
    expect(await ids('sortBy=signedAt&sortOrder=asc')).toEqual([third.id, ...[first.id, second.id].toSorted()]);
    expect(await ids('sortBy=reference&sortOrder=asc')).toEqual([first.id, second.id, third.id]);
    const pages = await allPages(caller.call, `${lettersUrl}?limit=1&sortBy=signedAt&count=true`);
    expect(pages.flatMap(({ data }) => data.map(({ id }: { id: string }) => id))).toHaveLength(3);
    expect(pages[0].totalCount).toBe(3);
    expect(pages[0].data[0]).not.toHaveProperty('scope');
    expect(pages[0].data[0].signatures).toHaveLength(2);
  });
  test('400 for an unknown state', async () => {
    const { call } = await app.caller();
    expect(await call('GET', `${lettersUrl}?status=lost`)).toMatchObject({ status: 400 });
  });
  test('200 omits letters of other organizations, and 404 for each operation on such a letter (rule 1)', async () => {
    const [caller, other] = [await app.caller(), await app.caller()];
    const { id } = await draft(other);
    expect((await callSuccessfully(caller.call, 'GET', lettersUrl)).data).toEqual([]);
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { title: 'Mine' }],
      ['DELETE', '', undefined],
      ['POST', '/send', {}],
      ['POST', '/remind', {}],
      ['POST', '/cancel', { reason: 'none' }],
      ['POST', '/reopen', undefined],
      ['POST', '/amend', undefined],
      ['GET', '/export', undefined],
      ['GET', '/history', undefined],
    ] as const)
      for (const letterId of [id, unknownId])
        expect(await caller.call(method, `${lettersUrl}/${letterId}${path}`, { body }), `${method} ${path}`).toMatchObject(
          refused(404, 'engagement_letter_not_found'),
        );
    for (const path of ['sign', 'decline'])
      expect(
        await caller.inPerson('POST', `${lettersUrl}/${id}/${path}`, {
          body: { party: 'organization', ...(path === 'sign' ? { accept: true, contentHash: 'x' } : { reason: 'x' }) },
        }),
      ).toMatchObject(refused(404, 'engagement_letter_not_found'));
  });
});

describe('updateEngagementLetter', () => {
  test('200 changes the sent fields; null and blank texts clear a field', async () => {
    const caller = await app.caller();
    const { id } = await draft(caller, { fee: { amount: 100, currency: 'EUR', terms: 'Net 30' }, otherTerms: 'None' });
    const after = await callSuccessfully(caller.call, 'PATCH', `${lettersUrl}/${id}`, {
      title: ' New title ',
      fee: null,
      otherTerms: '  ',
      auditorContactEmail: 'NEW@harbour.example.com',
      deliverables: [' A report '],
    });
    expect(after).toMatchObject({
      title: 'New title',
      fee: null,
      otherTerms: null,
      auditorContactEmail: 'new@harbour.example.com',
      deliverables: ['A report'],
      scope: completeFields(caller).scope,
    });
    const [event] = await history(caller, id);
    expect(event).toMatchObject({
      type: 'updated',
      detail: { fields: ['title', 'fee', 'otherTerms', 'auditorContactEmail', 'deliverables'] },
    });
    const entry = await lastEntry(caller);
    expect(Object.keys(entry.data.changes).toSorted()).toEqual(['auditorContactEmail', 'deliverables', 'fee', 'otherTerms', 'title']);
    // Auditors may read the log, but not the fee (rule 10).
    expect(JSON.stringify(entry)).not.toContain('Net 30');
  });
  test('200 for the title of a sent letter, 409 for any other field, and for every field of a signed letter', async () => {
    const caller = await app.caller();
    const letter = await open(caller);
    const patch = (id: string, body: object) => caller.call('PATCH', `${lettersUrl}/${id}`, { body });
    expect(await patch(letter.id, { title: 'Other' })).toMatchObject({
      status: 200,
      body: { title: 'Other', contentHash: letter.contentHash },
    });
    expect(await patch(letter.id, { title: 'Other', scope: 'More' })).toMatchObject(refused(409, 'engagement_letter_not_draft'));
    await expectProblem(caller.call, 'PATCH', `${lettersUrl}/${letter.id}`, 409, { scope: 'More' });
    const signedLetter = await signed(caller, { engagementType: 'penetration_test' });
    expect(await patch(signedLetter.id, { title: 'Other' })).toMatchObject(refused(409, 'engagement_letter_not_draft'));
  });
  test('412 when another person has changed the letter', async () => {
    const caller = await app.caller();
    const { id } = await draft(caller);
    const { headers } = await caller.call('GET', `${lettersUrl}/${id}`);
    await callSuccessfully(caller.call, 'PATCH', `${lettersUrl}/${id}`, { title: 'Theirs' });
    const answer = await caller.call('PATCH', `${lettersUrl}/${id}`, {
      body: { title: 'Mine' },
      headers: { 'if-match': headers.get('etag') ?? '' },
    });
    expect(answer).toMatchObject(refused(412, 'record_changed'));
  });
  test('the database refuses to change sent content, whoever tries to change the content (rule 3)', async () => {
    const caller = await app.caller();
    const { id } = await open(caller);
    const change = app.database.system.updateTable('engagement_letter').set({ scope: 'Other' }).where('id', '=', id).execute();
    await expect(change).rejects.toThrow('is not a draft');
  });
});

describe('deleteEngagementLetter', () => {
  test('204 for a draft, 409 for any other letter (rule 13)', async () => {
    const caller = await app.caller();
    const [draftLetter, sentLetter] = [await draft(caller), await open(caller)];
    expect(await caller.call('DELETE', `${lettersUrl}/${draftLetter.id}`)).toMatchObject({ status: 204 });
    expect(await caller.call('GET', `${lettersUrl}/${draftLetter.id}`)).toMatchObject({ status: 404 });
    expect(await caller.call('DELETE', `${lettersUrl}/${sentLetter.id}`)).toMatchObject(refused(409, 'engagement_letter_not_draft'));
    await expectProblem(caller.call, 'DELETE', `${lettersUrl}/${sentLetter.id}`, 409);
    expect(await lastEntry(caller)).toMatchObject({
      entityId: draftLetter.id,
      description: 'Deleted draft of letter of engagement [via API key "test"]',
    });
  });
});

describe('what auditors see (rule 10)', () => {
  test('the fee only if the letter names the auditor; no IP addresses of signatures', async () => {
    const caller = await app.caller();
    const fee = { amount: 28_500, currency: 'EUR', terms: 'Half at the start.' };
    const { member, call: auditor } = await app.session(caller.organization, ['auditor']);
    const stranger = await app.session(caller.organization, ['auditor']);
    const ownerAndAuditor = await app.session(caller.organization, ['owner', 'auditor']);
    const ownLetter = await draft(caller, { fee, auditorMemberId: member.id });
    const signedLetter = await signed(caller, { fee });
    const feeOf = async (call: Caller['call'], id: string) => (await callSuccessfully(call, 'GET', `${lettersUrl}/${id}`)).fee;
    expect(await feeOf(auditor, ownLetter.id)).toEqual(fee);
    expect(await feeOf(auditor, signedLetter.id)).toBeNull();
    expect(await feeOf(stranger.call, ownLetter.id)).toBeNull();
    expect(await feeOf(ownerAndAuditor.call, signedLetter.id)).toEqual(fee);
    expect(await feeOf(caller.call, signedLetter.id)).toEqual(fee);
    const listed = (await callSuccessfully(auditor, 'GET', lettersUrl)).data;
    expect(listed.map((letter: { fee: object | null }) => letter.fee)).toEqual([null, fee]);
    const visibleLetter = await callSuccessfully(auditor, 'GET', `${lettersUrl}/${signedLetter.id}`);
    expect(visibleLetter.signatures.map(({ ipAddress, userAgent }: Record<string, unknown>) => [ipAddress, userAgent])).toEqual([
      [null, null],
      [null, null],
    ]);
    const fullLetter = await callSuccessfully(caller.call, 'GET', `${lettersUrl}/${signedLetter.id}`);
    expect(fullLetter.signatures[1]).toMatchObject({ ipAddress: '127.0.0.1', userAgent: 'Test browser' });
  });
  test('403 for employees, and for changes by auditors', async () => {
    const caller = await app.caller();
    const { call: employee } = await app.session(caller.organization, ['employee']);
    const { call: auditor } = await app.session(caller.organization, ['auditor']);
    expect(await employee('GET', lettersUrl)).toMatchObject(refused(403, 'missing_permission'));
    expect(await auditor('POST', lettersUrl, { body: completeFields(caller) })).toMatchObject(refused(403, 'missing_permission'));
  });
});

describe('templates', () => {
  const templates = `${lettersUrl}/templates`;
  const ownTemplate = { name: 'Our terms', engagementType: 'internal_audit', scope: '{{auditorFirm}} audits {{ organizationLegalName }}.' };

  test('200 with built-in templates first, then templates of the organization sorted by name', async () => {
    const caller = await app.caller();
    for (const name of ['b', 'A']) await callSuccessfully(caller.call, 'POST', templates, { ...ownTemplate, name });
    const { data } = await callSuccessfully(caller.call, 'GET', templates);
    expect(data.map(({ name }: { name: string }) => name)).toEqual([...builtInTemplates.map(({ name }) => name), 'A', 'b']);
    const pages = await allPages(caller.call, `${templates}?limit=2`);
    expect(pages.flatMap((page) => page.data)).toEqual(data);
    const internal = await callSuccessfully(caller.call, 'GET', `${templates}?engagementType=internal_audit`);
    expect(internal.data.map(({ name }: { name: string }) => name)).toEqual(['Internal audit', 'A', 'b']);
  });
  test('201, 200 and 204 for creating, changing and deleting a template; letters keep their texts', async () => {
    const caller = await app.caller();
    const created = await callSuccessfully(caller.call, 'POST', templates, ownTemplate);
    expect(created).toMatchObject({ organizationId: caller.organization.id, isActive: true, deliverables: [], criteria: null });
    const letter = await draft(caller, { scope: undefined, templateId: created.id });
    expect(letter).toMatchObject({ templateId: created.id, scope: 'Harbour Assurance audits Test organization.' });
    const after = await callSuccessfully(caller.call, 'PATCH', `${templates}/${created.id}`, { scope: null, isActive: false });
    expect(after).toMatchObject({ scope: null, isActive: false, name: 'Our terms' });
    expect(await callSuccessfully(caller.call, 'GET', `${templates}/${created.id}`)).toEqual(after);
    expect((await callSuccessfully(caller.call, 'GET', templates)).data).toHaveLength(builtInTemplates.length);
    expect((await callSuccessfully(caller.call, 'GET', `${templates}?includeInactive=true`)).data).toHaveLength(
      builtInTemplates.length + 1,
    );
    expect(await caller.call('DELETE', `${templates}/${created.id}`)).toMatchObject({ status: 204 });
    expect(await callSuccessfully(caller.call, 'GET', `${lettersUrl}/${letter.id}`)).toMatchObject({
      templateId: null,
      scope: letter.scope,
    });
  });
  test('400 for an unknown placeholder', async () => {
    const { call } = await app.caller();
    expect(await call('POST', templates, { body: { ...ownTemplate, scope: '{{auditee}}' } })).toMatchObject(
      invalidField('scope', 'has the unknown placeholder {{auditee}}'),
    );
    const { id } = await callSuccessfully(call, 'POST', templates, ownTemplate);
    expect(await call('PATCH', `${templates}/${id}`, { body: { deliverables: ['One', '{{ two }}'] } })).toMatchObject(
      invalidField('deliverables.1', 'has the unknown placeholder {{two}}'),
    );
  });
  test('404 for unknown templates and templates of another organization, 409 for built-in templates and for a name in use', async () => {
    const [caller, other] = [await app.caller(), await app.caller()];
    const foreignTemplate = await callSuccessfully(other.call, 'POST', templates, ownTemplate);
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect(
        await caller.call(method, `${templates}/${foreignTemplate.id}`, { ...(method === 'PATCH' && { body: { name: 'Mine' } }) }),
      ).toMatchObject(refused(404, 'engagement_letter_template_not_found'));
    const builtIn = builtInTemplates[0]?.id;
    expect(await caller.call('GET', `${templates}/${builtIn}`)).toMatchObject({ status: 200, body: { organizationId: null } });
    expect(await caller.call('PATCH', `${templates}/${builtIn}`, { body: { name: 'Mine' } })).toMatchObject(
      refused(409, 'engagement_letter_template_built_in'),
    );
    expect(await caller.call('DELETE', `${templates}/${builtIn}`)).toMatchObject(refused(409, 'engagement_letter_template_built_in'));
    await expectProblem(caller.call, 'PATCH', `${templates}/${builtIn}`, 409, { name: 'Mine' });
    await expectProblem(caller.call, 'DELETE', `${templates}/${builtIn}`, 409);
    await callSuccessfully(caller.call, 'POST', templates, ownTemplate);
    expect(await caller.call('POST', templates, { body: { ...ownTemplate, name: ' OUR terms ' } })).toMatchObject(
      refused(409, 'engagement_letter_template_name_taken'),
    );
    const second = await callSuccessfully(caller.call, 'POST', templates, { ...ownTemplate, name: 'Second' });
    expect(await caller.call('PATCH', `${templates}/${second.id}`, { body: { name: 'our terms' } })).toMatchObject(
      refused(409, 'engagement_letter_template_name_taken'),
    );
  });
});

describe('getFramework', () => {
  test('200 with the newest signed letter of the framework, and null without the permission (rule 11)', async () => {
    const caller = await app.caller();
    const [frameworkInstanceId] = await adopt(caller.call, frameworkId('soc2'));
    const letterOfFramework = async (call: Caller['call'] = caller.call) =>
      (await callSuccessfully(call, 'GET', `/v1/frameworks/${frameworkInstanceId}`)).engagementLetter;
    expect(await letterOfFramework()).toBeNull();
    await open(caller, { frameworkInstanceId, engagementType: 'readiness_assessment' });
    expect(await letterOfFramework()).toBeNull();
    await signed(caller, { frameworkInstanceId });
    const newest = await signed(caller, { frameworkInstanceId, reportDueDate: '2026-08-31', engagementType: 'penetration_test' });
    const { id, reference, auditorFirm, signedAt, reportDueDate } = newest;
    expect(await letterOfFramework()).toEqual({ id, reference, auditorFirm, signedAt, reportDueDate });
    const role = await newRole(app.database, caller.organization.id, ['framework:read', 'app:read']);
    expect(await letterOfFramework((await app.session(caller.organization, [role])).call)).toBeNull();
  });
});
