/** Sends, signs, declines, cancels, reminds of, expires and amends letters of engagement. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { expireLetters, remindOfLetters } from '#areas/audits/letter-of-engagement/runs/letters';
import { canonical } from '#platform/audit/entry';
import { type Caller, startApp } from '../../support/app.ts';
import { base64, contact, callSuccessfully, lettersOf, paperOf, lettersUrl } from '../../support/letters.ts';
import { newMember } from '../../support/organization.ts';
import { expectProblem } from '../../support/refusals.ts';

const app = startApp();
const { draft, open, mails, tokens, token, confirmations, confirmLast, signInPerson, signByLink, signed, age, history } = lettersOf(app);
const refused = (status: number, code: string) => ({ status, body: { code } });
const get = ({ call }: Caller, id: string) => callSuccessfully(call, 'GET', `${lettersUrl}/${id}`);
const entries = async ({ call }: Caller) => (await call('GET', '/v1/audit-logs?limit=50')).body.data;
const subjects = async (caller: Caller) => (await mails(caller)).map(({ recipient, subject }) => `${recipient}: ${subject}`);
const hour = 3_600_000;
const day = 24 * hour;

describe('sendEngagementLetter', () => {
  test('200 freezes the content, asks both parties to sign, and stores only the hash of the token (rules 3, 14 and 15)', async () => {
    const caller = await app.caller();
    const letter = await draft(caller, { fee: { amount: 100.5, currency: 'EUR', terms: '' }, deliverables: ['A report'] });
    const sentLetter = await callSuccessfully(caller.call, 'POST', `${lettersUrl}/${letter.id}/send`, {
      validDays: 21,
      message: 'Before June, please.',
    });
    expect(sentLetter).toMatchObject({ status: 'sent', contentHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(Date.parse(sentLetter.expiresAt) - Date.parse(sentLetter.sentAt)).toBe(21 * day);
    expect(sentLetter.signatures).toMatchObject([
      {
        party: 'organization',
        status: 'pending',
        signerName: 'Olive Owner',
        signerEmail: caller.organization.owner.email,
        tokenExpiresAt: null,
      },
      { party: 'auditor', status: 'pending', signerName: 'Priya Anand', signerEmail: contact, tokenExpiresAt: sentLetter.expiresAt },
    ]);
    const names = [
      ...[
        'reference',
        'engagementType',
        'auditorFirm',
        'auditorAddress',
        'auditorContactName',
        'auditorContactEmail',
        'organizationLegalName',
      ],
      ...['organizationAddress', 'scope', 'criteria', 'periodStart', 'periodEnd', 'fieldworkStart', 'fieldworkEnd', 'reportDueDate'],
      ...['deliverables', 'organizationResponsibilities', 'auditorResponsibilities', 'independenceStatement', 'confidentialityTerms'],
      ...['otherTerms', 'fee', 'governingLaw'],
    ];
    const content = Object.fromEntries(names.map((name) => [name, sentLetter[name]]));
    expect(createHash('sha256').update(canonical(content)).digest('hex')).toBe(sentLetter.contentHash);
    const sentMails = await mails(caller);
    expect(sentMails.map(({ recipient }) => recipient).toSorted()).toEqual([caller.organization.owner.email, contact].toSorted());
    for (const { text } of sentMails) expect(text).toContain('Before June, please.');
    const secret = await token(caller);
    expect(sentMails.find(({ recipient }) => recipient === contact)?.text).toContain(`${app.ports.letters.url}/${secret}\n`);
    expect(sentMails.find(({ recipient }) => recipient !== contact)?.text).toContain(`/letters-of-engagement/${letter.id}`);
    const link = await app.database.system
      .selectFrom('engagement_letter_link')
      .selectAll()
      .where('letter_id', '=', letter.id)
      .executeTakeFirstOrThrow();
    expect(link.token_hash).toBe(createHash('sha256').update(secret).digest('hex'));
    expect(JSON.stringify([await history(caller, letter.id), await entries(caller)])).not.toContain(secret);
  });
  test('200 sends no signing link to an auditor who is a member (rule 19)', async () => {
    const caller = await app.caller();
    const { member } = await app.session(caller.organization, ['auditor']);
    const sentLetter = await open(caller, { auditorMemberId: member.id });
    expect(sentLetter.signatures[1]).toMatchObject({ signerName: member.name, signerEmail: member.email, tokenExpiresAt: null });
    expect(await tokens(caller)).toEqual([]);
  });
  test('422 with a list of everything that is missing (rules 2 and 4)', async () => {
    const caller = await app.caller();
    const { id } = await draft(caller, {
      engagementType: 'internal_audit',
      organizationSignatoryMemberId: undefined,
      scope: ' \n',
      otherTerms: 'By {{reportDueDate}} and {{ somebody }}',
      periodStart: '2026-01-01',
    });
    expect(await caller.call('POST', `${lettersUrl}/${id}/send`, { body: {} })).toMatchObject({
      status: 422,
      body: {
        code: 'engagement_letter_incomplete',
        missing: [
          'organizationSignatoryMemberId must be an active owner or admin',
          'scope must not be blank',
          'the period or the fieldwork must have both dates',
          'otherTerms has the placeholder {{reportDueDate}}',
          'otherTerms has the placeholder {{somebody}}',
        ],
      },
    });
    const sameEmail = await draft(caller, { auditorContactEmail: caller.organization.owner.email.toUpperCase() });
    expect(await caller.call('POST', `${lettersUrl}/${sameEmail.id}/send`, { body: {} })).toMatchObject({
      status: 422,
      body: { missing: ['the two signatories must have different e-mail addresses'] },
    });
  });
  test('422 when the signatory is no longer an owner or admin, or has left (rules 2 and 9)', async () => {
    const caller = await app.caller();
    const [demoted, leaver] = [
      await newMember(app.database, caller.organization.id, ['admin']),
      await newMember(app.database, caller.organization.id, ['admin']),
    ];
    const { member: auditor } = await app.session(caller.organization, ['auditor']);
    const firstDraft = await draft(caller, { organizationSignatoryMemberId: demoted.id });
    const secondDraft = await draft(caller, { organizationSignatoryMemberId: leaver.id, auditorMemberId: auditor.id });
    await callSuccessfully(caller.inPerson, 'PATCH', `/v1/people/${demoted.id}`, { role: 'employee' });
    for (const { id } of [leaver, auditor]) expect(await caller.inPerson('DELETE', `/v1/people/${id}`)).toMatchObject({ status: 204 });
    for (const { id } of [firstDraft, secondDraft])
      expect(await caller.call('POST', `${lettersUrl}/${id}/send`, { body: {} })).toMatchObject({
        status: 422,
        body: { missing: ['organizationSignatoryMemberId must be an active owner or admin'] },
      });
    expect(await get(caller, secondDraft.id)).toMatchObject({ organizationSignatoryMemberId: null, auditorMemberId: null });
    expect(await get(caller, firstDraft.id)).toMatchObject({ organizationSignatoryMemberId: demoted.id });
  });
  test('409 for a letter that is not a draft, and for a second open letter about the same engagement (rule 8)', async () => {
    const caller = await app.caller();
    const first = await open(caller);
    expect(await caller.call('POST', `${lettersUrl}/${first.id}/send`, { body: {} })).toMatchObject(
      refused(409, 'engagement_letter_not_draft'),
    );
    const second = await draft(caller, { auditorContactEmail: contact.toUpperCase() });
    const send = () => caller.call('POST', `${lettersUrl}/${second.id}/send`, { body: {} });
    expect(await send()).toMatchObject(refused(409, 'engagement_letter_open'));
    expect(await get(caller, second.id)).toMatchObject({ status: 'draft', signatures: [] });
    for (const otherFields of [
      { engagementType: 'penetration_test' },
      { periodStart: '2026-01-01' },
      { auditorContactEmail: 'other@harbour.example.com' },
    ])
      await open(caller, otherFields);
    await age(first.id, 15);
    expect(await send()).toMatchObject({ status: 200 });
    expect(await history(caller, first.id)).toContainEqual(
      expect.objectContaining({ type: 'expired', actor: expect.objectContaining({ kind: 'system' }) }),
    );
  });
  test('one of two letters about the same engagement that are sent at the same time is refused (rule 8)', async () => {
    const caller = await app.caller();
    const drafts = [await draft(caller), await draft(caller)];
    const answers = await Promise.all(drafts.map(({ id }) => caller.call('POST', `${lettersUrl}/${id}/send`, { body: {} })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('engagement_letter_open');
    expect(await tokens(caller)).toHaveLength(1);
  });
  test('400 for more valid days than allowed', async () => {
    const caller = await app.caller();
    const { id } = await draft(caller);
    expect(await caller.call('POST', `${lettersUrl}/${id}/send`, { body: { validDays: 91 } })).toMatchObject({ status: 400 });
  });
});

describe('signing', () => {
  test('in person and by a link, in either order: the last signature makes the letter signed (rule 5)', async () => {
    for (const order of ['person', 'link']) {
      const caller = await app.caller();
      const letter = await open(caller);
      const secret = await token(caller);
      if (order === 'person') {
        const answer = await signInPerson(caller, letter, { signerTitle: ' Managing director ' });
        expect(answer).toMatchObject({ status: 200, body: { status: 'partially_signed', signedAt: null } });
        expect(answer.body.signatures[0]).toMatchObject({
          status: 'signed',
          method: 'session',
          signerTitle: 'Managing director',
          ipAddress: '127.0.0.1',
          signedAt: expect.any(String),
        });
        expect(await subjects(caller)).toContain(`${contact}: Test organization has signed: ${letter.title}`);
      }
      const byLink = await signByLink(secret, letter.contentHash, { name: ' Priya A. Anand ', email: contact.toUpperCase() });
      expect(byLink).toMatchObject({ status: 200, body: { status: order === 'person' ? 'signed' : 'partially_signed' } });
      expect(byLink.body.downloadUrl === null).toBe(order !== 'person');
      if (order === 'link') {
        expect(await subjects(caller)).toContain(`${caller.organization.owner.email}: Harbour Assurance has signed: ${letter.title}`);
        expect(await signInPerson(caller, letter)).toMatchObject({ status: 200, body: { status: 'signed' } });
      }
      const after = await get(caller, letter.id);
      expect(after).toMatchObject({ status: 'signed', signedAt: expect.any(String), contentHash: letter.contentHash });
      expect(after.signatures[1]).toMatchObject({ status: 'signed', method: 'link', signerName: 'Priya A. Anand', signerTitle: 'Partner' });
      const [latestEvent, earlierEvent] = await history(caller, letter.id);
      expect([latestEvent, earlierEvent].map((event) => event?.type)).toEqual(['signed', 'signed']);
      expect(
        [latestEvent, earlierEvent].find((event) => event?.actor && 'kind' in event.actor && event.actor.kind === 'link'),
      ).toMatchObject({
        actor: { kind: 'link', name: 'Priya A. Anand', email: contact },
        detail: { party: 'auditor', method: 'link' },
      });
      const log = await entries(caller);
      expect(log.find(({ data }: { data: { actorEmail?: string } }) => data.actorEmail === contact)).toMatchObject({
        entityType: 'framework',
        entityId: letter.id,
        userId: null,
        description: `Signed letter of engagement for the auditor [via signing link of ${contact}]`,
      });
      expect(JSON.stringify(log)).not.toContain(secret);
    }
  });
  test('two members sign, each for their own party (rule 19)', async () => {
    const caller = await app.caller();
    const { member, call: auditor } = await app.session(caller.organization, ['auditor']);
    const letter = await open(caller, { auditorMemberId: member.id });
    const body = { party: 'auditor', accept: true, contentHash: letter.contentHash };
    expect(await auditor('POST', `${lettersUrl}/${letter.id}/sign`, { body })).toMatchObject({
      status: 200,
      body: { status: 'partially_signed' },
    });
    expect(await signInPerson(caller, letter)).toMatchObject({ status: 200, body: { status: 'signed' } });
  });
  test('both parties sign at the same time, and the letter becomes signed once', async () => {
    const caller = await app.caller();
    const letter = await open(caller);
    const answers = await Promise.all([signInPerson(caller, letter), signByLink(await token(caller), letter.contentHash)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await get(caller, letter.id)).toMatchObject({ status: 'signed', signatures: [{ status: 'signed' }, { status: 'signed' }] });
    expect((await history(caller, letter.id)).filter(({ type }) => type === 'signed')).toHaveLength(2);
  });
  test('the same signature twice at the same time: a link returns the same answer twice, in person the second request is refused', async () => {
    const caller = await app.caller();
    const letter = await open(caller);
    const secret = await token(caller);
    const [first, second] = await Promise.all([signByLink(secret, letter.contentHash), signByLink(secret, letter.contentHash)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body).toEqual(second.body);
    const personalAnswers = await Promise.all([signInPerson(caller, letter), signInPerson(caller, letter)]);
    expect(personalAnswers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(personalAnswers.find(({ status }) => status === 409)).toMatchObject(refused(409, 'engagement_letter_not_open'));
    expect((await history(caller, letter.id)).filter(({ type }) => type === 'signed')).toHaveLength(2);
  });
  test('a signature and a cancellation at the same time: one request succeeds, and the other request is refused', async () => {
    for (let round = 0; round < 3; round += 1) {
      const caller = await app.caller();
      const letter = await open(caller);
      await signInPerson(caller, letter);
      const secret = await token(caller);
      const [signature, cancellation] = await Promise.all([
        signByLink(secret, letter.contentHash),
        caller.call('POST', `${lettersUrl}/${letter.id}/cancel`, { body: { reason: 'A mistake' } }),
      ]);
      const after = await get(caller, letter.id);
      if (signature.status === 200) {
        expect(cancellation).toMatchObject(refused(409, 'engagement_letter_not_open'));
        expect(after).toMatchObject({ status: 'signed', cancelledAt: null });
      } else {
        expect([signature, cancellation]).toMatchObject([refused(410, 'signing_link_void'), { status: 200 }]);
        expect(after).toMatchObject({ status: 'cancelled', signedAt: null, signatures: [{ status: 'signed' }, { status: 'void' }] });
      }
    }
  });
  test('403 with a key, for a member who is not the signatory, and when the signatory may no longer sign (rule 9)', async () => {
    const caller = await app.caller();
    const admin = await app.session(caller.organization, ['admin']);
    const letter = await open(caller, { organizationSignatoryMemberId: admin.member.id });
    const body = { party: 'organization', accept: true, contentHash: letter.contentHash };
    expect(await caller.call('POST', `${lettersUrl}/${letter.id}/sign`, { body })).toMatchObject(refused(403, 'session_required'));
    expect(await signInPerson(caller, letter)).toMatchObject(refused(403, 'engagement_letter_signer_required'));
    expect(await admin.call('POST', `${lettersUrl}/${letter.id}/sign`, { body: { ...body, party: 'auditor' } })).toMatchObject(
      refused(403, 'engagement_letter_signer_required'),
    );
    await callSuccessfully(caller.inPerson, 'PATCH', `/v1/people/${admin.member.id}`, { role: 'auditor' });
    expect(await admin.call('POST', `${lettersUrl}/${letter.id}/sign`, { body })).toMatchObject(
      refused(403, 'engagement_letter_signer_required'),
    );
    // The letter keeps its signatory until it is cancelled and reopened.
    expect(await get(caller, letter.id)).toMatchObject({ status: 'sent', organizationSignatoryMemberId: admin.member.id });
  });
  test('400 without consent, 409 with the hash of another text, and 409 for a draft', async () => {
    const caller = await app.caller();
    const letter = await open(caller);
    const secret = await token(caller);
    expect(await signInPerson(caller, letter, { accept: false })).toMatchObject({ status: 400 });
    expect(await signInPerson(caller, { ...letter, contentHash: 'other' })).toMatchObject(refused(409, 'engagement_letter_differs'));
    expect(await signByLink(secret, letter.contentHash, { accept: false })).toMatchObject({ status: 400 });
    expect(await signByLink(secret, 'other')).toMatchObject(refused(409, 'engagement_letter_differs'));
    const sign = { name: 'Priya Anand', email: contact, title: 'Partner', accept: true, contentHash: 'other' };
    await expectProblem(app.call, 'POST', `${lettersUrl}/signing/${secret}/sign`, 409, sign);
    expect(await signByLink(secret, letter.contentHash, { email: 'eve@example.com' })).toMatchObject({
      status: 400,
      body: { details: { email: { _errors: ['must be the address that the link was sent to'] } } },
    });
    const { id } = await draft(caller);
    expect(await signInPerson(caller, { id, contentHash: 'none' })).toMatchObject(refused(409, 'engagement_letter_not_open'));
    expect(await get(caller, letter.id)).toMatchObject({ status: 'sent' });
  });
  test('409 for a party that has signed', async () => {
    const caller = await app.caller();
    const letter = await open(caller);
    await signInPerson(caller, letter);
    expect(await signInPerson(caller, letter)).toMatchObject(refused(409, 'engagement_letter_not_pending'));
    const declined = await caller.inPerson('POST', `${lettersUrl}/${letter.id}/decline`, { body: { party: 'organization', reason: 'No' } });
    expect(declined).toMatchObject(refused(409, 'engagement_letter_not_pending'));
  });
});

describe('a signing link', () => {
  const read = (secret: string) => app.call('GET', `${lettersUrl}/signing/${secret}`);

  test('200 returns the letter with its fee and without member ids, and records only the first view (rules 1 and 10)', async () => {
    const caller = await app.caller();
    const fee = { amount: 1, currency: 'USD', terms: '' };
    const letter = await open(caller, { fee });
    await signInPerson(caller, letter);
    const secret = await token(caller);
    const answer = await read(secret);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        party: 'auditor',
        signerName: 'Priya Anand',
        signerEmail: contact,
        status: 'pending',
        contentHash: letter.contentHash,
        expiresAt: letter.expiresAt,
        letter: { id: letter.id, fee, scope: letter.scope },
      },
    });
    expect(answer.text).not.toMatch(/mem_|usr_|ipAddress|userAgent/);
    await read(secret);
    const views = (await history(caller, letter.id)).filter(({ type }) => type === 'viewed');
    expect(views).toMatchObject([{ actor: { kind: 'link', email: contact }, detail: { party: 'auditor' } }]);
  });
  test('viewing locks no row, two simultaneous views are recorded once, and a download is logged (rule 14)', async () => {
    const caller = await app.caller();
    const letter = await open(caller);
    const secret = await token(caller);
    /** Returns the id of the last transaction that locked the row. */
    const lastLock = () =>
      app.database.system
        .selectFrom('engagement_letter')
        .select(sql<string>`xmax::text`.as('xmax'))
        .where('id', '=', letter.id)
        .executeTakeFirst();
    await Promise.all([read(secret), read(secret)]);
    const before = await lastLock();
    await read(secret);
    expect(await lastLock()).toEqual(before);
    expect(await app.call('GET', `${lettersUrl}/signing/${secret}/export`)).toMatchObject({ status: 200 });
    expect((await history(caller, letter.id)).map(({ type }) => type)).toEqual(['exported', 'viewed', 'sent', 'created']);
    expect((await entries(caller))[0]).toMatchObject({
      entityType: 'framework',
      entityId: letter.id,
      description: `Downloaded letter of engagement [via signing link of ${contact}]`,
      data: { resource: 'audit', actorEmail: contact, path: `${lettersUrl}/signing/[REDACTED]/export` },
    });
  });
  test('404 for an unknown link, on each operation', async () => {
    const secret = 'x'.repeat(32);
    const sign = { name: 'Eve', email: 'eve@example.com', accept: true, contentHash: 'x' };
    const answers = await Promise.all([
      read(secret),
      app.call('GET', `${lettersUrl}/signing/${secret}/export`),
      app.call('POST', `${lettersUrl}/signing/${secret}/sign`, { body: sign }),
      app.call('POST', `${lettersUrl}/signing/${secret}/decline`, { body: { reason: 'No' } }),
    ]);
    for (const answer of answers) expect(answer).toMatchObject(refused(404, 'engagement_letter_link_not_found'));
  });
  test('410 for a link that was replaced or has expired, and for a letter that was cancelled, declined or reopened (rule 17)', async () => {
    const caller = await app.caller();
    const expectVoid = async (secret: string, hash = 'x') => {
      for (const answer of await Promise.all([
        read(secret),
        app.call('GET', `${lettersUrl}/signing/${secret}/export`),
        signByLink(secret, hash),
        app.call('POST', `${lettersUrl}/signing/${secret}/decline`, { body: { reason: 'No' } }),
      ]))
        expect(answer).toMatchObject(refused(410, 'signing_link_void'));
      const link = `${lettersUrl}/signing/${secret}`;
      const sign = { name: 'Priya Anand', email: contact, title: 'Partner', accept: true, contentHash: hash };
      await expectProblem(app.call, 'GET', link, 410);
      await expectProblem(app.call, 'GET', `${link}/export`, 410);
      await expectProblem(app.call, 'POST', `${link}/sign`, 410, sign);
      await expectProblem(app.call, 'POST', `${link}/decline`, 410, { reason: 'No' });
    };
    const letter = await open(caller);
    const first = await token(caller);
    await callSuccessfully(caller.call, 'POST', `${lettersUrl}/${letter.id}/remind`, { party: 'auditor' });
    await expectVoid(first, letter.contentHash);
    const second = (await tokens(caller)).find((linkToken) => linkToken !== first) ?? '';
    expect(await read(second)).toMatchObject({ status: 200 });
    await callSuccessfully(caller.call, 'POST', `${lettersUrl}/${letter.id}/cancel`, { reason: 'A mistake' });
    await expectVoid(second);
    await callSuccessfully(caller.call, 'POST', `${lettersUrl}/${letter.id}/reopen`);
    await expectVoid(second);
    const expired = await app.caller();
    const { id } = await open(expired);
    await age(id, 14);
    await expectVoid(await token(expired));
  });
  test('a reminder and a signature by the former link at the same time: the signature counts, or the link is void', async () => {
    const caller = await app.caller();
    const letter = await open(caller);
    const first = await token(caller);
    const [signature, reminder] = await Promise.all([
      signByLink(first, letter.contentHash),
      caller.call('POST', `${lettersUrl}/${letter.id}/remind`, { body: { party: 'auditor' } }),
    ]);
    const [, auditor] = (await get(caller, letter.id)).signatures;
    if (signature.status === 200) {
      expect(reminder).toMatchObject(refused(409, 'engagement_letter_not_pending'));
      expect(auditor).toMatchObject({ status: 'signed', remindedAt: null });
    } else {
      expect([signature, reminder]).toMatchObject([refused(410, 'signing_link_void'), { status: 200 }]);
      expect(auditor).toMatchObject({ status: 'pending', remindedAt: expect.any(String) });
    }
  });
  test('can be read until 30 days after the last signature, but can no longer decline (rule 17)', async () => {
    const caller = await app.caller();
    const { id } = await signed(caller);
    const secret = await token(caller);
    expect(await read(secret)).toMatchObject({ status: 200, body: { status: 'signed', letter: { status: 'signed' } } });
    expect(await app.call('POST', `${lettersUrl}/signing/${secret}/decline`, { body: { reason: 'No' } })).toMatchObject(
      refused(410, 'signing_link_void'),
    );
    await app.database.system
      .updateTable('engagement_letter')
      .set({ signed_at: new Date(Date.now() - 30 * day).toISOString() })
      .where('id', '=', id)
      .execute();
    expect(await read(secret)).toMatchObject(refused(410, 'signing_link_void'));
  });
});

