/** The custom domain of the portal, looked up at a real name server. */
import { describe, expect, test } from 'vitest';
import { type Caller, startApp } from '../../support/app.ts';
import { within } from '../../support/organization.ts';
import { asProblem } from '../../support/refusals.ts';

const app = startApp();
const urlOf = (path: string) => `/v1/trust-portal/${path}`;
/** Returns a host name that no other test uses, and its registrable domain. */
const hostOf = ({ organization: { id } }: Pick<Caller, 'organization'>) => ({
  host: `trust.o${id.slice(-8)}.co.uk`,
  registered: `o${id.slice(-8)}.co.uk`,
});
const proofOf = (id: string) => `compliance-domain-verification=${id}`;

async function withDomain() {
  const caller = await app.caller();
  const names = hostOf(caller);
  expect(await caller.call('PUT', urlOf('settings/custom-domain'), { body: { domain: names.host } })).toMatchObject({ status: 200 });
  return { ...caller, ...names };
}
async function provenDomain() {
  const portal = await withDomain();
  app.names.say('CNAME', portal.host, 'Portals.Example.net');
  app.names.say('TXT', portal.registered, 'v=spf1 -all', proofOf(portal.organization.id));
  expect(await portal.call('POST', urlOf('settings/check-dns'))).toMatchObject({
    status: 200,
    body: { verified: true, isCnameVerified: true, isTxtVerified: true, transient: false, reason: null },
  });
  return portal;
}

