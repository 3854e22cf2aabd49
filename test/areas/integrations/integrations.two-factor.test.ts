/** The two-factor status of people, reported by the chosen source. */
import { expect, test } from 'vitest';
import { type Caller, startApp } from '../../support/app.ts';
import { checkRuns, connect, expectRequestError, setVariables } from '../../support/integrations.ts';
import { newMember } from '../../support/organization.ts';

const app = startApp();
const base = '/v1/integrations/sync';
const sourceUrl = `${base}/two-factor-source`;
const csv = (...lines: string[]) => `email,name,department,status,twoFactor,lastSignIn\n${lines.join('\n')}\n`;
const readStatuses = async (call: Caller['call'], query = '') => (await call('GET', `${base}/two-factor-statuses${query}`)).body;

async function withAccounts(...lines: string[]) {
  const caller = await app.caller();
  const { id } = await connect(caller.call, 'csv-accounts', { csv: csv(...lines) });
  await checkRuns(caller.call, id);
  return { ...caller, id };
}

test('200 returns statuses of active accounts from the latest run of the chosen source, also in the list of people (rule 12)', async () => {
  const { call, organization, id } = await withAccounts(
    'Ada@example.com,Ada,it,,true,',
    'ben@example.com,Ben,,,false,',
    'cleo@example.com,Cleo,,suspended,false,',
    'dan@example.com,Dan,,,,',
  );
  await newMember(app.database, organization.id, ['employee'], { email: 'ben@example.com' });
  expect(await readStatuses(call)).toEqual({ data: [], nextCursor: null });
  expect((await call('PUT', sourceUrl, { body: { providerSlug: 'csv-accounts' } })).body).toEqual({ providerSlug: 'csv-accounts' });
  expect((await call('GET', sourceUrl)).body).toEqual({ providerSlug: 'csv-accounts' });
  const allStatuses = [
    { email: 'ada@example.com', status: 'enabled' },
    { email: 'ben@example.com', status: 'missing' },
  ];
  expect(await readStatuses(call)).toEqual({ data: allStatuses, nextCursor: null });
  const firstPage = await readStatuses(call, '?limit=1&count=true');
  expect(firstPage).toMatchObject({ data: [allStatuses[0]], totalCount: 2 });
  expect((await readStatuses(call, `?limit=1&cursor=${firstPage.nextCursor}`)).data).toEqual([allStatuses[1]]);
  expect((await readStatuses(call, '?sortOrder=desc')).data).toEqual(allStatuses.toReversed());
  expect((await readStatuses(call, '?search=BEN')).data).toEqual([allStatuses[1]]);
  const { data } = (await call('GET', '/v1/people?includeTwoFactor=true')).body;
  expect(
    data.map(({ user, twoFactor }: { user: { email: string }; twoFactor: string }) => [user.email === 'ben@example.com', twoFactor]),
  ).toEqual(
    expect.arrayContaining([
      [true, 'missing'],
      [false, 'not_provided'],
    ]),
  );
  await setVariables(call, id, { sync_user_filter_mode: 'exclude', sync_excluded_emails: 'ben@example.com' });
  expect((await readStatuses(call)).data).toEqual([allStatuses[0]]);
  await call('PUT', sourceUrl, { body: { providerSlug: null } });
  expect(await readStatuses(call)).toEqual({ data: [], nextCursor: null });
});
test('200 returns missing for a person if any of the accounts of the person has no second factor (rule 12)', async () => {
  const { call } = await withAccounts('ada@example.com,,,,true,');
  const { id } = await connect(call, 'csv-accounts', { csv: csv('ada@example.com,,,,false,') });
  await checkRuns(call, id);
  await call('PUT', sourceUrl, { body: { providerSlug: 'csv-accounts' } });
  expect((await readStatuses(call)).data).toEqual([{ email: 'ada@example.com', status: 'missing' }]);
  await call('POST', `/v1/integrations/connections/${id}/disconnect`);
  expect((await readStatuses(call)).data).toEqual([{ email: 'ada@example.com', status: 'enabled' }]);
});
test('200 lists only two-factor sources; 400 for another provider; 409 for a provider that is not connected', async () => {
  const { call } = await app.caller();
  expect((await call('GET', `${base}/available-2fa-sources`)).body.data).toMatchObject([
    { slug: 'csv-accounts', connected: false },
    { slug: 'ldap-directory', connected: false },
  ]);
  expect(await call('PUT', sourceUrl, { body: { providerSlug: 'csv-people' } })).toMatchObject({
    status: 400,
    body: { details: { providerSlug: {} } },
  });
  await expectRequestError(call, 'PUT', sourceUrl, { providerSlug: 'csv-accounts' }, 409, 'Provider is not connected');
});
test('a list of accounts reveals idle accounts; 422 for a list with an invalid line', async () => {
  const today = new Date().toISOString();
  const { call, id } = await withAccounts(
    `ada@example.com,,,,true,${today}`,
    'ben@example.com,,,,true,2020-01-01',
    'dan@example.com,,,,true,',
  );
  const [idle] = await checkRuns(call, id, '?checkId=idle-accounts');
  expect(idle).toMatchObject({ status: 'failed', passedCount: 1, failedCount: 1 });
  for (const line of ['ada@example.com,,,,perhaps,', 'ada@example.com,,,,,yesterday', ',,,,true,'])
    expect(
      await call('PUT', `/v1/integrations/connections/${id}/credentials`, { body: { credentials: { csv: csv(line) } } }),
    ).toMatchObject({ status: 422, body: { error: expect.stringMatching(/^Credential test failed: .*[Ll]ine 2/) } });
  expect(await call('POST', '/v1/integrations/connections', { body: { providerSlug: 'csv-accounts', credentials: {} } })).toMatchObject({
    status: 400,
    body: { details: { 'credentials.csv': {} } },
  });
});