describe('declining', () => {
  test('200 by link or in person notifies the drafter, and nobody can sign any more', async () => {
    for (const party of ['auditor', 'organization']) {
      const caller = await app.caller();
      const letter = await open(caller);
      const secret = await token(caller);
      const reason = ' The fee was not approved. ';
      const answer =
        party === 'auditor'
          ? await app.call('POST', `${lettersUrl}/signing/${secret}/decline`, { body: { reason } })
          : await caller.inPerson('POST', `${lettersUrl}/${letter.id}/decline`, { body: { party, reason } });
      expect(answer).toMatchObject({ status: 200, body: { status: 'declined' } });
      const after = await get(caller, letter.id);
      expect(after).toMatchObject({ status: 'declined', declineReason: reason.trim(), declinedAt: expect.any(String) });
      expect(after.signatures.map(({ status }: { status: string }) => status)).toEqual(
        party === 'auditor' ? ['void', 'declined'] : ['declined', 'void'],
      );
      expect(await subjects(caller)).toContain(`${caller.organization.owner.email}: Declined: ${letter.title}`);
      expect((await history(caller, letter.id))[0]).toMatchObject({ type: 'declined', detail: { party, reason: reason.trim() } });
      expect(await signByLink(secret, letter.contentHash)).toMatchObject(refused(410, 'signing_link_void'));
      expect(await signInPerson(caller, letter)).toMatchObject(refused(409, 'engagement_letter_not_open'));
    }
  });
  test('text from a link holder stays on one line of the mail', async () => {
    const caller = await app.caller();
    await open(caller, { title: 'Audit\n\nSign in again' });
    const reason = 'No.\n\nYour account\u202e is locked:\r\nhttps://evil.example.org';
    const answer = await app.call('POST', `${lettersUrl}/signing/${await token(caller)}/decline`, { body: { reason } });
    expect(answer).toMatchObject({ status: 200 });
    const texts = (await mails(caller)).map(({ text }) => text);
    expect(texts.at(-1)).toContain('\n\nReason: No. Your account is locked: https://evil.example.org\n');
    for (const text of texts) expect(text).not.toContain('\nSign in again');
  });
  test('400 without a reason, 403 with a key and for a member who is not the signatory', async () => {
    const caller = await app.caller();
    const { id } = await open(caller);
    const body = { party: 'organization', reason: 'No' };
    expect(await caller.inPerson('POST', `${lettersUrl}/${id}/decline`, { body: { ...body, reason: ' ' } })).toMatchObject({ status: 400 });
    expect(await app.call('POST', `${lettersUrl}/signing/${await token(caller)}/decline`, { body: { reason: ' ' } })).toMatchObject({
      status: 400,
    });
    expect(await caller.call('POST', `${lettersUrl}/${id}/decline`, { body })).toMatchObject(refused(403, 'session_required'));
    const { call: auditor } = await app.session(caller.organization, ['auditor']);
    expect(await auditor('POST', `${lettersUrl}/${id}/decline`, { body })).toMatchObject(refused(403, 'engagement_letter_signer_required'));
  });
});

