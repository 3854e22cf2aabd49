/** Concurrent requests for the addresses of trust portals. */
import { expect, test } from 'vitest';
import { type Caller, startApp } from '../../support/app.ts';

const app = startApp();
const urlOf = (path: string) => `/v1/trust-portal/${path}`;
const settings = async ({ call }: Pick<Caller, 'call'>) => (await call('GET', urlOf('settings'))).body;

test('organizations with the same name that publish concurrently get different addresses (rule 1)', async () => {
  const callers = await Promise.all(Array.from({ length: 6 }, () => app.caller()));
  const answers = await Promise.all(callers.map(({ call }) => call('PUT', urlOf('settings/toggle'), { body: { enabled: true } })));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map(({ body }) => body.friendlyUrl)).size).toBe(6);
});

test('an address that organizations get and choose concurrently belongs to one of them, and the others get another or 409 (rule 1)', async () => {
  for (let round = 0; round < 8; round += 1) {
    const callers = await Promise.all(Array.from({ length: 4 }, () => app.caller()));
    const name = `race ${Date.now()}`;
    for (const { call } of callers) await call('PATCH', '/v1/organization', { body: { name } });
    const friendlyUrl = name.replace(' ', '-');
    const answers = await Promise.all(
      callers.map(({ call }, index) =>
        index % 2 === 0
          ? call('PUT', urlOf('settings/toggle'), { body: { enabled: true } })
          : call('PATCH', urlOf('settings'), { body: { friendlyUrl } }),
      ),
    );
    for (const [index, { status, body, text }] of answers.entries())
      if (index % 2 === 0) expect(status, text).toBe(200);
      else expect([200, 'address_taken'], text).toContain(status === 200 ? status : body.code);
    const addresses = await Promise.all(callers.map(async (caller) => (await settings(caller)).friendlyUrl));
    expect(addresses.filter((url) => url === friendlyUrl)).toHaveLength(1);
    expect(answers.map(({ body, status }) => (status === 200 ? body.friendlyUrl : null))).toEqual(addresses);
  }
});

test('a portal that concurrent requests publish, or give the same address, has one address (rule 1)', async () => {
  for (let round = 0; round < 8; round += 1) {
    const caller = await app.caller();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => caller.call('PUT', urlOf('settings/toggle'), { body: { enabled: true } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.friendlyUrl)).size).toBe(1);
    const other = await app.caller();
    const friendlyUrl = other.organization.id.replace('_', '-');
    const updates = await Promise.all(Array.from({ length: 4 }, () => other.call('PATCH', urlOf('settings'), { body: { friendlyUrl } })));
    expect(updates.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  }
});

test('organizations that swap addresses concurrently get address_taken', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [caller, other] = [await app.caller(), await app.caller()];
    const urls = [caller, other].map(({ organization }) => organization.id.replace('_', '-'));
    const take = (taker: Caller, friendlyUrl: string | undefined) => taker.call('PATCH', urlOf('settings'), { body: { friendlyUrl } });
    await Promise.all([take(caller, urls[0]), take(other, urls[1])]);
    const answers = await Promise.all([take(caller, urls[1]), take(other, urls[0])]);
    expect(answers.map(({ body }) => body.code)).toEqual(['address_taken', 'address_taken']);
  }
});
