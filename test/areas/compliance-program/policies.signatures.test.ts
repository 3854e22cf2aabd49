import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { allPages, startApp } from '../../support/app.ts';
import { newApiKey, newMember } from '../../support/organization.ts';
import { invalid, notFound } from '../../support/controls.ts';
import { follow } from '../../support/attachments.ts';
import { pagesOf, wordsOf } from '../../support/pdf.ts';
import {
  addPolicy,
  addPublished,
  addVersion,
  auditActionsOf,
  expectSuccess,
  emptyPdf,
  mailsOf,
  pdfFile,
  policyOf,
  submit,
  textOf,
} from '../../support/policies.ts';
import { expectProblem } from '../../support/refusals.ts';

const app = startApp();
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('policies that a member still has to sign (rule 25)', () => {
  test('200 with the policies that the calling member has to sign, including signed policies with a new text', async () => {
    const { call, organization } = await app.caller();
    const { member, call: sign } = await app.session(organization, ['employee']);
    const unsignedNames = async (ask = sign, extraQuery = '') =>
      (await expectSuccess(ask('GET', `/v1/policies?toSign=true&sortBy=name&sortOrder=asc${extraQuery}`))).data.map(
        ({ name }: { name: string }) => name,
      );
    const { id } = await addPublished(call, { name: 'Alpha' });
    await addPublished(call, { name: 'Beta', department: 'it' });
    await addPolicy(call, { name: 'Draft' });
    await addPublished(call, { name: 'To be read only', isRequiredToSign: false });
    await addPublished(call, { name: 'Of others', visibility: 'DEPARTMENT', visibleToDepartments: ['hr'] });
    const archived = await addPublished(call, { name: 'Archived' });
    await expectSuccess(call('PATCH', `/v1/policies/${archived.id}`, { body: { isArchived: true } }));
    expect(await unsignedNames()).toEqual(['Alpha', 'Beta']);
    expect(await unsignedNames(sign, '&department=it')).toEqual(['Beta']);
    expect(await unsignedNames(sign, '&includeArchived=true')).toEqual(['Alpha', 'Beta']);
    expect(await expectSuccess(sign('GET', '/v1/policies?toSign=true&limit=1&count=true'))).toMatchObject({ data: [{}], totalCount: 2 });
    expect((await expectSuccess(sign('GET', '/v1/policies?toSign=false'))).data.length).toBeGreaterThan(2);

    await expectSuccess(sign('POST', `/v1/policies/${id}/acknowledgements`, { body: {} }), 201);
    expect(await unsignedNames()).toEqual(['Beta']);
    await expectSuccess(call('PATCH', `/v1/policies/${id}`, { body: { content: textOf('Another text') } }));
    expect(await unsignedNames()).toEqual(['Alpha', 'Beta']);

    const { key } = await newApiKey(app.database, organization.id, { scopes: ['policy:read'], created_by_member_id: member.id });
    expect(await unsignedNames((method, url) => call(method, url, { key }))).toEqual(['Alpha', 'Beta']);
  });
  test('200 with an empty list for a member who has to sign nothing', async () => {
    const { call, organization } = await app.caller();
    await addPublished(call);
    const { call: asAuditor } = await app.session(organization, ['auditor']);
    expect(await expectSuccess(asAuditor('GET', '/v1/policies?toSign=true&count=true'))).toEqual({
      data: [],
      nextCursor: null,
      totalCount: 0,
    });
    expect((await expectSuccess(asAuditor('GET', '/v1/policies'))).data).toHaveLength(1);
  });
});

