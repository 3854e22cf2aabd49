/** The page that the link leads to by which a member confirms an address (people, rule 4). */
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from './support/app.ts';
import { expectAlike, expectPrivate, sendForm } from './support/link-pages.ts';
import { newMember } from './support/organization.ts';
import { mailsOf } from './support/people.ts';

const app = startApp();
const get = (path: string) => app.call('GET', path);
const post = (path: string) => sendForm(app.base, path, {});

/** A member whose address was changed, and who was mailed a link. */
async function renamed() {
  const caller = await app.caller();
  const { id } = await newMember(app.database, caller.organization.id, ['employee']);
  const email = `${newId('ida')}@example.com`;
  expect(await caller.call('PATCH', `/v1/people/${id}`, { body: { email } })).toMatchObject({ status: 200 });
  const mails = (await mailsOf(app.database, caller.organization)).filter(({ recipient }) => recipient === email);
  const link = mails.flatMap(({ text }) => /^http\S+$/m.exec(text) ?? [])[0] ?? '';
  const isVerified = async () => (await caller.call('GET', `/v1/people/${id}`)).body.user.emailVerified;
  return { ...caller, id, email, link, at: link.slice(app.ports.baseUrl.length), isVerified };
}

describe('the confirmation of an address', () => {
  test('takes the button: whoever only opens the link, such as a scanner of mails, confirms nothing', async () => {
    const { call, email, link, at, isVerified, id } = await renamed();
    expect(link).toBe(`${app.ports.baseUrl}${at}`);
    const page = await get(at);
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining(email) });
    expectPrivate(page);
    expect(page.text).toContain('Confirm the address</button>');
    expect(await isVerified()).toBe(false);
    const done = await post(at);
    expect(done).toMatchObject({ status: 200, text: expect.stringContaining('Your address is confirmed') });
    expectPrivate(done);
    expect(await isVerified()).toBe(true);
    const { data } = (await call('GET', '/v1/audit-logs?limit=10')).body;
    const entries = data.filter(({ description }: { description: string }) => description.startsWith('Confirmed e-mail address'));
    expect(entries).toMatchObject([
      { description: `Confirmed e-mail address [via the confirmation link of ${email}]`, entityType: 'people', entityId: id },
    ]);
    expect(JSON.stringify(entries)).not.toContain(at.split('/').at(-1));
  });

  test('is logged once, however often the button is pressed, also at once', async () => {
    const { call, email, at } = await renamed();
    const pressed = await Promise.all([post(at), post(at), post(at)]);
    pressed.push(await post(at));
    for (const { status, text } of pressed) expect({ status, text }).toEqual({ status: 200, text: pressed[0]?.text });
    const { data } = (await call('GET', '/v1/audit-logs?limit=20')).body;
    expect(data.filter(({ description }: { description: string }) => description.startsWith('Confirmed e-mail address'))).toMatchObject([
      { description: `Confirmed e-mail address [via the confirmation link of ${email}]` },
    ]);
  });

  test('404 alike for a link that never was, was changed, or whose address is another one by now', async () => {
    const [one, other] = [await renamed(), await renamed()];
    expect(await one.call('PATCH', `/v1/people/${one.id}`, { body: { email: `${newId('ida')}@example.com` } })).toMatchObject({
      status: 200,
    });
    const forged = other.at.replace(/mem_[0-9a-f]{24}/, one.id);
    const places = [one.at, forged, `${other.at}x`, '/confirm-email/x', `/confirm-email/${newId('mem')}.9999999999999.person.x`];
    expectAlike(await Promise.all(places.map(get)));
    expectAlike(await Promise.all(places.map(post)));
    expect([await one.isVerified(), await other.isVerified()]).toEqual([false, false]);
  });
});