describe('replaceTrustPortalDomain', () => {
  test('200 returns the records that prove the domain, at the host and at its registrable domain (rule 4)', async () => {
    const caller = await app.caller();
    const { host, registered } = hostOf(caller);
    expect(await caller.call('PUT', urlOf('settings/custom-domain'), { body: { domain: ` ${host.toUpperCase()} ` } })).toMatchObject({
      status: 200,
      body: {
        domain: host,
        verified: false,
        cnameTarget: 'portals.example.net',
        misconfigured: null,
        verification: [
          { type: 'CNAME', domain: host, value: 'portals.example.net', verified: false },
          { type: 'TXT', domain: registered, value: proofOf(caller.organization.id), verified: false },
        ],
      },
    });
  });
  test('200 again keeps the proof for the same domain, and removes it for another domain (rule 5)', async () => {
    const { call, host, registered } = await provenDomain();
    expect((await call('PUT', urlOf('settings/custom-domain'), { body: { domain: host } })).body).toMatchObject({ verified: true });
    expect((await call('GET', urlOf('settings'))).body).toMatchObject({ domain: host, domainVerified: true });
    expect((await call('PUT', urlOf('settings/custom-domain'), { body: { domain: `other.${registered}` } })).body).toMatchObject({
      verified: false,
    });
    expect((await call('GET', urlOf('settings'))).body).toMatchObject({ domainVerified: false, status: 'draft' });
  });
  test('400 for invalid host names (rule 6)', async () => {
    const { call } = await app.caller();
    for (const domain of ['example', 'trust.example.com/path', '-trust.example.com', 'trust.example.c0m1-']) {
      expect(await call('PUT', urlOf('settings/custom-domain'), { body: { domain } }), domain).toMatchObject({
        status: 400,
        body: { details: { domain: { _errors: ['must be a host name such as trust.example.com'] } } },
      });
    }
  });
  test.each([
    [undefined, 'error'],
    [asProblem, 'detail'],
  ] as const)('409 for a domain that another organization has proven', async (accept, text) => {
    const [holder, other] = [await provenDomain(), await app.caller()];
    expect(await other.call('PUT', urlOf('settings/custom-domain'), { body: { domain: holder.host }, ...accept })).toMatchObject({
      status: 409,
      body: { [text]: 'The domain is already taken' },
    });
    expect((await holder.call('PUT', urlOf('settings/custom-domain'), { body: { domain: holder.host } })).body).toMatchObject({
      verified: true,
    });
  });
  test('200 for a domain that others entered without proof, also concurrently: the organization with the proof gets it', async () => {
    const [squatter, owner, anotherOwner] = [await withDomain(), await app.caller(), await app.caller()];
    const { host, registered } = squatter;
    const answers = await Promise.all(
      [owner, anotherOwner].map(({ call }) => call('PUT', urlOf('settings/custom-domain'), { body: { domain: host } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    app.names.say('CNAME', host, 'portals.example.net');
    app.names.say('TXT', registered, proofOf(owner.organization.id));
    expect((await squatter.call('POST', urlOf('settings/check-dns'))).body).toMatchObject({
      verified: false,
      isCnameVerified: true,
      isTxtVerified: false,
    });
    expect((await owner.call('POST', urlOf('settings/check-dns'))).body).toMatchObject({ verified: true });
    expect((await owner.call('GET', urlOf('settings'))).body).toMatchObject({ domain: host, domainVerified: true });
  });
});

describe('deleteTrustPortalDomain', () => {
  test.each([
    [undefined, 'error'],
    [asProblem, 'detail'],
  ] as const)('204 deletes the domain, 404 for a second deletion, and another organization can use the domain', async (accept, text) => {
    const [{ call, host }, other] = [await withDomain(), await app.caller()];
    expect(await call('DELETE', urlOf('settings/custom-domain'))).toMatchObject({ status: 204 });
    expect(await call('DELETE', urlOf('settings/custom-domain'), { ...accept })).toMatchObject({
      status: 404,
      body: { [text]: 'Domain not found' },
    });
    expect(await call('GET', urlOf('domain/status'), { ...accept })).toMatchObject({ status: 404, body: { [text]: 'Domain not found' } });
    expect(await other.call('PUT', urlOf('settings/custom-domain'), { body: { domain: host } })).toMatchObject({ status: 200 });
  });
});

describe('checkTrustPortalDns', () => {
  test.each([
    [undefined, 'error'],
    [asProblem, 'detail'],
  ] as const)(
    '409 for one of two concurrent proofs of a domain, and 200 for the same organization after the other one deleted the domain',
    async (accept, text) => {
      const callers = [await withDomain(), await app.caller()] as const;
      const [{ host, registered }, other] = callers;
      expect(await other.call('PUT', urlOf('settings/custom-domain'), { body: { domain: host } })).toMatchObject({ status: 200 });
      app.names.say('CNAME', host, 'portals.example.net');
      app.names.say('TXT', registered, ...callers.map(({ organization }) => proofOf(organization.id)));
      const answers = await Promise.all(callers.map(({ call }) => call('POST', urlOf('settings/check-dns'), { ...accept })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)).toMatchObject({ body: { [text]: 'The domain is already taken' } });
      const [winner, loser] = answers[0]?.status === 200 ? callers : [callers[1], callers[0]];
      expect((await loser.call('GET', urlOf('settings'))).body).toMatchObject({ domain: host, domainVerified: false });
      expect(await winner.call('DELETE', urlOf('settings/custom-domain'))).toMatchObject({ status: 204 });
      expect((await loser.call('POST', urlOf('settings/check-dns'))).body).toMatchObject({ verified: true });
    },
  );
  test('200 proves the domain once both records are correct, and does not publish the page (rules 2 and 4)', async () => {
    const { call, host } = await provenDomain();
    expect((await call('GET', urlOf('settings'))).body).toMatchObject({ domain: host, domainVerified: true, enabled: false });
  });
  test('200 names the missing and wrong records', async () => {
    const { call, organization, host, registered } = await withDomain();
    expect((await call('POST', urlOf('settings/check-dns'))).body).toEqual({
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
    app.names.say('TXT', registered, proofOf(organization.id));
    expect((await call('POST', urlOf('settings/check-dns'))).body).toMatchObject({
      verified: false,
      isCnameVerified: false,
      isTxtVerified: true,
      reason: `CNAME ${host}: It says elsewhere.example.net`,
    });
  });
  test('200 does not prove the domain with the id of another organization', async () => {
    const { call, host, registered } = await withDomain();
    app.names.say('CNAME', host, 'portals.example.net');
    app.names.say('TXT', registered, proofOf('org_69a55280c4d1e7f02b9a3856'));
    expect((await call('POST', urlOf('settings/check-dns'))).body).toMatchObject({ verified: false, isTxtVerified: false });
  });
  test('200 removes the proof after a definite failure, and notifies the contact or otherwise the owners', async () => {
    const recipientsOf = (id: string) => within(app.database, id, (db) => db.selectFrom('mail').select('recipient').execute());
    const portal = await provenDomain();
    app.names.forget(portal.host);
    expect((await portal.call('POST', urlOf('settings/check-dns'))).body).toMatchObject({ verified: false, transient: false });
    expect((await portal.call('GET', urlOf('settings'))).body).toMatchObject({ domainVerified: false });
    expect(await recipientsOf(portal.organization.id)).toEqual([{ recipient: portal.organization.owner.email }]);
    await portal.call('POST', urlOf('settings/check-dns'));
    expect(await recipientsOf(portal.organization.id)).toHaveLength(1);

    const portalWithContact = await provenDomain();
    await portalWithContact.call('PATCH', urlOf('settings'), { body: { contactEmail: 'security@example.com' } });
    app.names.forget(portalWithContact.registered);
    await portalWithContact.call('POST', urlOf('settings/check-dns'));
    expect(await recipientsOf(portalWithContact.organization.id)).toEqual([{ recipient: 'security@example.com' }]);
  });
  test('200 keeps the proof when no name server answers (rule 4); reading the status returns 502', async () => {
    const { call, host } = await provenDomain();
    app.names.keepSilentAbout(host);
    expect((await call('POST', urlOf('settings/check-dns'))).body).toMatchObject({
      verified: true,
      transient: true,
      reason: 'The name servers cannot be reached',
    });
    expect((await call('GET', urlOf('settings'))).body).toMatchObject({ domainVerified: true });
    expect(await call('GET', urlOf('domain/status'))).toMatchObject({ status: 502, body: { error: 'The name servers cannot be reached' } });
    expect(await call('GET', urlOf('domain/status'), asProblem)).toMatchObject({
      status: 502,
      body: { detail: 'The name servers cannot be reached' },
    });
  });
  test('409 when the domain was changed during the check, and the change does not wait for the name server', async () => {
    const { call, host, registered } = await provenDomain();
    app.names.keepSilentAbout(host);
    const [lookup, checking] = [app.names.asked(host), call('POST', urlOf('settings/check-dns'))];
    await lookup;
    expect(await call('PUT', urlOf('settings/custom-domain'), { body: { domain: `other.${registered}` } })).toMatchObject({ status: 200 });
    expect(await checking).toMatchObject({ status: 409, body: { error: 'The domain was changed while it was checked' } });
  });
  test.each([
    [undefined, 'error'],
    [asProblem, 'detail'],
  ] as const)('409 without a domain', async (accept, text) => {
    const { call } = await app.caller();
    expect(await call('POST', urlOf('settings/check-dns'), { ...accept })).toMatchObject({
      status: 409,
      body: { [text]: 'There is no domain to check' },
    });
  });
});

test('200 returns the current content of each record, and stores no result', async () => {
  const { call, organization, host, registered } = await withDomain();
  app.names.say('CNAME', host, 'portals.example.net');
  app.names.say('TXT', registered, 'compliance-domain-verification=old');
  expect((await call('GET', urlOf('domain/status'))).body).toMatchObject({
    domain: host,
    verified: false,
    verification: [
      { type: 'CNAME', verified: true },
      {
        type: 'TXT',
        domain: registered,
        value: proofOf(organization.id),
        verified: false,
        reason: 'It says compliance-domain-verification=old',
      },
    ],
  });
  expect((await call('GET', urlOf('settings'))).body).toMatchObject({ domainVerified: false });
});