describe('signing (rule 20)', () => {
  test('201 signs for the calling person, whatever memberId is sent; 200 for the same request again', async () => {
    const { call, organization } = await app.caller();
    const { member, call: sign } = await app.session(organization, ['employee']);
    const { id, currentVersionId } = await addPublished(call);
    const url = `/v1/policies/${id}/acknowledgements`;
    const answer = await sign('POST', url, { body: { memberId: organization.owner.id } });
    expect(answer).toMatchObject({ status: 201 });
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^pack_/),
      policyId: id,
      policyVersionId: currentVersionId,
      memberId: member.id,
      acknowledgedAt: time,
      via: null,
    });
    expect(answer.headers.get('location')).toBe(url);
    expect(await expectSuccess(sign('POST', url, { body: {} }))).toEqual(answer.body);
    expect(await policyOf(call, id)).toMatchObject({ signedBy: [member.id] });
    expect(await auditActionsOf(app, id)).toEqual(['Created policy', 'Signed version 1 of policy']);
  });
  test('201 for a key that names an active member, with the key in the signature; 400 without an active member', async () => {
    const { call, organization } = await app.caller();
    const member = await newMember(app.database, organization.id, ['employee']);
    const { id } = await addPublished(call);
    const sign = (body: object, key?: string) => call('POST', `/v1/policies/${id}/acknowledgements`, { body, ...(key && { key }) });
    expect(await sign({})).toMatchObject(invalid({ memberId: 'is required with an API key' }));
    const deactivated = await newMember(app.database, organization.id, ['employee'], { active: false });
    for (const memberId of [deactivated.id, newId('mem')])
      expect(await sign({ memberId })).toMatchObject(invalid({ memberId: 'must be an active member of the organization' }));
    expect(await expectSuccess(sign({ memberId: member.id }), 201)).toMatchObject({ memberId: member.id, via: 'API key "test"' });
    const { key } = await newApiKey(app.database, organization.id, { scopes: ['portal:update'], created_by_member_id: member.id });
    expect(await call('POST', `/v1/policies/${id}/acknowledgements`, { key, body: { memberId: organization.owner.id } })).toMatchObject({
      status: 403,
      body: { code: 'record_hidden' },
    });
    expect(await call('POST', '/v1/policies/acknowledgements', { body: { policyIds: [id] } })).toMatchObject({ status: 400 });
  });
  test('409 for a policy that is unpublished, archived or needs no signature; 403 when the named member may not see the policy', async () => {
    const { call, organization } = await app.caller();
    const member = await newMember(app.database, organization.id, ['employee']);
    const archived = await addPublished(call);
    await expectSuccess(call('PATCH', `/v1/policies/${archived.id}`, { body: { isArchived: true } }));
    const unsignablePolicies = [await addPolicy(call), archived, await addPublished(call, { isRequiredToSign: false })];
    for (const { id } of unsignablePolicies) {
      for (const path of ['acknowledgements', 'acknowledgements/remind'])
        expect(
          await call('POST', `/v1/policies/${id}/${path}`, { ...(path === 'acknowledgements' && { body: { memberId: member.id } }) }),
        ).toMatchObject({ status: 409, body: { code: 'policy_not_to_be_signed' } });
      expect((await expectSuccess(call('GET', `/v1/policies/${id}/acknowledgements`))).data).toEqual([]);
    }
    const { id } = await addPublished(call, { visibility: 'DEPARTMENT', visibleToDepartments: ['hr'] });
    expect(await call('POST', `/v1/policies/${id}/acknowledgements`, { body: { memberId: member.id } })).toMatchObject({
      status: 403,
      body: { code: 'policy_not_visible' },
    });
  });
  test('200 for several policies, with a separate result for each policy', async () => {
    const { call, inPerson } = await app.caller();
    const [signed, unsigned, draft] = [await addPublished(call), await addPublished(call), await addPolicy(call)];
    await expectSuccess(inPerson('POST', `/v1/policies/${signed.id}/acknowledgements`, { body: {} }), 201);
    const policyIds = [unsigned.id, signed.id, draft.id, newId('pol')];
    const body = { policyIds };
    const results = (firstStatus: string) => ({
      data: [
        { policyId: unsigned.id, status: firstStatus },
        { policyId: signed.id, status: 'already_signed' },
        { policyId: draft.id, status: 'failed', error: 'The policy is not to be signed' },
        { policyId: policyIds[3], status: 'failed', error: 'Policy not found' },
      ],
    });
    expect(await expectSuccess(inPerson('POST', '/v1/policies/acknowledgements', { body }))).toEqual(results('signed'));
    expect(await expectSuccess(inPerson('POST', '/v1/policies/acknowledgements', { body }))).toEqual(results('already_signed'));
    expect((await auditActionsOf(app, unsigned.id)).at(-1)).toBe('Signed version 1 of policy');
  });
});

