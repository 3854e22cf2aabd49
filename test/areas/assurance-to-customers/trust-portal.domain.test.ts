/** The portal's own domain, looked up at a real name server. */
import { describe, expect, test } from 'vitest';
import { type Caller, startApp } from '../../support/app.ts';
import { within } from '../../support/organization.ts';
import { asProblem } from '../../support/refusals.ts';

const app = startApp();
const at = (path: string) => `/v1/trust-portal/${path}`;
/** A host name that no other test has, and the part of it that is registered. */
const hostOf = ({ organization: { id } }: Pick<Caller, 'organization'>) => ({
  host: `trust.o${id.slice(-8)}.co.uk`,
  registered: `o${id.slice(-8)}.co.uk`,
});
const proof = (id: string) => `compliance-domain-verification=${id}`;

async function withDomain() {
  const caller = await app.caller();
  const names = hostOf(caller);
  expect(await caller.call('PUT', at('settings/custom-domain'), { body: { domain: names.host } })).toMatchObject({ status: 200 });
  return { ...caller, ...names };
}
async function proven() {
  const portal = await withDomain();
  app.names.say('CNAME', portal.host, 'Portals.Example.net');
  app.names.say('TXT', portal.registered, 'v=spf1 -all', proof(portal.organization.id));
  expect(await portal.call('POST', at('settings/check-dns'))).toMatchObject({
    status: 200,
    body: { verified: true, isCnameVerified: true, isTxtVerified: true, transient: false, reason: null },
  });
  return portal;
}