describe('cancelling and reopening', () => {
  test('200 notifies both parties and voids open signatures; a reopened letter is a draft with its reference and history', async () => {
    const caller = await app.caller();
    const letter = await open(caller);
    await signInPerson(caller, letter);
    const cancelled = await callSuccessfully(caller.call, 'POST', `${lettersUrl}/${letter.id}/cancel`, { reason: ' Wrong period ' });
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      cancelReason: 'Wrong period',
      signatures: [{ status: 'signed' }, { status: 'void' }],
    });
    expect((await subjects(caller)).filter((subject) => subject.includes('Cancelled')).toSorted()).toEqual(
      [caller.organization.owner.email, contact].map((recipient) => `${recipient}: Cancelled: ${letter.title}`).toSorted(),
    );
    const reopened = await callSuccessfully(caller.call, 'POST', `${lettersUrl}/${letter.id}/reopen`);
    expect(reopened).toMatchObject({
      status: 'draft',
      reference: letter.reference,
      signatures: [],
      contentHash: null,
      sentAt: null,
      expiresAt: null,
      cancelledAt: null,
      cancelReason: null,
    });
    expect((await history(caller, letter.id)).map(({ type }) => type)).toEqual(['reopened', 'cancelled', 'signed', 'sent', 'created']);
    const resent = await callSuccessfully(caller.call, 'POST', `${lettersUrl}/${letter.id}/send`, {});
    expect(resent).toMatchObject({
      status: 'sent',
      contentHash: letter.contentHash,
      signatures: [{ status: 'pending' }, { status: 'pending' }],
    });
  });
  test('409 for drafts and for signed letters', async () => {
    const caller = await app.caller();
    const [draftLetter, signedLetter] = [await draft(caller), await signed(caller)];
    for (const { id } of [draftLetter, signedLetter]) {
      expect(await caller.call('POST', `${lettersUrl}/${id}/cancel`, { body: { reason: 'No' } })).toMatchObject(
        refused(409, 'engagement_letter_not_open'),
      );
      expect(await caller.call('POST', `${lettersUrl}/${id}/reopen`)).toMatchObject(refused(409, 'engagement_letter_not_closed'));
    }
    expect(await caller.call('POST', `${lettersUrl}/${draftLetter.id}/cancel`, { body: { reason: '' } })).toMatchObject({ status: 400 });
  });
});