describe('members who have to sign (rules 21 and 22)', () => {
  async function withSigners() {
    const caller = await app.caller();
    const { id: organizationId } = caller.organization;
    const [ada, bo] = [
      await newMember(app.database, organizationId, ['employee'], { name: 'Ada' }),
      await newMember(app.database, organizationId, ['contractor'], { name: 'Bo' }),
    ];
    await newMember(app.database, organizationId, ['auditor'], { name: 'No duty' });
    await newMember(app.database, organizationId, ['employee'], { name: 'Gone', active: false });
    const policy = await addPublished(caller.call, { name: 'Doors & gates' });
    await expectSuccess(caller.call('POST', `/v1/policies/${policy.id}/acknowledgements`, { body: { memberId: bo.id } }), 201);
    return { ...caller, ada, bo, id: policy.id };
  }
  test('200 with each member once, signed or pending, and with the total count', async () => {
    const { call, ada, bo, organization, id } = await withSigners();
    const list = async (query: string) =>
      (await allPages(call, `/v1/policies/${id}/acknowledgements?limit=2${query}`)).flatMap(({ data }) => data);
    const names = async (query: string) => (await list(query)).map(({ name }: { name: string }) => name);
    expect(await list('')).toEqual([
      { memberId: ada.id, name: 'Ada', email: ada.email, status: 'pending', acknowledgedAt: null, via: null },
      { memberId: bo.id, name: 'Bo', email: bo.email, status: 'signed', acknowledgedAt: time, via: 'API key "test"' },
      expect.objectContaining({ memberId: organization.owner.id, status: 'pending' }),
    ]);
    expect(await names('&sortOrder=desc')).toEqual(['Olive Owner', 'Bo', 'Ada']);
    expect((await names('&sortBy=acknowledgedAt'))[0]).toBe('Bo');
    expect((await names('&sortBy=acknowledgedAt&sortOrder=desc'))[0]).toBe('Bo');
    expect(await names('&status=signed')).toEqual(['Bo']);
    for (const [query, count] of [
      ['', 3],
      ['&status=pending', 2],
    ] as const)
      expect(await expectSuccess(call('GET', `/v1/policies/${id}/acknowledgements?count=true${query}`))).toMatchObject({
        totalCount: count,
      });
    await expectSuccess(call('PATCH', `/v1/policies/${id}`, { body: { visibility: 'DEPARTMENT', visibleToDepartments: ['hr'] } }));
    expect(await names('')).toEqual(['Olive Owner']);
  });
  test('200 exports the signatures as a CSV table', async () => {
    const { call, id, ada } = await withSigners();
    const answer = await call('GET', `/v1/policies/${id}/acknowledgements/export.csv`);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="doors-gates-signatures.csv"');
    const [head, first, second] = answer.text.split('\r\n');
    expect(head).toBe('"Name","Email","Status","Version","Signed at","Recorded by"');
    expect(first).toBe(`"Ada","${ada.email}","pending","1","",""`);
    expect(second).toMatch(/^"Bo",".*","signed","1","\d{4}-.*Z","API key ""test"""$/);
    expect((await auditActionsOf(app, id)).at(-1)).toBe('Exported signatures of policy');
  });
  test('200 sends a mail to each member who has not signed, at most once a day, and not to the caller', async () => {
    const { call, organization, id, ada } = await withSigners();
    const before = (await mailsOf(app, organization.id)).length;
    const remind = () => expectSuccess(call('POST', `/v1/policies/${id}/acknowledgements/remind`));
    expect(await remind()).toEqual({ remindedCount: 1 });
    expect((await mailsOf(app, organization.id)).slice(before)).toMatchObject([
      { recipient: ada.email, subject: 'Reminder to sign: Doors & gates' },
    ]);
    expect(await remind()).toEqual({ remindedCount: 0 });
    await app.database.system
      .updateTable('policy_reminder')
      .set({ reminded_at: new Date(Date.now() - 25 * 3_600_000).toISOString() })
      .where('organization_id', '=', organization.id)
      .execute();
    expect(await remind()).toEqual({ remindedCount: 1 });
    expect((await auditActionsOf(app, id)).filter((action) => action === 'Reminded members to sign policy')).toHaveLength(2);
  });
});

