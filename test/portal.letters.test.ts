/** Letters of engagement as whoever has a signing link reads and signs them in a browser (letter-of-engagement, rule 21). */
import { describe, expect, test } from 'vitest';
import { startApp } from './support/app.ts';
import { base64, contact, callSuccessfully, lettersOf, paperOf, root } from './support/letters.ts';
import { expectAlike, expectPrivate, hrefs, markup, sendForm } from './support/link-pages.ts';
import { wordsOf } from './support/pdf.ts';

const app = startApp();
const { open, mails, token, confirmations, signInPerson, age, history } = lettersOf(app);
const get = (path: string) => app.call('GET', path);
const post = (path: string, values: Readonly<Record<string, string>>) => sendForm(app.base, path, values);

async function sent(fields: object = {}) {
  const caller = await app.caller();
  const letter = await open(caller, fields);
  const at = `/letters/${await token(caller)}`;
  const signature = { name: 'Priya Anand', email: contact, title: 'Partner', accept: 'yes', contentHash: String(letter.contentHash) };
  return { ...caller, caller, letter, at, signature };
}
const stateOf = async ({ caller, letter }: Awaited<ReturnType<typeof sent>>) =>
  callSuccessfully(caller.call, 'GET', `${root}/${letter.id}`);

describe('a letter', () => {
  test('is read where its mail leads to, with all of its parts, and as a PDF', async () => {
    const one = await sent({
      criteria: 'ISO/IEC 27001:2022',
      fee: { amount: 12500.5, currency: 'EUR', terms: 'Half in advance' },
      deliverables: ['An audit report', markup],
      organizationAddress: 'Quay 1\nHarbor',
      periodStart: '2026-01-01',
      periodEnd: '2026-12-31',
      otherTerms: `# Heading\n\n${markup} [go](javascript:alert(1))`,
      governingLaw: 'Law of the sea',
    });
    const mail = (await mails(one)).find(({ recipient }) => recipient === contact);
    expect(mail?.text).toContain(`${app.ports.baseUrl}${one.at}\n`);
    const page = await get(one.at);
    expect(page.status).toBe(200);
    expectPrivate(page);
    expect(page.text).not.toMatch(/<(?:script|img)|javascript:alert/i);
    for (const words of [
      `${one.letter.reference}, between Test organization and Harbour Assurance`,
      'Quay 1\nHarbor',
      '<h5>Services</h5>',
      '<strong>hosting service</strong>',
      'ISO/IEC 27001:2022',
      '12,500.50 EUR. Half in advance',
      '<li>An audit report</li>',
      'from January 1, 2026 to December 31, 2026',
      'Law of the sea',
      'value="Priya Anand"',
      `value="${one.letter.contentHash}"`,
    ])
      expect(page.text).toContain(words);
    const pdf = await get(`/letters/${hrefs(page).find((href) => href.endsWith('.pdf'))}`);
    expect(pdf).toMatchObject({ status: 200 });
    expect(pdf.headers.get('cache-control')).toBe('no-store');
    expect(pdf.headers.get('content-disposition')).toMatch(/^inline;/);
    expect(await wordsOf(pdf.bytes)).toContain('UNSIGNED');
    expect((await history(one.caller, one.letter.id)).map(({ type }) => type)).toEqual(['exported', 'viewed', 'sent', 'created']);
  });

  test('is signed by a form: by the first party, and by the last, whose page says so', async () => {
    const one = await sent();
    const signed = await post(one.at, one.signature);
    expect(signed, signed.text).toMatchObject({ status: 200, text: expect.stringContaining('The other party has still to sign') });
    expectPrivate(signed);
    expect((await stateOf(one)).signatures[1]).toMatchObject({
      status: 'signed',
      method: 'link',
      signerName: 'Priya Anand',
      signerTitle: 'Partner',
      ipAddress: '127.0.0.1',
    });
    const again = await get(one.at);
    expect(again.text).not.toContain('<form');
    expect(again.text).toContain('signed on ');
    expect(await post(one.at, one.signature)).toMatchObject({ status: 200 });

    const other = await sent();
    expect(await signInPerson(other.caller, other.letter)).toMatchObject({ status: 200 });
    const last = await post(other.at, one.signature.contentHash === other.letter.contentHash ? one.signature : other.signature);
    expect(last, last.text).toMatchObject({ status: 200, text: expect.stringContaining('Both parties have signed') });
    expect((await stateOf(other)).status).toBe('signed');
    expect(await wordsOf((await get(`${other.at}/letter.pdf`)).bytes)).not.toContain('UNSIGNED');
  });

  test('400 and 409 as the page, with what is wrong and what was typed, and nothing signed', async () => {
    const one = await sent();
    for (const [values, status, words] of [
      [{ ...one.signature, name: '' }, 400, /id="name-fault">[^<]*is required/],
      [{ ...one.signature, email: 'other@example.com' }, 400, /id="email-fault">[^<]*must be the address that the link was sent to/],
      [{ ...one.signature, accept: '' }, 400, /id="accept-fault">/],
      [{ ...one.signature, contentHash: '' }, 400, /The text of the letter/],
      [{ ...one.signature, contentHash: 'f'.repeat(64) }, 409, /role="alert"/],
      [{ ...one.signature, title: 'T'.repeat(5000) }, 400, /id="title-fault">/],
      [{ decision: 'decline', reason: ' ' }, 400, /<details open>[^]*id="reason-fault">[^<]*is required/],
    ] as const) {
      const page = await post(one.at, values);
      expect(page.status, page.text).toBe(status);
      expectPrivate(page);
      expect(page.text).toMatch(words);
      // The form has the text that is on this page, and not the one that was sent.
      expect(page.text).toContain(`name="contentHash" value="${one.letter.contentHash}"`);
    }
    expect(await post(one.at, { ...one.signature, title: 'x'.repeat(70_000) })).toMatchObject({ status: 413 });
    expect((await stateOf(one)).status).toBe('sent');
  });

  test('with a signature on paper is confirmed or objected to by a form of the other party', async () => {
    const record = async () => {
      const one = await sent();
      await callSuccessfully(one.caller.inPerson, 'POST', `${root}/${one.letter.id}/record-signature`, {
        ...{ party: 'auditor', signerName: 'Paula <b>Paper</b>', signerEmail: contact, signedAt: new Date().toISOString().slice(0, 10) },
        ...{ fileName: 'paper.pdf', fileType: 'application/pdf', fileData: base64(await paperOf('Paper')) },
      });
      return { ...one, at: `/letters/confirmations/${(await confirmations(one.caller)).at(-1)?.token}` };
    };
    const one = await record();
    const page = await get(one.at);
    expect(page, page.text).toMatchObject({ status: 200, text: expect.stringContaining('Olive Owner has filed a paper') });
    expectPrivate(page);
    expect(page.text).not.toContain('<b>Paper');
    expect(await wordsOf((await get(`${one.at}/letter.pdf`)).bytes)).toContain('Paper');
    expect(await post(one.at, { decision: 'object', reason: ' ' })).toMatchObject({ status: 400 });
    expect(await post(one.at, {})).toMatchObject({ status: 200, text: expect.stringContaining('You have confirmed the signature') });
    expect((await stateOf(one)).signatures[1]).toMatchObject({ status: 'signed', confirmedAt: expect.any(String) });
    expect(await get(one.at)).toMatchObject({ status: 404 });

    const other = await record();
    expect(await post(other.at, { decision: 'object', reason: 'Forged' })).toMatchObject({
      status: 200,
      text: expect.stringContaining('You have objected'),
    });
    expect((await stateOf(other)).signatures[1]).toMatchObject({ status: 'pending', confirmedAt: null });
  });

  test('is declined by a form, with a reason, once and for all', async () => {
    const one = await sent();
    const declined = await post(one.at, { decision: 'decline', reason: `Too early ${markup}` });
    expect(declined, declined.text).toMatchObject({ status: 200, text: expect.stringContaining('You have declined the letter') });
    expectPrivate(declined);
    expect(await stateOf(one)).toMatchObject({ status: 'declined', declineReason: `Too early ${markup}` });
    expectAlike([await get(one.at), await post(one.at, one.signature), await post(one.at, { decision: 'decline', reason: 'Again' })]);
  });

  test('404 alike for a link that never was, was replaced or has expired, and for one whose letter was cancelled', async () => {
    const [replaced, expired, cancelled] = [await sent(), await sent(), await sent()];
    await app.database.system
      .updateTable('engagement_letter_link')
      .set({ ended_at: new Date().toISOString() })
      .where('letter_id', '=', replaced.letter.id)
      .execute();
    await age(expired.letter.id, 100);
    await callSuccessfully(cancelled.call, 'POST', `${root}/${cancelled.letter.id}/cancel`, { reason: 'No audit this year' });
    const places = [replaced.at, expired.at, cancelled.at, `/letters/${'A'.repeat(32)}`, '/letters/x'];
    expectAlike(await Promise.all(places.map((place) => get(place))));
    expectAlike(await Promise.all(places.map((place) => get(`${place}/letter.pdf`))));
    expectAlike(await Promise.all(places.map((place) => post(place, replaced.signature))));
  });

  test('of two signatures at once one is made, and both are told so', async () => {
    const one = await sent();
    const answers = await Promise.all([post(one.at, one.signature), post(one.at, { ...one.signature, name: 'Priya A.' })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await history(one.caller, one.letter.id)).filter(({ type }) => type === 'signed')).toHaveLength(1);
  });

  test('of a signature and a refusal at once one counts, and the other is told that the link is over or that it is signed', async () => {
    const one = await sent();
    const [signed, declined] = await Promise.all([post(one.at, one.signature), post(one.at, { decision: 'decline', reason: 'No' })]);
    const { status } = await stateOf(one);
    expect([signed?.status, declined?.status, status]).toEqual(
      status === 'declined' ? [404, 200, 'declined'] : [200, 404, 'partially_signed'],
    );
  });
});
