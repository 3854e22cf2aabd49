/** Tests the page behind the link with which a member confirms an address (people, rule 4). */
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from './support/app.ts';
import { expectAlike, expectPrivate, sendForm } from './support/link-pages.ts';
import { newMember } from './support/organization.ts';
import { mailsOf } from './support/people.ts';

const app = startApp();
const get = (path: string) => app.call('GET', path);
const post = (path: string) => sendForm(app.base, path, {});

/** Creates a member whose address was changed, and who got a link by e-mail. */
async function createChangedMember() {
  const caller = await app.caller();
  const { id } = await newMember(app.database, caller.organization.id, ['employee']);
  const email = `${newId('ida')}@example.com`;
  expect(await caller.call('PATCH', `/v1/people/${id}`, { body: { email } })).toMatchObject({ status: 200 });
  const mails = (await mailsOf(app.database, caller.organization)).filter(({ recipient }) => recipient === email);
  const link = mails.flatMap(({ text }) => /^http\S+$/m.exec(text) ?? [])[0] ?? '';
  const isVerified = async () => (await caller.call('GET', `/v1/people/${id}`)).body.user.emailVerified;
  return { ...caller, id, email, link, confirmPath: link.slice(app.ports.baseUrl.length), isVerified };
}

describe('the confirmation of an address', () => {
  test('requires the button: opening the link, as e-mail scanners do, confirms nothing', async () => {
    const { call, email, link, confirmPath, isVerified, id } = await createChangedMember();
    expect(link).toBe(`${app.ports.baseUrl}${confirmPath}`);
    const page = await get(confirmPath);
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining(email) });
    expectPrivate(page);
    expect(page.text).toContain('Confirm the address</button>');
    expect(await isVerified()).toBe(false);
    const confirmation = await post(confirmPath);
    expect(confirmation).toMatchObject({ status: 200, text: expect.stringContaining('Your address is confirmed') });
    expectPrivate(confirmation);
    expect(await isVerified()).toBe(true);
    const { data } = (await call('GET', '/v1/audit-logs?limit=10')).body;
    const entries = data.filter(({ description }: { description: string }) => description.startsWith('Confirmed e-mail address'));
    expect(entries).toMatchObject([
      { description: `Confirmed e-mail address [via the confirmation link of ${email}]`, entityType: 'people', entityId: id },
    ]);
    expect(JSON.stringify(entries)).not.toContain(confirmPath.split('/').at(-1));
  });

  test('is logged once, however often the button is pressed, also concurrently', async () => {
    const { call, email, confirmPath } = await createChangedMember();
    const answers = await Promise.all([post(confirmPath), post(confirmPath), post(confirmPath)]);
    answers.push(await post(confirmPath));
    for (const { status, text } of answers) expect({ status, text }).toEqual({ status: 200, text: answers[0]?.text });
    const { data } = (await call('GET', '/v1/audit-logs?limit=20')).body;
    expect(data.filter(({ description }: { description: string }) => description.startsWith('Confirmed e-mail address'))).toMatchObject([
      { description: `Confirmed e-mail address [via the confirmation link of ${email}]` },
    ]);
  });

  test('gets the same 404 for an unknown or changed link, and for a link whose address has changed again', async () => {
    const [firstMember, secondMember] = [await createChangedMember(), await createChangedMember()];
    expect(
      await firstMember.call('PATCH', `/v1/people/${firstMember.id}`, { body: { email: `${newId('ida')}@example.com` } }),
    ).toMatchObject({
      status: 200,
    });
    const forgedPath = secondMember.confirmPath.replace(/mem_[0-9a-f]{24}/, firstMember.id);
    const paths = [
      firstMember.confirmPath,
      forgedPath,
      `${secondMember.confirmPath}x`,
      '/confirm-email/x',
      `/confirm-email/${newId('mem')}.9999999999999.person.x`,
    ];
    expectAlike(await Promise.all(paths.map(get)));
    expectAlike(await Promise.all(paths.map(post)));
    expect([await firstMember.isVerified(), await secondMember.isVerified()]).toEqual([false, false]);
  });
});