describe('PDFs (rules 13 and 14)', () => {
  const pdfOf = (id: string) => `/v1/policies/${id}/pdf`;
  test('201 adds a PDF to the current version of a draft, which then displays the PDF; the PDF can be replaced and deleted', async () => {
    const { call, organization } = await app.caller();
    const { id, currentVersionId } = await addPolicy(call);
    const answer = await call('POST', pdfOf(id), { body: pdfFile });
    expect(answer, answer.text).toMatchObject({ status: 201, body: { id: currentVersionId, hasPdf: true } });
    expect(await policyOf(call, id)).toMatchObject({ displayFormat: 'PDF', hasPdf: true, currentVersion: { hasPdf: true } });
    const { url, expiresIn } = await expectSuccess(call('GET', `${pdfOf(id)}/signed-url`));
    expect(expiresIn).toBe(900);
    expect(new URL(url).pathname).toMatch(new RegExp(`^/files/org_[0-9a-f]{24}/policies/${id}/.*-Signed_policy\\.pdf$`));
    const file = await follow(app.base, url);
    expect(file.headers.get('content-disposition')).toMatch(/^inline; /);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(emptyPdf);
    await expectSuccess(call('POST', pdfOf(id), { body: pdfFile }), 201);
    const files = () => app.database.system.selectFrom('stored_file').select('id').where('organization_id', '=', organization.id).execute();
    expect(await files()).toHaveLength(1);
    expect(await expectSuccess(call('PATCH', `/v1/policies/${id}`, { body: { displayFormat: 'EDITOR' } }))).toMatchObject({
      displayFormat: 'EDITOR',
    });
    expect(await expectSuccess(call('PATCH', `/v1/policies/${id}`, { body: { displayFormat: 'PDF' } }))).toMatchObject({
      displayFormat: 'PDF',
    });
    expect(await call('DELETE', pdfOf(id))).toMatchObject({ status: 204 });
    expect(await call('DELETE', pdfOf(id))).toMatchObject({ status: 204 });
    expect(await policyOf(call, id)).toMatchObject({ displayFormat: 'EDITOR', hasPdf: false });
    expect(await files()).toEqual([]);
    expect(await expectSuccess(call('GET', `${pdfOf(id)}/signed-url`))).toEqual({ url: null, expiresIn: 900 });
    expect((await auditActionsOf(app, id)).filter((action) => action.includes('PDF'))).toEqual([
      'Uploaded PDF of version 1 of policy',
      'Asked for the PDF of policy',
      'Uploaded PDF of version 1 of policy',
      'Deleted PDF of version 1 of policy',
      'Asked for the PDF of policy',
    ]);
  });
  test('201 adds a PDF to the newest editable version, and leaves the policy unchanged until this version is published', async () => {
    const { call } = await app.caller();
    const { id, currentVersionId } = await addPublished(call);
    expect(await call('POST', pdfOf(id), { body: pdfFile })).toMatchObject({ status: 409, body: { code: 'policy_without_draft_version' } });
    expect(await call('DELETE', pdfOf(id))).toMatchObject({ status: 409 });
    for (const method of ['POST', 'DELETE'] as const) {
      const options = method === 'POST' ? { body: { ...pdfFile, versionId: currentVersionId } } : {};
      const query = method === 'POST' ? '' : `?versionId=${currentVersionId}`;
      expect(await call(method, pdfOf(id) + query, options)).toMatchObject({ status: 409, body: { code: 'policy_version_live' } });
    }
    const { id: second } = await addVersion(call, id);
    const uploaded = await call('POST', pdfOf(id), { body: pdfFile });
    expect(uploaded).toMatchObject({ status: 201, body: { id: second, hasPdf: true } });
    // Without the version id, the URL would mean the current version, which has no PDF of its own.
    expect(uploaded.headers.get('location')).toBe(`${pdfOf(id)}?versionId=${second}`);
    expect(await policyOf(call, id)).toMatchObject({ displayFormat: 'EDITOR', hasPdf: false });
    expect((await expectSuccess(call('GET', `${pdfOf(id)}/signed-url?versionId=${second}`))).url).toContain('Signed_policy.pdf');
    await expectSuccess(call('POST', `/v1/policies/${id}/versions/publish`, { body: { versionId: second } }));
    expect(await policyOf(call, id)).toMatchObject({ displayFormat: 'PDF', hasPdf: true });
    const copy = await addVersion(call, id);
    expect(copy).toMatchObject({ version: 3, hasPdf: true });
    await expectSuccess(call('DELETE', pdfOf(id)), 204);
    expect(await policyOf(call, id)).toMatchObject({ displayFormat: 'PDF', hasPdf: true });
    await expectSuccess(call('POST', `/v1/policies/${id}/versions/${currentVersionId}/activate`));
    expect(await policyOf(call, id)).toMatchObject({ displayFormat: 'EDITOR', hasPdf: false });
    expect(await call('GET', `${pdfOf(id)}?versionId=${newId('pv')}`)).toMatchObject(notFound('Policy version'));
  });
  test('409 for a pending version; 404 for an unknown version', async () => {
    const { call, organization } = await app.caller();
    const { id } = await addPublished(call);
    const { id: version } = await submit(call, id, organization.owner.id);
    const upload = (versionId: string) => call('POST', pdfOf(id), { body: { ...pdfFile, versionId } });
    expect(await upload(version)).toMatchObject({ status: 409, body: { code: 'policy_version_pending' } });
    expect(await upload(newId('pv'))).toMatchObject(notFound('Policy version'));
    expect(await call('DELETE', `${pdfOf(id)}?versionId=${version}`)).toMatchObject({ status: 409 });
    await expectProblem(call, 'DELETE', `${pdfOf(id)}?versionId=${version}`, 409);
    expect(await call('GET', `${pdfOf(id)}/signed-url?versionId=${newId('pv')}`)).toMatchObject(notFound('Policy version'));
  });
  test.each([
    ['400', 'neither source', { fileData: undefined }, 400],
    ['400', 'both sources', { fileKey: 'x' }, 400],
    ['400', 'no base64', { fileData: '%%%' }, 400],
    ['400', 'a key of nobody', { fileData: undefined, fileKey: 'org_0/uploads/policy_pdf/x.pdf' }, 400],
    ['415', 'another type', { fileType: 'image/png' }, 415],
    ['422', 'no PDF', { fileData: Buffer.from('Hello').toString('base64') }, 422],
  ])('%s for %s', async (_status, _case, fields, status) => {
    const { call } = await app.caller();
    const { id } = await addPolicy(call);
    expect(await call('POST', pdfOf(id), { body: { ...pdfFile, ...fields } })).toMatchObject({ status });
    expect(await policyOf(call, id)).toMatchObject({ hasPdf: false });
  });
});

