/** Tests how the owner of a signing link reads and signs an engagement letter in a browser (letter-of-engagement, rule 21). */
import { describe, expect, test } from 'vitest';
import { startApp } from './support/app.ts';
import { base64, contact, callSuccessfully, lettersOf, paperOf, lettersUrl } from './support/letters.ts';
import { expectAlike, expectPrivate, hrefs, markup, sendForm } from './support/link-pages.ts';
import { wordsOf } from './support/pdf.ts';

const app = startApp();
const { open: openLetter, mails, token, confirmations, signInPerson, age: makeOlder, history } = lettersOf(app);
const get = (path: string) => app.call('GET', path);
const post = (path: string, values: Readonly<Record<string, string>>) => sendForm(app.base, path, values);

async function createSentLetter(fields: object = {}) {
  const caller = await app.caller();
  const letter = await openLetter(caller, fields);
  const path = `/letters/${await token(caller)}`;
  const signature = { name: 'Priya Anand', email: contact, title: 'Partner', accept: 'yes', contentHash: String(letter.contentHash) };
  return { ...caller, caller, letter, path, signature };
}
const stateOf = async ({ caller, letter }: Awaited<ReturnType<typeof createSentLetter>>) =>
  callSuccessfully(caller.call, 'GET', `${lettersUrl}/${letter.id}`);

