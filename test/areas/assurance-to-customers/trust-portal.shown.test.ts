/** Links and vendors on the trust portal. */
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { allPages, type Caller, startApp } from '../../support/app.ts';
import { expectError } from '../../support/refusals.ts';
import { waitForWork } from '../../support/runs.ts';
import { addAssessed, addVendor, read } from '../../support/vendors.ts';

const app = startApp();
const urlOf = (path: string) => `/v1/trust-portal/${path}`;
interface ListedLink {
  readonly title: string;
  readonly order: number;
}

describe('links', () => {
  const add = async ({ call }: Caller, title: string) => {
    const answer = await call('POST', urlOf('custom-links'), { body: { title, url: 'https://example.com/a' } });
    expect(answer, answer.text).toMatchObject({ status: 201 });
    return answer.body;
  };
  const titles = async ({ call }: Caller, query = '') =>
    (await call('GET', urlOf(`custom-links${query}`))).body.data.map(({ title, order }: ListedLink) => `${order} ${title}`);

  test('201 adds a link at the end, 200 changes it, 204 deletes it, and a link makes the portal configured (rule 3)', async () => {
    const caller = await app.caller();
    const { call } = caller;
    const first = await add(caller, ' One ');
    expect(first).toMatchObject({ id: expect.stringMatching(/^tcl_/), title: 'One', description: null, order: 0, isActive: true });
    const second = await add(caller, 'Two');
    expect((await call('GET', urlOf('settings'))).body).toMatchObject({ isConfigured: true, status: 'draft' });
    const changed = { title: 'Second', description: 'About', url: 'http://example.org', isActive: false };
    expect(await call('PATCH', urlOf(`custom-links/${second.id}`), { body: changed })).toMatchObject({ status: 200, body: changed });
    expect(await call('PATCH', urlOf(`custom-links/${second.id}`), { body: { description: '' } })).toMatchObject({
      body: { ...changed, description: null },
    });
    expect(await titles(caller)).toEqual(['0 One']);
    expect(await titles(caller, '?includeInactive=true')).toEqual(['0 One', '1 Second']);
    expect(await call('DELETE', urlOf(`custom-links/${first.id}`))).toMatchObject({ status: 204 });
    await add(caller, 'Three');
    expect(await titles(caller, '?includeInactive=true')).toEqual(['1 Second', '2 Three']);
    const { data } = (await call('GET', '/v1/audit-logs?entityType=trust&limit=2')).body;
    expect(data.map(({ description }: { description: string }) => description.replace(/ \[via .*/, ''))).toEqual([
      'Created trust portal link',
      'Deleted trust portal link',
    ]);
  });
  test('200 moves the named links to the front; 404 for a link of another organization, and no link moves', async () => {
    const caller = await app.caller();
    const stranger = await app.caller();
    const foreignLink = await add(stranger, 'Foreign');
    const [linkA, linkB, linkC] = [await add(caller, 'A'), await add(caller, 'B'), await add(caller, 'C')];
    await caller.call('PATCH', urlOf(`custom-links/${linkB.id}`), { body: { isActive: false } });
    const answer = await caller.call('PUT', urlOf('custom-links/order'), { body: { linkIds: [linkC.id, linkA.id] } });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body.data.map(({ title, order }: ListedLink) => `${order} ${title}`)).toEqual(['0 C', '1 A', '2 B']);
    await expectError(caller.call, 'PUT', urlOf('custom-links/order'), 404, { linkIds: [linkA.id, foreignLink.id] });
    for (const linkIds of [[], [linkA.id, linkA.id]]) await expectError(caller.call, 'PUT', urlOf('custom-links/order'), 400, { linkIds });
    expect(await titles(caller, '?includeInactive=true')).toEqual(['0 C', '1 A', '2 B']);
    await expectError(caller.call, 'PATCH', urlOf(`custom-links/${foreignLink.id}`), 404, { title: 'Mine' });
    await expectError(caller.call, 'DELETE', urlOf(`custom-links/${foreignLink.id}`), 404);
  });
  test('409 for more than 50 links, also for concurrent requests', async () => {
    const { call, organization } = await app.caller();
    const links = Array.from({ length: 49 }, (_, position) => ({
      id: newId('tcl'),
      organization_id: organization.id,
      title: 'x',
      url: 'https://example.com',
      position,
    }));
    await app.database.system.insertInto('trust_custom_link').values(links).execute();
    const body = { title: 'y', url: 'https://example.com' };
    const answers = await Promise.all([1, 2].map(() => call('POST', urlOf('custom-links'), { body })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    await expectError(call, 'POST', urlOf('custom-links'), 409, body);
  });
  test.each([
    { title: 'x', url: 'javascript:alert(1)' },
    { title: 'x', url: '/relative' },
    { title: 'x', url: 'ftp://example.com' },
    { title: ' ', url: 'https://example.com' },
    { title: 'x'.repeat(101), url: 'https://example.com' },
    { title: 'x' },
  ])('400 for %j', async (body) => {
    const { call } = await app.caller();
    await expectError(call, 'POST', urlOf('custom-links'), 400, body);
  });
  test('400 for an update without fields and for an invalid filter', async () => {
    const caller = await app.caller();
    const { id } = await add(caller, 'x');
    await expectError(caller.call, 'PATCH', urlOf(`custom-links/${id}`), 400, {});
    await expectError(caller.call, 'GET', urlOf('custom-links?includeInactive=maybe'), 400);
  });
});

describe('vendors', () => {
  const change = ({ call }: Caller, id: string, body: object) => call('PATCH', urlOf(`vendors/${id}/trust-settings`), { body });
  const listNames = async ({ call }: Caller, query = '') =>
    (await call('GET', urlOf(`vendors${query}`))).body.data.map(({ name }: { name: string }) => name);
  const github = { name: 'GitHub', website: 'https://github.com', isSubProcessor: true };

  test('200 returns the shown sub-processors, sorted by position and name, or all vendors on request (rule 11)', async () => {
    const caller = await app.caller();
    const { call } = caller;
    for (const [name, isSubProcessor, rank] of [
      ['Delta', true, null],
      ['Charlie', true, null],
      ['Bravo', true, 10],
      ['Alpha', true, 2],
      ['No processor', false, 1],
    ] as const) {
      const { id } = await addVendor(call, { name, isSubProcessor });
      expect(await change(caller, id, { showOnTrustPortal: true, trustPortalOrder: rank })).toMatchObject({ status: 200 });
    }
    await addVendor(call, { name: 'Hidden', isSubProcessor: true });
    expect(await listNames(caller)).toEqual(['Alpha', 'Bravo', 'Charlie', 'Delta']);
    expect(await listNames(caller, '?includeAll=true')).toEqual(['No processor', 'Alpha', 'Bravo', 'Charlie', 'Delta', 'Hidden']);
    const pages = await allPages(call, `${urlOf('vendors')}?limit=1&count=true`);
    expect(pages.map(({ data, totalCount }) => [data[0].name, totalCount])).toEqual([
      ['Alpha', 4],
      ['Bravo', 4],
      ['Charlie', 4],
      ['Delta', 4],
    ]);
    await expectError(call, 'GET', urlOf('vendors?includeAll=maybe'), 400);
  });
  test('200 keeps badges that a person chose, in spite of assessments and the sync, until they are set to null (rule 9)', async () => {
    const caller = await app.caller();
    const { call } = caller;
    const { id, complianceBadges: derived } = await addAssessed(app, caller, github);
    expect(derived).toEqual([
      { type: 'soc2', verified: true },
      { type: 'iso27001', verified: true },
    ]);
    const chosen = [{ type: 'gdpr', verified: true }];
    expect(await change(caller, id, { complianceBadges: chosen })).toMatchObject({ status: 200, body: { complianceBadges: chosen } });
    expect(await call('POST', urlOf('vendors/sync'))).toMatchObject({ status: 200, body: { checkedCount: 0, updatedCount: 0 } });
    expect(await call('POST', `/v1/vendors/${id}/assessments`, { body: {} })).toMatchObject({ status: 202 });
    await waitForWork(app.database, caller.organization.id);
    expect((await read(call, id)).complianceBadges).toEqual(chosen);
    expect(await change(caller, id, { complianceBadges: null })).toMatchObject({ status: 200 });
    expect((await read(call, id)).complianceBadges).toContainEqual({ type: 'iso27001', verified: true });
  });
  test('200 for the sync, which derives badges from the latest assessment (rule 9)', async () => {
    const caller = await app.caller();
    const { call } = caller;
    const { id } = await addAssessed(app, caller, github);
    await addVendor(call, { name: 'Without a website' });
    await app.database.system.updateTable('vendor').set({ compliance_badges: '[]' }).where('id', '=', id).execute();
    expect(await call('POST', urlOf('vendors/sync'))).toMatchObject({ status: 200, body: { checkedCount: 1, updatedCount: 1 } });
    expect((await read(call, id)).complianceBadges).toHaveLength(2);
    expect((await call('GET', '/v1/audit-logs?entityType=trust&limit=1')).body.data).toMatchObject([
      { data: { changes: { vendors: { current: [`GitHub (${id})`] } } } },
    ]);
    expect(await call('POST', urlOf('vendors/sync'))).toMatchObject({ status: 200, body: { checkedCount: 1, updatedCount: 0 } });
  });
  test('200 returns null as badges without an assessment, and logs each change with the entity type trust (rule 15)', async () => {
    const caller = await app.caller();
    const { id } = await addVendor(caller.call, { isSubProcessor: true });
    expect(await change(caller, id, { complianceBadges: null })).toMatchObject({ status: 200, body: { complianceBadges: null } });
    const logoUrl = 'https://cdn.example.com/logo.svg';
    expect(await change(caller, id, { logoUrl, complianceBadges: [] })).toMatchObject({ body: { logoUrl, complianceBadges: [] } });
    expect(await change(caller, id, { logoUrl: null })).toMatchObject({ body: { logoUrl: null } });
    const [entry] = (await caller.call('GET', `/v1/audit-logs?entityId=${id}&limit=1`)).body.data;
    expect(entry).toMatchObject({ entityType: 'trust', data: { changes: { logoUrl: { previous: logoUrl, current: null } } } });
  });
  test.each([
    {},
    { trustPortalOrder: -1 },
    { logoUrl: 'javascript:alert(1)' },
    { complianceBadges: [{ type: 'soc4', verified: true }] },
    {
      complianceBadges: [
        { type: 'soc2', verified: true },
        { type: 'soc2', verified: false },
      ],
    },
  ])('400 for %j', async (body) => {
    const caller = await app.caller();
    const { id } = await addVendor(caller.call);
    await expectError(caller.call, 'PATCH', urlOf(`vendors/${id}/trust-settings`), 400, body);
  });
  test('404 for a vendor of another organization', async () => {
    const [caller, stranger] = [await app.caller(), await app.caller()];
    const { id } = await addVendor(stranger.call);
    await expectError(caller.call, 'PATCH', urlOf(`vendors/${id}/trust-settings`), 404, { showOnTrustPortal: true });
  });
});