describe('documents (rule 15)', () => {
  test('200 with the text of a policy as a PDF, or with the uploaded PDF; 409 for an archived policy (rule 1)', async () => {
    const { call } = await app.caller();
    const { id } = await addPublished(call, { name: 'Doors', content: textOf('Doors are closed.') });
    const typeset = await call('GET', `/v1/policies/${id}/pdf`);
    expect(typeset.headers.get('content-disposition')).toBe('attachment; filename="doors.pdf"');
    expect(await wordsOf(typeset.bytes)).toMatch(/Doors.*Doors are closed\./);
    const version = await addVersion(call, id);
    await expectSuccess(call('POST', `/v1/policies/${id}/pdf`, { body: pdfFile }), 201);
    const uploadedPdf = await call('GET', `/v1/policies/${id}/pdf?versionId=${version.id}`);
    expect(Buffer.from(uploadedPdf.bytes)).toEqual(emptyPdf);
    await expectSuccess(call('PATCH', `/v1/policies/${id}`, { body: { isArchived: true } }));
    expect(await call('GET', `/v1/policies/${id}/pdf`)).toMatchObject({ status: 409, body: { code: 'policy_archived' } });
    await expectProblem(call, 'GET', `/v1/policies/${id}/pdf`, 409);
    expect(await expectSuccess(call('GET', `/v1/policies/${id}/pdf/signed-url?versionId=${version.id}`))).toMatchObject({ url: null });
    expect((await auditActionsOf(app, id)).filter((action) => action === 'Downloaded policy as PDF')).toHaveLength(2);
  });
  test('200 with a link to one PDF of all policies, published policies first; 404 without any policy', async () => {
    const { call, organization } = await app.caller();
    expect(await call('GET', '/v1/policies/download-all')).toMatchObject(notFound('Policy'));
    await expectProblem(call, 'GET', '/v1/policies/download-all', 404);
    const draft = await addPolicy(call, { name: 'Alpha draft', content: textOf('Not in force.') });
    await addPublished(call, { name: 'Beta policy', content: textOf('In force.') });
    const { name, downloadUrl, ...bundle } = await expectSuccess(call('GET', '/v1/policies/download-all'));
    expect({ name, ...bundle }).toEqual({ name: 'Test organization - All Policies.pdf', expiresIn: 900, policyCount: 2 });
    const file = await follow(app.base, downloadUrl);
    expect(file.headers.get('content-disposition')).toContain('filename="Test organization - All Policies.pdf"');
    const pages = await pagesOf(new Uint8Array(await file.arrayBuffer()));
    expect(pages[0]).toContain('Test organization');
    const text = pages.slice(1).join('\n');
    expect(text.indexOf('In force.')).toBeGreaterThan(-1);
    expect(text.indexOf('In force.')).toBeLessThan(text.indexOf('Not in force.'));
    expect(text).toMatch(/Page 2 of 3/);
    expect(await expectSuccess(call('GET', `/v1/policies/download-all?policyIds=${draft.id}`))).toMatchObject({ policyCount: 1 });
    const entries = await app.database.system
      .selectFrom('audit_entry')
      .select('description')
      .where('organization_id', '=', organization.id)
      .execute();
    expect(entries.filter(({ description }) => description?.startsWith('Downloaded 2 policies'))).toHaveLength(1);
  });
  test('200 replaces the last texts with a note when all texts together are too long (rule 15)', async () => {
    const { call } = await app.caller();
    const long = { type: 'paragraph', attrs: { id: 'x'.repeat(1_000_000) } };
    for (let number = 1; number <= 11; number += 1)
      await addPolicy(call, { name: `Policy ${String(number).padStart(2, '0')}`, content: [long, ...textOf(`Text ${number} is here.`)] });
    const { downloadUrl } = await expectSuccess(call('GET', '/v1/policies/download-all'));
    const pages = await pagesOf(new Uint8Array(await (await follow(app.base, downloadUrl)).arrayBuffer()));
    const [first, last] = [pages.find((page) => page.includes('Text 10 is here.')), pages.at(-1)?.replace(/\s+/g, ' ')];
    expect(first).toContain('Policy 10');
    expect(last).toContain('Policy 11');
    expect(last).toContain('Download this one on its own to read it.');
    expect(last).not.toContain('Text 11 is here.');
  });
});