describe('a letter', () => {
  test('is read at the link in its e-mail, with all of its parts, and as a PDF', async () => {
    const sentLetter = await createSentLetter({
      criteria: 'ISO/IEC 27001:2022',
      fee: { amount: 12500.5, currency: 'EUR', terms: 'Half in advance' },
      deliverables: ['An audit report', markup],
      organizationAddress: 'Quay 1\nHarbor',
      periodStart: '2026-01-01',
      periodEnd: '2026-12-31',
      otherTerms: `# Heading\n\n${markup} [go](javascript:alert(1))`,
      governingLaw: 'Law of the sea',
    });
    const mail = (await mails(sentLetter)).find(({ recipient }) => recipient === contact);
    expect(mail?.text).toContain(`${app.ports.baseUrl}${sentLetter.path}\n`);
    const page = await get(sentLetter.path);
    expect(page.status).toBe(200);
    expectPrivate(page);
    expect(page.text).not.toMatch(/<(?:script|img)|javascript:alert/i);
    for (const words of [
      `${sentLetter.letter.reference}, between Test organization and Harbour Assurance`,
      'Quay 1\nHarbor',
      '<h5>Services</h5>',
      '<strong>hosting service</strong>',
      'ISO/IEC 27001:2022',
      '12,500.50 EUR. Half in advance',
      '<li>An audit report</li>',
      'from January 1, 2026 to December 31, 2026',
      'Law of the sea',
      'value="Priya Anand"',
      `value="${sentLetter.letter.contentHash}"`,
    ])
      expect(page.text).toContain(words);
    const pdf = await get(`/letters/${hrefs(page).find((href) => href.endsWith('.pdf'))}`);
    expect(pdf).toMatchObject({ status: 200 });
    expect(pdf.headers.get('cache-control')).toBe('no-store');
    expect(pdf.headers.get('content-disposition')).toMatch(/^inline;/);
    expect(await wordsOf(pdf.bytes)).toContain('UNSIGNED');
    expect((await history(sentLetter.caller, sentLetter.letter.id)).map(({ type }) => type)).toEqual([
      'exported',
      'viewed',
      'sent',
      'created',
    ]);
  });

  test('is signed with a form by the first and the last party, whose page says that the letter is complete', async () => {
    const sentLetter = await createSentLetter();
    const signAnswer = await post(sentLetter.path, sentLetter.signature);
    expect(signAnswer, signAnswer.text).toMatchObject({ status: 200, text: expect.stringContaining('The other party has still to sign') });
    expectPrivate(signAnswer);
    expect((await stateOf(sentLetter)).signatures[1]).toMatchObject({
      status: 'signed',
      method: 'link',
      signerName: 'Priya Anand',
      signerTitle: 'Partner',
      ipAddress: '127.0.0.1',
    });
    const pageAgain = await get(sentLetter.path);
    expect(pageAgain.text).not.toContain('<form');
    expect(pageAgain.text).toContain('signed on ');
    expect(await post(sentLetter.path, sentLetter.signature)).toMatchObject({ status: 200 });

    const secondLetter = await createSentLetter();
    expect(await signInPerson(secondLetter.caller, secondLetter.letter)).toMatchObject({ status: 200 });
    const lastSignature = await post(
      secondLetter.path,
      sentLetter.signature.contentHash === secondLetter.letter.contentHash ? sentLetter.signature : secondLetter.signature,
    );
    expect(lastSignature, lastSignature.text).toMatchObject({ status: 200, text: expect.stringContaining('Both parties have signed') });
    expect((await stateOf(secondLetter)).status).toBe('signed');
    expect(await wordsOf((await get(`${secondLetter.path}/letter.pdf`)).bytes)).not.toContain('UNSIGNED');
  });

  test('gets 400 and 409 as a page with the error and the typed values, and is not signed', async () => {
    const sentLetter = await createSentLetter();
    for (const [values, status, words] of [
      [{ ...sentLetter.signature, name: '' }, 400, /id="name-fault">[^<]*is required/],
      [{ ...sentLetter.signature, email: 'other@example.com' }, 400, /id="email-fault">[^<]*must be the address that the link was sent to/],
      [{ ...sentLetter.signature, accept: '' }, 400, /id="accept-fault">/],
      [{ ...sentLetter.signature, contentHash: '' }, 400, /The text of the letter/],
      [{ ...sentLetter.signature, contentHash: 'f'.repeat(64) }, 409, /role="alert"/],
      [{ ...sentLetter.signature, title: 'T'.repeat(5000) }, 400, /id="title-fault">/],
      [{ decision: 'decline', reason: ' ' }, 400, /<details open>[^]*id="reason-fault">[^<]*is required/],
    ] as const) {
      const page = await post(sentLetter.path, values);
      expect(page.status, page.text).toBe(status);
      expectPrivate(page);
      expect(page.text).toMatch(words);
      // The form contains the hash of the text on this page, not the hash that was sent.
      expect(page.text).toContain(`name="contentHash" value="${sentLetter.letter.contentHash}"`);
    }
    expect(await post(sentLetter.path, { ...sentLetter.signature, title: 'x'.repeat(70_000) })).toMatchObject({ status: 413 });
    expect((await stateOf(sentLetter)).status).toBe('sent');
  });

  test('with a signature on paper is confirmed, or objected to, by the other party with a form', async () => {
    const record = async () => {
      const sentLetter = await createSentLetter();
      await callSuccessfully(sentLetter.caller.inPerson, 'POST', `${lettersUrl}/${sentLetter.letter.id}/record-signature`, {
        ...{ party: 'auditor', signerName: 'Paula <b>Paper</b>', signerEmail: contact, signedAt: new Date().toISOString().slice(0, 10) },
        ...{ fileName: 'paper.pdf', fileType: 'application/pdf', fileData: base64(await paperOf('Paper')) },
      });
      return { ...sentLetter, path: `/letters/confirmations/${(await confirmations(sentLetter.caller)).at(-1)?.token}` };
    };
    const paper = await record();
    const page = await get(paper.path);
    expect(page, page.text).toMatchObject({ status: 200, text: expect.stringContaining('Olive Owner has filed a paper') });
    expectPrivate(page);
    expect(page.text).not.toContain('<b>Paper');
    expect(await wordsOf((await get(`${paper.path}/letter.pdf`)).bytes)).toContain('Paper');
    expect(await post(paper.path, { decision: 'object', reason: ' ' })).toMatchObject({ status: 400 });
    expect(await post(paper.path, {})).toMatchObject({ status: 200, text: expect.stringContaining('You have confirmed the signature') });
    expect((await stateOf(paper)).signatures[1]).toMatchObject({ status: 'signed', confirmedAt: expect.any(String) });
    expect(await get(paper.path)).toMatchObject({ status: 404 });

    const secondLetter = await record();
    expect(await post(secondLetter.path, { decision: 'object', reason: 'Forged' })).toMatchObject({
      status: 200,
      text: expect.stringContaining('You have objected'),
    });
    expect((await stateOf(secondLetter)).signatures[1]).toMatchObject({ status: 'pending', confirmedAt: null });
  });

  test('is declined with a form and a reason, permanently', async () => {
    const sentLetter = await createSentLetter();
    const declineAnswer = await post(sentLetter.path, { decision: 'decline', reason: `Too early ${markup}` });
    expect(declineAnswer, declineAnswer.text).toMatchObject({ status: 200, text: expect.stringContaining('You have declined the letter') });
    expectPrivate(declineAnswer);
    expect(await stateOf(sentLetter)).toMatchObject({ status: 'declined', declineReason: `Too early ${markup}` });
    expectAlike([
      await get(sentLetter.path),
      await post(sentLetter.path, sentLetter.signature),
      await post(sentLetter.path, { decision: 'decline', reason: 'Again' }),
    ]);
  });

  test('gets the same 404 for an unknown, replaced or expired link, and for a cancelled letter', async () => {
    const [replacedLetter, expiredLetter, cancelledLetter] = [await createSentLetter(), await createSentLetter(), await createSentLetter()];
    await app.database.system
      .updateTable('engagement_letter_link')
      .set({ ended_at: new Date().toISOString() })
      .where('letter_id', '=', replacedLetter.letter.id)
      .execute();
    await makeOlder(expiredLetter.letter.id, 100);
    await callSuccessfully(cancelledLetter.call, 'POST', `${lettersUrl}/${cancelledLetter.letter.id}/cancel`, {
      reason: 'No audit this year',
    });
    const paths = [replacedLetter.path, expiredLetter.path, cancelledLetter.path, `/letters/${'A'.repeat(32)}`, '/letters/x'];
    expectAlike(await Promise.all(paths.map((path) => get(path))));
    expectAlike(await Promise.all(paths.map((path) => get(`${path}/letter.pdf`))));
    expectAlike(await Promise.all(paths.map((path) => post(path, replacedLetter.signature))));
  });

  test('gets one signature from two concurrent forms, and both pages confirm it', async () => {
    const sentLetter = await createSentLetter();
    const answers = await Promise.all([
      post(sentLetter.path, sentLetter.signature),
      post(sentLetter.path, { ...sentLetter.signature, name: 'Priya A.' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await history(sentLetter.caller, sentLetter.letter.id)).filter(({ type }) => type === 'signed')).toHaveLength(1);
  });

  test('is either signed or declined by two concurrent forms, and the other page reports this', async () => {
    const sentLetter = await createSentLetter();
    const [signAnswer, declineAnswer] = await Promise.all([
      post(sentLetter.path, sentLetter.signature),
      post(sentLetter.path, { decision: 'decline', reason: 'No' }),
    ]);
    const { status } = await stateOf(sentLetter);
    expect([signAnswer?.status, declineAnswer?.status, status]).toEqual(
      status === 'declined' ? [404, 200, 'declined'] : [200, 404, 'partially_signed'],
    );
  });
});
