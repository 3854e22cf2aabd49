/** Letters of engagement as files: downloads, the signed PDF, and countersigned papers. */
import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { createSignedLetterPdfs } from '#areas/audits/letter-of-engagement/runs/documents';
import { type Caller, startApp } from '../../support/app.ts';
import { newRole } from '../../support/organization.ts';
import { base64, contact, callSuccessfully, lettersOf, paperOf, lettersUrl } from '../../support/letters.ts';
import { pagesOf, wordsOf } from '../../support/pdf.ts';
import { expectProblem } from '../../support/refusals.ts';
import { keysOf, uploaded } from '../../support/uploads.ts';

const app = startApp();
const { draft, open, mails, token, confirmations, confirmLast, signInPerson, signByLink, signed, makeFiles, history } = lettersOf(app);
const refused = (status: number, code: string) => ({ status, body: { code } });
const get = ({ call }: Caller, id: string) => callSuccessfully(call, 'GET', `${lettersUrl}/${id}`);
const exportLetter = (call: Caller['call'], id: string) => call('GET', `${lettersUrl}/${id}/export`);
const filesOf = async ({ organization }: Caller) =>
  (await keysOf(app.ports.files, organization.id)).filter((key) => key.includes('/letters-of-engagement/'));
const dayOf = (time = Date.now()) => new Date(time).toISOString().slice(0, 10);
const fee = { amount: 28_500, currency: 'EUR', terms: 'Half at the start of the fieldwork.' };
/** A picture of one pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('exportEngagementLetter', () => {
  test('200 with the complete content of a draft, marked as a draft (rule 6)', async () => {
    const caller = await app.caller();
    expect(
      await caller.call('POST', '/v1/organization/logo', { body: { fileName: 'logo.png', fileType: 'image/png', fileData: png } }),
    ).toMatchObject({ status: 201 });
    const letter = await draft(caller, {
      title: 'Engagement of Harbour',
      fee,
      criteria: 'ISO/IEC 27001:2022',
      periodStart: '2026-01-01',
      periodEnd: '2026-06-30',
      fieldworkStart: '2026-07-06',
      reportDueDate: '2026-08-31',
      deliverables: ['A report of the audit'],
      organizationAddress: '4 Mill Lane\nQuillmarsh',
      organizationResponsibilities:
        '- Access to *systems*\n- [Answers](https://example.com/a) in time\n\n| Who | What |\n|---|---|\n| Ada | Answers |',
      auditorResponsibilities: '1. Plan\n2. Report\n\n> With care\n\n```\ncode stays\n```\n\n<b>bold?</b> ![image](x.png)',
      independenceStatement: 'Independent.',
      confidentialityTerms: '# Secrets\n\nNobody tells.',
      otherTerms: 'Travel at cost.',
      governingLaw: 'Law of the Netherlands',
    });
    const answer = await exportLetter(caller.call, letter.id);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="letter-of-engagement-${letter.reference}.pdf"`);
    const words = await wordsOf(answer.bytes);
    for (const text of [
      ...['DRAFT', 'Engagement of Harbour', letter.reference, 'Test organization', 'Harbour Assurance', 'Priya Anand', contact],
      ...['4 Mill Lane', 'hosting service', 'ISO/IEC 27001:2022', 'from January 1, 2026 to June 30, 2026', 'Fieldwork: from July 6, 2026'],
      ...[
        'Report due: August 31, 2026',
        'A report of the audit',
        'Access to systems',
        'Answers in time',
        'Who What Ada Answers',
        'With care',
      ],
      ...[
        'code stays',
        '<b>bold?</b>',
        'Independent.',
        'Nobody tells.',
        '28,500.00 EUR',
        fee.terms,
        'Travel at cost.',
        'Law of the Netherlands',
      ],
      ...['The letter was not sent for signature yet.'],
    ])
      expect(words).toContain(text);
    const secondExport = await exportLetter(caller.call, letter.id);
    expect(Buffer.compare(Buffer.from(secondExport.bytes), Buffer.from(answer.bytes))).toBe(0);
    expect((await history(caller, letter.id)).map(({ type }) => type)).toEqual(['exported', 'exported', 'created']);
    expect((await caller.call('GET', '/v1/audit-logs?limit=1')).body.data[0]).toMatchObject({
      entityType: 'framework',
      entityId: letter.id,
      description: 'Downloaded letter of engagement [via API key "test"]',
    });
  });
  test('200 for an unsigned letter, marked as unsigned, even when a text is nested too deeply to format', async () => {
    const caller = await app.caller();
    const letter = await open(caller, { otherTerms: '> '.repeat(10_000) });
    const words = await wordsOf((await exportLetter(caller.call, letter.id)).bytes);
    expect(words).toContain('UNSIGNED');
    expect(words).toContain(letter.contentHash);
    expect(words).toContain('pending');
    expect(await wordsOf((await app.call('GET', `${lettersUrl}/signing/${await token(caller)}/export`)).bytes)).toBe(words);
  });
  test('200 omits a logo that cannot be drawn', async () => {
    const caller = await app.caller();
    // The image data inside this picture are invalid.
    const broken = Buffer.from(png, 'base64').fill(7, 45, 58);
    await callSuccessfully(caller.call, 'POST', '/v1/organization/logo', {
      fileName: 'logo.png',
      fileType: 'image/png',
      fileData: base64(broken),
    });
    const { id } = await draft(caller);
    expect(await exportLetter(caller.call, id)).toMatchObject({ status: 200 });
  });
  test('400 for another format', async () => {
    const caller = await app.caller();
    const { id } = await draft(caller);
    expect(await caller.call('GET', `${lettersUrl}/${id}/export?format=docx`)).toMatchObject({ status: 400 });
  });
  test('auditors get a copy without the fee and the papers, unless the letter names the auditor (rule 10)', async () => {
    const caller = await app.caller();
    const { call: stranger } = await app.session(caller.organization, ['auditor']);
    const { member, call: auditor } = await app.session(caller.organization, ['auditor']);
    const letter = await open(caller, { fee, auditorMemberId: member.id });
    const fileData = base64(await paperOf('Countersigned for 28500'));
    await callSuccessfully(auditor, 'POST', `${lettersUrl}/${letter.id}/sign`, {
      party: 'auditor',
      accept: true,
      contentHash: letter.contentHash,
    });
    await callSuccessfully(caller.inPerson, 'POST', `${lettersUrl}/${letter.id}/record-signature`, {
      ...{ party: 'organization', signerName: 'Paula Paper', signerEmail: 'paula@example.com', signedAt: dayOf() },
      ...{ fileName: 'paper.pdf', fileType: 'application/pdf', fileData },
    });
    expect(await get(caller, letter.id)).toMatchObject({ status: 'partially_signed' });
    expect(await confirmLast(caller)).toMatchObject({ status: 200, body: { status: 'signed' } });
    await makeFiles();
    expect(await get(caller, letter.id)).toMatchObject({ status: 'signed', hasPdf: true });
    const [copyWords, fullWords] = [
      await wordsOf((await exportLetter(stranger, letter.id)).bytes),
      await wordsOf((await exportLetter(auditor, letter.id)).bytes),
    ];
    expect(fullWords).toContain('28,500.00 EUR');
    expect(fullWords).toContain('Countersigned for 28500');
    expect(copyWords).not.toContain('28,500');
    expect(copyWords).not.toContain('28500');
    expect(copyWords).toContain('Copy without the fee');
    // Together with the rest of the content, the hash would reveal the fee.
    expect(fullWords).toContain(letter.contentHash);
    expect(copyWords).not.toContain(letter.contentHash);
    for (const path of [`${lettersUrl}/${letter.id}`, lettersUrl, '/v1/audit-logs']) {
      const answer = await stranger('GET', path);
      expect([path, answer.status, answer.text.includes(letter.contentHash)]).toEqual([path, 200, false]);
    }
    expect((await auditor('GET', lettersUrl)).text).toContain(letter.contentHash);
  });
});

describe('the signed letter (rules 5 and 6)', () => {
  test('is created once, stored, sent to both parties, and never changes', async () => {
    const caller = await app.caller();
    const letter = await signed(caller, { fee });
    expect(letter).toMatchObject({ status: 'signed', hasPdf: false });
    // A download creates the PDF before the background job does.
    const earlyExport = await exportLetter(caller.call, letter.id);
    const words = await wordsOf(earlyExport.bytes);
    for (const text of [
      letter.contentHash,
      'Olive Owner',
      'signed in',
      'Priya Anand',
      'Partner',
      'signing link',
      '127.0.0.1',
      `${letter.signedAt.slice(0, 10)} ${letter.signedAt.slice(11, 19)} UTC`,
    ])
      expect(words).toContain(text);
    expect(words).not.toMatch(/UNSIGNED|DRAFT/);
    await Promise.all([makeFiles(), makeFiles()]);
    const after = await get(caller, letter.id);
    expect(after).toMatchObject({ hasPdf: true, updatedAt: letter.updatedAt });
    expect(await filesOf(caller)).toHaveLength(1);
    const signedMails = (await mails(caller)).filter(({ subject }) => subject === `Signed by all: ${letter.title}`);
    expect(signedMails.map(({ recipient }) => recipient).toSorted()).toEqual([caller.organization.owner.email, contact].toSorted());
    const attached = await app.database.system
      .selectFrom('mail_attachment')
      .select(['name', 'content'])
      .where(
        'mail_id',
        'in',
        signedMails.map(({ id }) => id),
      )
      .execute();
    expect(attached.map(({ name }) => name)).toEqual(Array.from({ length: 2 }, () => `letter-of-engagement-${letter.reference}.pdf`));
    await caller.call('PATCH', '/v1/organization', { body: { name: 'Renamed' } });
    const laterExport = await exportLetter(caller.call, letter.id);
    for (const bytes of [
      attached[0]?.content ?? [],
      earlyExport.bytes,
      (await app.call('GET', `${lettersUrl}/signing/${await token(caller)}/export`)).bytes,
    ])
      expect(Buffer.compare(Buffer.from(laterExport.bytes), Buffer.from(bytes))).toBe(0);
  });
  test('is created later when the first attempt failed', async () => {
    const caller = await app.caller();
    const letter = await signed(caller);
    const { system } = app.database;
    const readDueTime = async () =>
      (await system.selectFrom('engagement_letter').select('pdf_due_at').where('id', '=', letter.id).executeTakeFirstOrThrow()).pdf_due_at;
    const portsWithoutSpace = { ...app.ports, storage: { ...app.ports.storage, quota: 1 } };
    await expect(createSignedLetterPdfs(app.database, portsWithoutSpace, new Date())).rejects.toThrow('could not be made');
    expect(await get(caller, letter.id)).toMatchObject({ status: 'signed', hasPdf: false });
    expect(await filesOf(caller)).toEqual([]);
    const next = Date.parse((await readDueTime()) ?? '');
    expect(next).toBeGreaterThan(Date.now());
    await createSignedLetterPdfs(app.database, app.ports, new Date(next));
    expect(await get(caller, letter.id)).toMatchObject({ hasPdf: true });
    expect(await readDueTime()).toBeNull();
  });
});

describe('recordEngagementSignature (rule 7)', () => {
  const record = {
    party: 'auditor',
    signerName: ' Paula Paper ',
    signerEmail: 'Paula@harbour.example.com',
    signerTitle: 'Partner',
    signedAt: dayOf(),
    fileName: 'countersigned.pdf',
    fileType: 'application/pdf',
  };
  /** Files a countersigned paper, which records the signature of a party. */
  const file = (caller: Pick<Caller, 'inPerson'>, id: string, body: object) =>
    caller.inPerson('POST', `${lettersUrl}/${id}/record-signature`, { body });
  /** Returns another admin, who files papers. */
  const signInOtherAdmin = async ({ organization }: Pick<Caller, 'organization'>) => ({
    inPerson: (await app.session(organization, ['admin'])).call,
  });

  test('200 with the file in the body or by its key; the pages of the papers follow the pages of the letter', async () => {
    const caller = await app.caller();
    const letter = await open(caller);
    const otherAdmin = await signInOtherAdmin(caller);
    const answer = await file(otherAdmin, letter.id, { ...record, fileData: base64(await paperOf('The paper of the auditor')) });
    expect(answer, answer.text).toMatchObject({ status: 200, body: { status: 'sent' } });
    expect(answer.body.signatures[1]).toMatchObject({
      status: 'unconfirmed',
      recordedByName: 'Max Member',
      confirmedAt: null,
      method: 'uploaded',
      signerName: 'Paula Paper',
      signerEmail: 'paula@harbour.example.com',
      signedAt: `${record.signedAt}T00:00:00.000Z`,
      ipAddress: null,
    });
    const fileKey = await uploaded(app.base, caller.inPerson, await paperOf('The paper of the organization'), {
      purpose: 'document',
      fileName: 'ours.pdf',
      fileType: 'application/pdf',
    });
    expect(await confirmLast(caller)).toMatchObject({ status: 200, body: { status: 'partially_signed', signatureStatus: 'signed' } });
    const secondPaper = await file(caller, letter.id, {
      ...record,
      party: 'organization',
      signerEmail: 'ceo@example.com',
      signedAt: dayOf(),
      fileKey,
    });
    expect(secondPaper, secondPaper.text).toMatchObject({ status: 200, body: { status: 'partially_signed' } });
    expect(await confirmLast(caller)).toMatchObject({ status: 200, body: { status: 'signed' } });
    await makeFiles();
    const pages = await pagesOf((await exportLetter(caller.call, letter.id)).bytes);
    expect(pages.slice(-2).map((page) => page.replace(/\s+/g, ' '))).toEqual([
      expect.stringContaining('The paper of the organization'),
      expect.stringContaining('The paper of the auditor'),
    ]);
    expect(pages.at(-3)).toContain('Two countersigned papers follow.');
    expect((await filesOf(caller)).length).toBe(3);
    const types = (await history(caller, letter.id)).map(({ type }) => type);
    expect(types.filter((type) => type === 'recorded' || type === 'confirmed')).toEqual(['confirmed', 'recorded', 'confirmed', 'recorded']);
  });
  test('403 for a key, and for one person who acts for both parties: with two papers, or with a paper and a signature', async () => {
    const caller = await app.caller();
    const letter = await open(caller);
    const fileData = base64(await paperOf('Paper'));
    const onePartyOnly = refused(403, 'engagement_letter_one_party');
    expect(await caller.call('POST', `${lettersUrl}/${letter.id}/record-signature`, { body: { ...record, fileData } })).toMatchObject(
      refused(403, 'session_required'),
    );
    expect(await file(caller, letter.id, { ...record, fileData })).toMatchObject({ status: 200 });
    expect(await file(caller, letter.id, { ...record, party: 'organization', signerEmail: 'ceo@example.com', fileData })).toMatchObject(
      onePartyOnly,
    );
    expect(await signInPerson(caller, letter)).toMatchObject(onePartyOnly);
    const otherLetter = await open(caller, { auditorContactEmail: 'other@harbour.example.com' });
    expect(await signInPerson(caller, otherLetter)).toMatchObject({ status: 200 });
    expect(await file(caller, otherLetter.id, { ...record, fileData })).toMatchObject(onePartyOnly);
    expect(await get(caller, otherLetter.id)).toMatchObject({ status: 'partially_signed' });
    // A person who would get the link must not file the paper.
    const auditor = await app.session(caller.organization, ['admin']);
    const thirdLetter = await open(caller, { auditorContactEmail: auditor.member.email });
    expect(await file({ inPerson: auditor.call }, thirdLetter.id, { ...record, fileData })).toMatchObject(onePartyOnly);
  });
  test('403 for a paper of a signatory who is a member, when another member files the paper', async () => {
    const caller = await app.caller();
    const signatory = await app.session(caller.organization, ['admin']);
    const auditor = await app.session(caller.organization, ['auditor']);
    const letter = await open(caller, { organizationSignatoryMemberId: signatory.member.id, auditorMemberId: auditor.member.id });
    const fileData = base64(await paperOf('Paper'));
    for (const party of ['organization', 'auditor'])
      expect(await file(caller, letter.id, { ...record, party, fileData })).toMatchObject(
        refused(403, 'engagement_letter_signer_required'),
      );
    const ownPaper = { ...record, party: 'organization', signerEmail: signatory.member.email, fileData };
    expect(await file({ inPerson: signatory.call }, letter.id, ownPaper)).toMatchObject({ status: 200 });
  });
  test('200 when the recipient of the letter reads a paper and objects to it; afterwards, the confirmation link is void', async () => {
    const caller = await app.caller();
    const letter = await open(caller);
    const fileData = base64(await paperOf('Forged paper'));
    await file(caller, letter.id, { ...record, fileData });
    const [confirmation] = await confirmations(caller);
    expect(confirmation?.recipient).toBe(contact);
    const confirmationUrl = `${lettersUrl}/confirmations/${confirmation?.token}`;
    expect(await app.call('GET', confirmationUrl)).toMatchObject({
      status: 200,
      body: { recordedSignature: { status: 'unconfirmed', recordedByName: 'Olive Owner' }, letter: { status: 'sent' } },
    });
    expect(await wordsOf((await app.call('GET', `${confirmationUrl}/export`)).bytes)).toContain('Forged paper');
    for (const path of ['', '/export'])
      expect(await app.call('GET', `${lettersUrl}/signing/${confirmation?.token}${path}`)).toMatchObject({ status: 404 });
    expect(await app.call('GET', `${lettersUrl}/confirmations/${await token(caller)}`)).toMatchObject(
      refused(404, 'engagement_letter_link_not_found'),
    );
    expect(await app.call('POST', `${confirmationUrl}/object`, { body: { reason: ' ' } })).toMatchObject({ status: 400 });
    expect(await app.call('POST', `${confirmationUrl}/object`, { body: { reason: 'Nobody here signed this.' } })).toMatchObject({
      status: 200,
      body: { status: 'sent', signatureStatus: 'pending' },
    });
    const [, auditor] = (await get(caller, letter.id)).signatures;
    expect(auditor).toMatchObject({
      status: 'pending',
      signerEmail: contact,
      signerName: 'Priya Anand',
      method: null,
      recordedByName: null,
    });
    const withdrawalMails = (await mails(caller)).filter(({ subject }) => subject.startsWith('Signature withdrawn'));
    expect(withdrawalMails.map(({ recipient }) => recipient)).toContain(caller.organization.owner.email);
    for (const [method, path, body] of [
      ['GET', ''],
      ['GET', '/export'],
      ['POST', '/confirm'],
      ['POST', '/object', { reason: 'x' }],
    ] as const) {
      expect(await app.call(method, `${confirmationUrl}${path}`, { ...(body && { body }) })).toMatchObject(
        refused(410, 'signing_link_void'),
      );
      await expectProblem(app.call, method, `${confirmationUrl}${path}`, 410, body);
    }
    for (const [method, path, body] of [
      ['GET', '/export'],
      ['POST', '/confirm'],
      ['POST', '/object', { reason: 'x' }],
    ] as const)
      expect(await app.call(method, `${lettersUrl}/confirmations/unknown${path}`, { ...(body && { body }) })).toMatchObject({
        status: 404,
      });
    expect(await signByLink(await token(caller), letter.contentHash)).toMatchObject({ status: 200 });
  });
  test('200 for a paper that an auditor files; the signatory of the organization confirms the paper', async () => {
    const caller = await app.caller();
    const role = await newRole(app.database, caller.organization.id, ['audit:read', 'audit:update']);
    const auditor = await app.session(caller.organization, ['auditor', role]);
    const letter = await open(caller, { auditorMemberId: auditor.member.id });
    await file({ inPerson: auditor.call }, letter.id, { ...record, fileData: base64(await paperOf('Paper')) });
    expect((await confirmations(caller)).map(({ recipient }) => recipient)).toEqual([caller.organization.owner.email]);
    expect(await confirmLast(caller)).toMatchObject({ status: 200 });
  });
  test('400 for a future date, the address of the other party, a missing file and two files; 409 for a party that has signed', async () => {
    const caller = await app.caller();
    const letter = await open(caller);
    const fileData = base64(await paperOf('Paper'));
    const invalidField = (field: string) => ({ status: 400, body: { details: { [field]: expect.anything() } } });
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect(await file(caller, letter.id, { ...record, fileData, signedAt: tomorrow })).toMatchObject(invalidField('signedAt'));
    expect(await file(caller, letter.id, { ...record, fileData, signerEmail: caller.organization.owner.email })).toMatchObject(
      invalidField('signerEmail'),
    );
    expect(await file(caller, letter.id, record)).toMatchObject({ status: 400 });
    expect(await file(caller, letter.id, { ...record, fileData, fileKey: 'x' })).toMatchObject({ status: 400 });
    expect(await file(caller, letter.id, { ...record, fileKey: 'org_1/uploads/document/1-a.pdf' })).toMatchObject(invalidField('fileKey'));
    expect(await file(caller, letter.id, { ...record, fileData: 'no base64!' })).toMatchObject({ status: 400 });
    await signInPerson(caller, letter);
    expect(await file(caller, letter.id, { ...record, party: 'organization', fileData, signerEmail: 'ceo@example.com' })).toMatchObject(
      refused(409, 'engagement_letter_not_pending'),
    );
    const { id } = await draft(caller);
    expect(await file(caller, id, { ...record, fileData })).toMatchObject(refused(409, 'engagement_letter_not_open'));
    expect(await file(caller, 'loe_1', { ...record, fileData })).toMatchObject(refused(404, 'engagement_letter_not_found'));
    expect(await filesOf(caller)).toEqual([]);
  });
  test('400 for a paper that was signed before the letter was sent, in any time zone (rule 7)', async () => {
    const caller = await app.caller();
    const letter = await open(caller);
    const fileData = base64(await paperOf('Paper'));
    const hoursBefore = (hours: number) => new Date(Date.parse(letter.sentAt) - hours * 3_600_000).toISOString();
    for (const signedAt of [hoursBefore(24 + 12), '1999-12-31', '0001-01-01'])
      expect(await file(caller, letter.id, { ...record, fileData, signedAt })).toMatchObject({
        status: 400,
        body: { details: { signedAt: { _errors: ['must not be before the day on which the letter was sent'] } } },
      });
    // A signature has a date without a time zone, and twelve hours behind UTC it may still be the day before.
    expect(await file(caller, letter.id, { ...record, fileData, signedAt: hoursBefore(12).slice(0, 10) })).toMatchObject({ status: 200 });
  });
  test('the e-mail about the other signature says that a filed paper waits for its confirmation', async () => {
    const caller = await app.caller();
    const letter = await open(caller);
    await file(await signInOtherAdmin(caller), letter.id, { ...record, fileData: base64(await paperOf('Paper')) });
    expect(await signInPerson(caller, letter)).toMatchObject({ status: 200, body: { status: 'partially_signed' } });
    const mail = (await mails(caller)).find(({ subject }) => subject === `Test organization has signed: ${letter.title}`);
    expect(mail?.recipient).toBe('paula@harbour.example.com');
    expect(mail?.text).toContain('Your signature on paper was filed and counts once it is confirmed.');
    expect(mail?.text).not.toContain('missing');
  });
  test('a link whose party has signed on paper can be read, but can sign nothing more', async () => {
    const caller = await app.caller();
    const letter = await open(caller);
    await callSuccessfully(caller.inPerson, 'POST', `${lettersUrl}/${letter.id}/record-signature`, {
      ...{ ...record, signerEmail: contact },
      fileData: base64(await paperOf('Paper')),
    });
    const secret = await token(caller);
    expect(await signByLink(secret, letter.contentHash)).toMatchObject(refused(410, 'signing_link_void'));
    expect(await app.call('GET', `${lettersUrl}/signing/${secret}`)).toMatchObject({ status: 200, body: { status: 'unconfirmed' } });
  });
  test('415 and 422 for a file that is no PDF, and for a PDF whose pages cannot be read', async () => {
    const caller = await app.caller();
    const { id } = await open(caller);
    const pdf = await PDFDocument.create();
    pdf.addPage();
    pdf.encrypt({ userPassword: 'secret', ownerPassword: 'secret' });
    const fileData = base64(await paperOf('Paper'));
    expect(await file(caller, id, { ...record, fileType: 'image/png', fileData })).toMatchObject(refused(415, 'file_type_not_allowed'));
    expect(await file(caller, id, { ...record, fileName: 'a.exe', fileData })).toMatchObject(refused(415, 'file_extension_not_allowed'));
    expect(await file(caller, id, { ...record, fileData: base64('a text') })).toMatchObject(refused(422, 'file_type_mismatch'));
    expect(await file(caller, id, { ...record, fileData: base64('%PDF-1.7\nbroken') })).toMatchObject(refused(422, 'file_unreadable'));
    expect(await file(caller, id, { ...record, fileData: base64(await pdf.save()) })).toMatchObject(refused(422, 'file_unreadable'));
    expect(await get(caller, id)).toMatchObject({ status: 'sent' });
    expect(await filesOf(caller)).toEqual([]);
  });
  test('for a paper and a signature by link at the same time, the party signs once, and no unused file remains', async () => {
    const caller = await app.caller();
    const letter = await open(caller);
    const [paper, link] = await Promise.all([
      file(caller, letter.id, { ...record, fileData: base64(await paperOf('Paper')) }),
      signByLink(await token(caller), letter.contentHash),
    ]);
    const [, auditor] = (await get(caller, letter.id)).signatures;
    expect(link.status === 200 || paper.status === 200).toBe(true);
    expect(await filesOf(caller)).toHaveLength(auditor.method === 'uploaded' ? 1 : 0);
    expect((await history(caller, letter.id)).filter(({ type }) => type === 'signed' || type === 'recorded')).toHaveLength(1);
  });
});