describe('remindEngagementLetter', () => {
  test('200 for all pending signatures, 429 within 24 hours, 409 when nothing is pending', async () => {
    const caller = await app.caller();
    const letter = await open(caller);
    const remind = (body: object = {}) => caller.call('POST', `${lettersUrl}/${letter.id}/remind`, { body });
    expect(await remind({ party: 'organization' })).toMatchObject({ status: 200, body: { reminded: ['organization'] } });
    expect(await remind()).toMatchObject({ status: 200, body: { reminded: ['auditor'] } });
    const answer = await remind();
    expect(answer).toMatchObject(refused(429, 'engagement_letter_reminded'));
    expect(Number(answer.headers.get('retry-after'))).toBe(answer.body.retryAfter);
    expect(answer.body.retryAfter).toBeGreaterThan(23 * 3600);
    expect(answer.body.retryAfter).toBeLessThanOrEqual(24 * 3600);
    await app.database.system
      .updateTable('engagement_letter_signature')
      .set({ reminded_at: new Date(Date.now() - day).toISOString() })
      .where('letter_id', '=', letter.id)
      .execute();
    expect(await remind()).toMatchObject({ status: 200, body: { reminded: ['organization', 'auditor'] } });
    await signInPerson(caller, letter);
    expect(await remind({ party: 'organization' })).toMatchObject(refused(409, 'engagement_letter_not_pending'));
    expect(await remind({ party: 'nobody' })).toMatchObject({ status: 400 });
    const { id } = await draft(caller);
    expect(await caller.call('POST', `${lettersUrl}/${id}/remind`, { body: {} })).toMatchObject(refused(409, 'engagement_letter_not_open'));
  });
  test('200 with a new link for the party that confirms a recorded signature, 429 within 24 hours', async () => {
    const caller = await app.caller();
    const letter = await open(caller);
    await callSuccessfully(caller.inPerson, 'POST', `${lettersUrl}/${letter.id}/record-signature`, {
      ...{ party: 'auditor', signerName: 'Paula Paper', signerEmail: contact, signedAt: new Date().toISOString().slice(0, 10) },
      ...{ fileName: 'paper.pdf', fileType: 'application/pdf', fileData: base64(await paperOf('Paper')) },
    });
    const formerConfirmation = (await confirmations(caller)).at(-1);
    const remind = () => caller.call('POST', `${lettersUrl}/${letter.id}/remind`, { body: { party: 'auditor' } });
    expect(await remind()).toMatchObject({ status: 200, body: { reminded: ['auditor'] } });
    expect(await remind()).toMatchObject(refused(429, 'engagement_letter_reminded'));
    const next = (await confirmations(caller)).at(-1);
    expect(next).toMatchObject({ recipient: formerConfirmation?.recipient });
    expect(next?.token).not.toBe(formerConfirmation?.token);
    expect((await mails(caller)).at(-1)?.subject).toContain('Reminder to confirm a signature');
    expect(await app.call('GET', `${lettersUrl}/confirmations/${formerConfirmation?.token}`)).not.toMatchObject({ status: 200 });
    expect(await confirmLast(caller)).toMatchObject({ status: 200, body: { signatureStatus: 'signed' } });
    expect(await remind()).toMatchObject(refused(409, 'engagement_letter_not_pending'));
  });
  test('the service sends reminders halfway to the expiry and one day before the expiry (rule 12)', async () => {
    const caller = await app.caller();
    const letter = await open(caller, {}, { validDays: 10 });
    const sentTime = Date.parse(letter.sentAt);
    const remindAt = (time: number) => remindOfLetters(app.database, app.ports, new Date(time));
    const reminders = async () => (await subjects(caller)).filter((subject) => subject.includes('Reminder')).length;
    await remindAt(sentTime + 5 * day - 1000);
    expect(await reminders()).toBe(0);
    await Promise.all([remindAt(sentTime + 5 * day), remindAt(sentTime + 5 * day)]);
    expect(await reminders()).toBe(2);
    const [first, second, ...otherTokens] = await tokens(caller);
    expect([first === second, otherTokens]).toEqual([false, []]);
    await remindAt(sentTime + 6 * day);
    expect(await reminders()).toBe(2);
    await remindAt(sentTime + 9 * day);
    expect(await reminders()).toBe(4);
    await remindAt(sentTime + 9 * day + hour);
    expect(await reminders()).toBe(4);
    expect((await history(caller, letter.id))[0]).toMatchObject({ type: 'reminded', actor: { kind: 'system', email: null } });
  });
});

