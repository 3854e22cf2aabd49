/** Searches vendors, devices and documents of the trust portal. */
import { expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { attach } from '../../support/attachments.ts';
import { newDevice } from '../../support/devices.ts';
import { newApiKey } from '../../support/organization.ts';
import { searchUrl, findIds, search } from '../../support/search.ts';
import { addItem } from '../../support/task-items.ts';
import { addVendor } from '../../support/vendors.ts';

const app = startApp();

test('200 finds vendors by name, description, website, treatment and certification, until the vendor is deleted', async () => {
  const { call } = await app.caller();
  const { id } = await addVendor(call, { name: 'Harbour Cloud', description: 'Hosts the lighthouse.' });
  const change = {
    treatmentType: 'mitigate',
    treatmentStrategyDescription: 'We encrypt with our own barnacle.',
    website: 'https://cloud.example.com',
  };
  expect(await call('PATCH', `/v1/vendors/${id}`, { body: change })).toMatchObject({ status: 200 });
  await app.database.system
    .updateTable('vendor')
    .set({ compliance_badges: JSON.stringify([{ type: 'pci_dss', verified: true }]) })
    .where('id', '=', id)
    .execute();
  for (const q of ['harbour', 'lighthouse', 'cloud.example.com', 'barnacle', '"pci dss"']) expect(await findIds(call, q), q).toEqual([id]);
  const { data } = await search(call, 'barnacle');
  expect(data).toMatchObject([
    { type: 'vendor', title: 'Harbour Cloud', status: expect.any(String), url: `/v1/vendors/${id}`, matchedFields: ['treatment'] },
  ]);
  // The text of the former treatment no longer counts.
  expect(await call('PATCH', `/v1/vendors/${id}`, { body: { treatmentType: 'accept' } })).toMatchObject({ status: 200 });
  expect(await findIds(call, 'barnacle')).toEqual([]);
  await app.database.system.updateTable('vendor').set({ compliance_badges: 'null' }).where('id', '=', id).execute();
  expect(await findIds(call, '"pci dss"')).toEqual([]);
  expect(await call('DELETE', `/v1/vendors/${id}`)).toMatchObject({ status: 204 });
  expect(await findIds(call, 'lighthouse')).toEqual([]);
});

test('200 finds comments on vendors and their files for readers of vendors, with the vendor as the parent (rules 2 and 8)', async () => {
  const { call, organization } = await app.caller();
  const { id } = await addVendor(call, { name: 'Harbour Cloud' });
  const user = organization.owner.userId;
  const comment = await call('POST', '/v1/comments', {
    body: { entityType: 'vendor', entityId: id, content: 'An octopus!', userId: user },
  });
  expect(comment).toMatchObject({ status: 201 });
  const file = await attach(call, id, { entityType: 'vendor', fileName: 'Octopus.txt' });
  const ids = [comment.body.id, file.id].toSorted();
  expect((await findIds(call, 'octopus')).toSorted()).toEqual(ids);
  for (const { parent, appUrl } of (await search(call, 'octopus')).data) {
    expect(parent).toEqual({ type: 'vendor', id, title: 'Harbour Cloud' });
    expect(appUrl).toMatch(`/vendors/${id}`);
  }
  const callWith = async (...scopes: string[]) => {
    const { key } = await newApiKey(app.database, organization.id, { scopes });
    return (method: string, url: string) => app.call(method, url, { key });
  };
  expect(await findIds(await callWith('evidence:read', 'risk:read'), 'octopus')).toEqual([]);
  expect(await findIds(await callWith('vendor:read'), 'octopus')).toEqual([comment.body.id]);
  expect(await (await callWith('risk:read'))('GET', searchUrl('harbour', '&type=vendor'))).toMatchObject({ status: 403 });
  const { call: asEmployee } = await app.session(organization, ['employee']);
  expect(await findIds(asEmployee, 'harbour')).toEqual([]);
});

test('200 finds devices by name, host name and serial number for readers of devices', async () => {
  const { call, inPerson, organization } = await app.caller();
  const { id } = await newDevice(inPerson, organization.id, { name: 'Narwhal', hostname: 'walrus.local', serialNumber: 'C02XK1ZZJGH5' });
  for (const q of ['narwhal', 'walrus', 'C02XK1ZZJGH5', 'c02xk1']) expect(await findIds(call, q), q).toEqual([id]);
  expect((await search(call, 'narwhal')).data).toMatchObject([
    { type: 'device', title: 'Narwhal', url: `/v1/devices/${id}`, status: null },
  ]);
  const { key } = await newApiKey(app.database, organization.id, { scopes: ['member:read'] });
  expect(await app.call('GET', searchUrl('narwhal', '&type=device'), { key })).toMatchObject({ status: 403 });
  expect(await call('DELETE', `/v1/devices/${id}`)).toMatchObject({ status: 204 });
  expect(await findIds(call, 'narwhal')).toEqual([]);
});

test('200 finds existing documents of the trust portal for readers of the portal', async () => {
  const { call, organization } = await app.caller();
  const body = { fileName: 'Pelican.txt', fileType: 'text/plain', fileData: Buffer.from('x').toString('base64'), description: 'A heron.' };
  const created = await call('POST', '/v1/trust-portal/documents', { body });
  expect(created).toMatchObject({ status: 201 });
  const { id } = created.body;
  for (const q of ['pelican', 'heron']) expect(await findIds(call, q), q).toEqual([id]);
  expect((await search(call, 'heron')).data).toMatchObject([{ type: 'trust_document', url: '/v1/trust-portal/documents' }]);
  const { key } = await newApiKey(app.database, organization.id, { scopes: ['evidence:read'] });
  expect(await findIds((method, url) => app.call(method, url, { key }), 'pelican')).toEqual([]);
  expect(await call('DELETE', `/v1/trust-portal/documents/${id}`)).toMatchObject({ status: 204 });
  expect(await findIds(call, 'heron')).toEqual([]);
});

test('200 finds task items of vendors, with the page and the current name of the vendor (rules 8 and 13)', async () => {
  const { call } = await app.caller();
  const { id } = await addVendor(call, { name: 'Harbour Cloud' });
  const item = await addItem(call, id, { entityType: 'vendor', title: 'Ask the okapi' });
  expect(await call('PATCH', `/v1/vendors/${id}`, { body: { name: 'Port Cloud' } })).toMatchObject({ status: 200 });
  expect((await search(call, 'okapi')).data).toMatchObject([
    {
      id: item.id,
      parent: { type: 'vendor', id, title: 'Port Cloud' },
      appUrl: expect.stringMatching(`/vendors/${id}\\?taskItemId=${item.id}$`),
    },
  ]);
});