describe('replaceTrustPortalDomain', () => {
  test('200 with the records that prove it, at the host and at its registrable domain (rule 4)', async () => {
    const caller = await app.caller();
    const { host, registered } = hostOf(caller);
    expect(await caller.call('PUT', at('settings/custom-domain'), { body: { domain: ` ${host.toUpperCase()} ` } })).toMatchObject({
      status: 200,
      body: {
        domain: host,
        verified: false,
        cnameTarget: 'portals.example.net',
        misconfigured: null,
        verification: [
          { type: 'CNAME', domain: host, value: 'portals.example.net', verified: false },
          { type: 'TXT', domain: registered, value: proof(caller.organization.id), verified: false },
        ],
      },
    });
  });
  test('200 again with the proof kept for the same domain, and lost with another (rule 5)', async () => {
    const { call, host, registered } = await proven();
    expect((await call('PUT', at('settings/custom-domain'), { body: { domain: host } })).body).toMatchObject({ verified: true });
    expect((await call('GET', at('settings'))).body).toMatchObject({ domain: host, domainVerified: true });
    expect((await call('PUT', at('settings/custom-domain'), { body: { domain: `other.${registered}` } })).body).toMatchObject({
      verified: false,
    });
    expect((await call('GET', at('settings'))).body).toMatchObject({ domainVerified: false, status: 'draft' });
  });
  test('400 for what is no host name (rule 6)', async () => {
    const { call } = await app.caller();
    for (const domain of ['example', 'trust.example.com/path', '-trust.example.com', 'trust.example.c0m1-']) {
      expect(await call('PUT', at('settings/custom-domain'), { body: { domain } }), domain).toMatchObject({
        status: 400,
        body: { details: { domain: { _errors: ['must be a host name such as trust.example.com'] } } },
      });
    }
  });
  test.each([
    [undefined, 'error'],
    [asProblem, 'detail'],
  ] as const)('409 for a domain that another organization has proven', async (accept, text) => {
    const [taken, other] = [await proven(), await app.caller()];
    expect(await other.call('PUT', at('settings/custom-domain'), { body: { domain: taken.host }, ...accept })).toMatchObject({
      status: 409,
      body: { [text]: 'The domain is already taken' },
    });
    expect((await taken.call('PUT', at('settings/custom-domain'), { body: { domain: taken.host } })).body).toMatchObject({
      verified: true,
    });
  });
  test('200 for a domain that others have only typed, of two at once for both: who proves it has it', async () => {
    const [squatter, owner, third] = [await withDomain(), await app.caller(), await app.caller()];
    const { host, registered } = squatter;
    const answers = await Promise.all(
      [owner, third].map(({ call }) => call('PUT', at('settings/custom-domain'), { body: { domain: host } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    app.names.say('CNAME', host, 'portals.example.net');
    app.names.say('TXT', registered, proof(owner.organization.id));
    expect((await squatter.call('POST', at('settings/check-dns'))).body).toMatchObject({
      verified: false,
      isCnameVerified: true,
      isTxtVerified: false,
    });
    expect((await owner.call('POST', at('settings/check-dns'))).body).toMatchObject({ verified: true });
    expect((await owner.call('GET', at('settings'))).body).toMatchObject({ domain: host, domainVerified: true });
  });
});

describe('deleteTrustPortalDomain', () => {
  test.each([
    [undefined, 'error'],
    [asProblem, 'detail'],
  ] as const)('204, then 404, and another may have it', async (accept, text) => {
    const [{ call, host }, other] = [await withDomain(), await app.caller()];
    expect(await call('DELETE', at('settings/custom-domain'))).toMatchObject({ status: 204 });
    expect(await call('DELETE', at('settings/custom-domain'), { ...accept })).toMatchObject({
      status: 404,
      body: { [text]: 'Domain not found' },
    });
    expect(await call('GET', at('domain/status'), { ...accept })).toMatchObject({ status: 404, body: { [text]: 'Domain not found' } });
    expect(await other.call('PUT', at('settings/custom-domain'), { body: { domain: host } })).toMatchObject({ status: 200 });
  });
});

describe('checkTrustPortalDns', () => {
  test.each([
    [undefined, 'error'],
    [asProblem, 'detail'],
  ] as const)(
    '409 for a second proof of one domain, of two at once only for one, and 200 once the first has given it up',
    async (accept, text) => {
      const callers = [await withDomain(), await app.caller()] as const;
      const [{ host, registered }, other] = callers;
      expect(await other.call('PUT', at('settings/custom-domain'), { body: { domain: host } })).toMatchObject({ status: 200 });
      app.names.say('CNAME', host, 'portals.example.net');
      app.names.say('TXT', registered, ...callers.map(({ organization }) => proof(organization.id)));
      const answers = await Promise.all(callers.map(({ call }) => call('POST', at('settings/check-dns'), { ...accept })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)).toMatchObject({ body: { [text]: 'The domain is already taken' } });
      const [winner, loser] = answers[0]?.status === 200 ? callers : [callers[1], callers[0]];
      expect((await loser.call('GET', at('settings'))).body).toMatchObject({ domain: host, domainVerified: false });
      expect(await winner.call('DELETE', at('settings/custom-domain'))).toMatchObject({ status: 204 });
      expect((await loser.call('POST', at('settings/check-dns'))).body).toMatchObject({ verified: true });
    },
  );
  test('200 proven once both records are right, which does not publish the page (rules 2 and 4)', async () => {
    const { call, host } = await proven();
    expect((await call('GET', at('settings'))).body).toMatchObject({ domain: host, domainVerified: true, enabled: false });
  });
  test('200 with what is missing, one record after the other', async () => {
    const { call, organization, host, registered } = await withDomain();
    expect((await call('POST', at('settings/check-dns'))).body).toEqual({
      verified: false,
      isCnameVerified: false,
      isTxtVerified: false,
      isProviderTxtVerified: false,
      misconfigured: null,
      recommendedCname: 'portals.example.net',
      transient: false,
      reason: `CNAME ${host}: There is no such record; TXT ${registered}: There is no such record`,
    });
    app.names.say('CNAME', host, 'elsewhere.example.net');
    app.names.say('TXT', registered, proof(organization.id));
    expect((await call('POST', at('settings/check-dns'))).body).toMatchObject({
      verified: false,
      isCnameVerified: false,
      isTxtVerified: true,
      reason: `CNAME ${host}: It says elsewhere.example.net`,
    });
  });
  test('200 with the id of another organization proves nothing', async () => {
    const { call, host, registered } = await withDomain();
    app.names.say('CNAME', host, 'portals.example.net');
    app.names.say('TXT', registered, proof('org_69a55280c4d1e7f02b9a3856'));
    expect((await call('POST', at('settings/check-dns'))).body).toMatchObject({ verified: false, isTxtVerified: false });
  });
  test('200 and the proof is gone after a definite failure, which the contact or else the owners are told', async () => {
    const mails = (id: string) => within(app.database, id, (db) => db.selectFrom('mail').select('recipient').execute());
    const portal = await proven();
    app.names.forget(portal.host);
    expect((await portal.call('POST', at('settings/check-dns'))).body).toMatchObject({ verified: false, transient: false });
    expect((await portal.call('GET', at('settings'))).body).toMatchObject({ domainVerified: false });
    expect(await mails(portal.organization.id)).toEqual([{ recipient: portal.organization.owner.email }]);
    await portal.call('POST', at('settings/check-dns'));
    expect(await mails(portal.organization.id)).toHaveLength(1);

    const other = await proven();
    await other.call('PATCH', at('settings'), { body: { contactEmail: 'security@example.com' } });
    app.names.forget(other.registered);
    await other.call('POST', at('settings/check-dns'));
    expect(await mails(other.organization.id)).toEqual([{ recipient: 'security@example.com' }]);
  });
  test('200 and the proof stays when no name server answers (rule 4); 502 for who asks for the status', async () => {
    const { call, host } = await proven();
    app.names.keepSilentAbout(host);
    expect((await call('POST', at('settings/check-dns'))).body).toMatchObject({
      verified: true,
      transient: true,
      reason: 'The name servers cannot be reached',
    });
    expect((await call('GET', at('settings'))).body).toMatchObject({ domainVerified: true });
    expect(await call('GET', at('domain/status'))).toMatchObject({ status: 502, body: { error: 'The name servers cannot be reached' } });
    expect(await call('GET', at('domain/status'), asProblem)).toMatchObject({
      status: 502,
      body: { detail: 'The name servers cannot be reached' },
    });
  });
  test('409 when the domain was changed meanwhile, which waits for no name server', async () => {
    const { call, host, registered } = await proven();
    app.names.keepSilentAbout(host);
    const [asked, checking] = [app.names.asked(host), call('POST', at('settings/check-dns'))];
    await asked;
    expect(await call('PUT', at('settings/custom-domain'), { body: { domain: `other.${registered}` } })).toMatchObject({ status: 200 });
    expect(await checking).toMatchObject({ status: 409, body: { error: 'The domain was changed while it was checked' } });
  });
  test.each([
    [undefined, 'error'],
    [asProblem, 'detail'],
  ] as const)('409 without a domain', async (accept, text) => {
    const { call } = await app.caller();
    expect(await call('POST', at('settings/check-dns'), { ...accept })).toMatchObject({
      status: 409,
      body: { [text]: 'There is no domain to check' },
    });
  });
});

test('200 the status says what each record says now, and keeps nothing of it', async () => {
  const { call, organization, host, registered } = await withDomain();
  app.names.say('CNAME', host, 'portals.example.net');
  app.names.say('TXT', registered, 'compliance-domain-verification=old');
  expect((await call('GET', at('domain/status'))).body).toMatchObject({
    domain: host,
    verified: false,
    verification: [
      { type: 'CNAME', verified: true },
      {
        type: 'TXT',
        domain: registered,
        value: proof(organization.id),
        verified: false,
        reason: 'It says compliance-domain-verification=old',
      },
    ],
  });
  expect((await call('GET', at('settings'))).body).toMatchObject({ domainVerified: false });
});