describe('expiry (rule 12)', () => {
  test('a letter counts as expired before the schedule runs, and the schedule notifies the drafter once', async () => {
    const caller = await app.caller();
    const letter = await open(caller);
    await age(letter.id, 14);
    expect(await get(caller, letter.id)).toMatchObject({ status: 'expired', signatures: [{ status: 'void' }, { status: 'void' }] });
    expect((await callSuccessfully(caller.call, 'GET', `${lettersUrl}?status=expired`)).data).toHaveLength(1);
    expect((await callSuccessfully(caller.call, 'GET', `${lettersUrl}?status=sent`)).data).toHaveLength(0);
    expect(await signInPerson(caller, letter)).toMatchObject(refused(409, 'engagement_letter_not_open'));
    await Promise.all([expireLetters(app.database), expireLetters(app.database)]);
    await expireLetters(app.database);
    expect((await history(caller, letter.id)).map(({ type }) => type).toSorted()).toEqual(['created', 'expired', 'sent']);
    expect(
      (await subjects(caller)).filter((subject) => subject === `${caller.organization.owner.email}: Expired: ${letter.title}`),
    ).toHaveLength(1);
    expect((await entries(caller))[0]).toMatchObject({
      entityId: letter.id,
      description: 'Letter of engagement has expired [via schedule]',
    });
  });
  test('an expired letter can be reopened, even before the schedule runs', async () => {
    const caller = await app.caller();
    const letter = await open(caller);
    await age(letter.id, 14);
    expect(await caller.call('POST', `${lettersUrl}/${letter.id}/reopen`)).toMatchObject({ status: 200, body: { status: 'draft' } });
    expect((await history(caller, letter.id)).map(({ type }) => type).toSorted()).toEqual(['created', 'expired', 'reopened', 'sent']);
    await expireLetters(app.database);
    expect(await get(caller, letter.id)).toMatchObject({ status: 'draft' });
  });
});

describe('amendEngagementLetter (rule 18)', () => {
  test('201 copies the content; the signed amendment supersedes the letter, which stays readable', async () => {
    const caller = await app.caller();
    const letter = await signed(caller, { fee: { amount: 5, currency: 'EUR', terms: '' } });
    const answer = await caller.call('POST', `${lettersUrl}/${letter.id}/amend`);
    expect(answer).toMatchObject({
      status: 201,
      body: { status: 'draft', supersedesId: letter.id, scope: letter.scope, fee: letter.fee, signatures: [], contentHash: null },
    });
    expect(answer.body.reference).not.toBe(letter.reference);
    expect(await get(caller, letter.id)).toMatchObject({ status: 'signed', supersededById: null });
    const amendment = answer.body;
    const sentAmendment = await callSuccessfully(caller.call, 'POST', `${lettersUrl}/${amendment.id}/send`, {});
    await signInPerson(caller, sentAmendment);
    expect(await signByLink(await token(caller), sentAmendment.contentHash)).toMatchObject({ status: 200 });
    expect(await get(caller, letter.id)).toMatchObject({ status: 'superseded', supersededById: amendment.id, signedAt: letter.signedAt });
    expect(await get(caller, amendment.id)).toMatchObject({ status: 'signed' });
    expect((await history(caller, letter.id))[0]).toMatchObject({ type: 'superseded' });
    expect(await caller.call('POST', `${lettersUrl}/${letter.id}/amend`)).toMatchObject(refused(409, 'engagement_letter_not_signed'));
  });
  test('409 for a letter that is not signed, and while another amendment is open, even for simultaneous requests', async () => {
    const caller = await app.caller();
    const { id: unsigned } = await draft(caller);
    expect(await caller.call('POST', `${lettersUrl}/${unsigned}/amend`)).toMatchObject(refused(409, 'engagement_letter_not_signed'));
    const letter = await signed(caller);
    const answers = await Promise.all([1, 2].map(() => caller.call('POST', `${lettersUrl}/${letter.id}/amend`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject(refused(409, 'engagement_letter_amended'));
    const first = answers.find(({ status }) => status === 201)?.body;
    await callSuccessfully(caller.call, 'POST', `${lettersUrl}/${first.id}/send`, {});
    await callSuccessfully(caller.call, 'POST', `${lettersUrl}/${first.id}/cancel`, { reason: 'Other terms' });
    await callSuccessfully(caller.call, 'POST', `${lettersUrl}/${letter.id}/amend`);
    expect(await caller.call('POST', `${lettersUrl}/${first.id}/reopen`)).toMatchObject(refused(409, 'engagement_letter_amended'));
  });
});
