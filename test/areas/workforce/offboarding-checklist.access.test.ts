/** Revoking the access to vendors, and the checklist item that depends on it. */
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { allPages, startApp } from '../../support/app.ts';
import { follow, textFile } from '../../support/attachments.ts';
import { expectErrorInBothTypes } from '../../support/refusals.ts';
import { checklistOf, offboardingUrl, withLeavingMember } from '../../support/offboarding.ts';
import { newMember } from '../../support/organization.ts';
import { invalid, lastEntry } from '../../support/people.ts';
import { addVendor } from '../../support/vendors.ts';

const app = startApp();

async function withVendors() {
  const leaver = await withLeavingMember(app);
  const [cloud, payroll] = [
    await addVendor(leaver.call, { name: 'Harbour Cloud' }),
    await addVendor(leaver.call, { name: 'Quayside Payroll' }),
  ];
  return { ...leaver, cloud: String(cloud.id), payroll: String(payroll.id) };
}

describe('revocations', () => {
  test('201 revokes with a file, listed by vendor name, and 204 undoes the revocation and deletes the file (rules 8, 9 and 18)', async () => {
    const { call, ben, path, cloud, revoke, undo, access, organization } = await withVendors();
    const answer = await revoke(cloud, { notes: ' Keys deleted. ', ...textFile });
    expect(answer, answer.text).toMatchObject({
      status: 201,
      body: {
        id: expect.stringMatching(/^oar_/),
        memberId: ben.id,
        vendorId: cloud,
        revokedById: organization.owner.userId,
        revokedBy: { id: organization.owner.userId, name: organization.owner.name, email: organization.owner.email },
        notes: 'Keys deleted.',
        evidence: [{ name: 'Restore test.txt', size: 24 }],
      },
    });
    expect(answer.headers.get('location')).toBe(`${path}/access-revocations`);
    expect(await lastEntry(app.database, organization)).toMatchObject({
      entity_type: 'people',
      entity_id: ben.id,
      description: 'Revoked access to vendor [via API key "test"]',
      data: { changes: { vendor: { current: 'Harbour Cloud' } } },
    });
    const { revokedAt, revokedBy, notes } = answer.body;
    expect(await access()).toMatchObject([
      {
        vendorId: cloud,
        vendorName: 'Harbour Cloud',
        logoUrl: null,
        revoked: true,
        revokedAt,
        revokedBy,
        notes,
        evidence: [{ id: answer.body.evidence[0].id }],
      },
      { vendorName: 'Quayside Payroll', revoked: false, revokedAt: null, revokedBy: null, notes: null, evidence: [] },
    ]);
    expect((await access('?revoked=true')).map(({ vendorName }) => vendorName)).toEqual(['Harbour Cloud']);
    expect((await access('?revoked=false')).map(({ vendorName }) => vendorName)).toEqual(['Quayside Payroll']);
    const counts = await Promise.all(
      ['', '&revoked=true'].map(async (query) => (await call('GET', `${path}/access-revocations?count=true${query}`)).body.totalCount),
    );
    expect(counts).toEqual([2, 1]);
    expect(await allPages(call, `${path}/access-revocations?limit=1`)).toHaveLength(2);
    expect((await undo(cloud)).status).toBe(204);
    expect(await lastEntry(app.database, organization)).toMatchObject({ entity_type: 'people', entity_id: ben.id });
    expect(await access('?revoked=true')).toEqual([]);
    expect((await follow(app.base, answer.body.evidence[0].downloadUrl)).status).toBe(404);
    await expectErrorInBothTypes(
      (options) => call('DELETE', `${path}/access-revocations/${cloud}`, options),
      404,
      'Access revocation not found',
    );
  });

  test('404 for an unknown member or vendor, 409 for a second revocation, also when concurrent (rules 13 and 19)', async () => {
    const { call, path, cloud, revoke } = await withVendors();
    const otherLeaver = await withVendors();
    const body = {};
    for (const method of ['POST', 'DELETE']) {
      const ask = (url: string) => call(method, url, method === 'POST' ? { body } : {});
      for (const id of [newId('vnd'), otherLeaver.cloud])
        expect(await ask(`${path}/access-revocations/${id}`)).toMatchObject({ status: 404, body: { code: 'vendor_not_found' } });
      expect(await ask(`${otherLeaver.path}/access-revocations/${cloud}`)).toMatchObject({
        status: 404,
        body: { code: 'member_not_found' },
      });
    }
    expect(await call('POST', `${otherLeaver.path}/access-revocations`, { body })).toMatchObject({
      status: 404,
      body: { code: 'member_not_found' },
    });
    expect((await Promise.all([revoke(cloud, textFile), revoke(cloud, textFile)])).map(({ status }) => status).sort()).toEqual([201, 409]);
    await expectErrorInBothTypes(
      (options) => call('POST', `${path}/access-revocations/${cloud}`, { body, ...options }),
      409,
      'The access is already revoked',
    );
  });

  test('400, 415 and 422 for a rejected file, and the access is not revoked (rule 9)', async () => {
    const { cloud, revoke, access, organization } = await withVendors();
    expect(await revoke(cloud, { fileName: 'x.txt' })).toMatchObject(invalid({ fileType: 'is required with a file' }));
    expect(await revoke(cloud, { ...textFile, fileName: 'x.exe' })).toMatchObject({ status: 415 });
    expect(await revoke(cloud, { ...textFile, fileType: 'image/png' })).toMatchObject({ status: 422 });
    expect(await revoke(cloud, { userId: newId('usr') })).toMatchObject(
      invalid({ userId: 'must be an active member of the organization' }),
    );
    expect(await access('?revoked=true')).toEqual([]);
    expect(organization.id).toMatch(/^org_/);
  });

  test('409 for revoking all accesses without confirmation, and nothing is recorded (rule 21)', async () => {
    const { call, path, access } = await withVendors();
    for (const query of ['', '?confirm=false', '?confirm=1'])
      expect(await call('POST', `${path}/access-revocations${query}`, { body: { notes: 'All' } })).toMatchObject({
        status: 409,
        body: { code: 'confirmation_required', confirmation: 'true', records: ['2 accesses to vendors'] },
      });
    expect(await access('?revoked=true')).toEqual([]);
  });
  test('200 returns the number of new revocations, for the named or all vendors, and 0 when repeated (rules 8 and 10)', async () => {
    const { cloud, revokeAll, access, organization } = await withVendors();
    const { member: admin } = await app.session(organization, ['admin']);
    expect(await revokeAll({ vendorIds: [cloud, newId('vnd')] })).toMatchObject(
      invalid({ 'vendorIds.1': 'must be a vendor of the organization' }),
    );
    expect(await revokeAll({ userId: newId('usr') })).toMatchObject(invalid({ userId: 'must be an active member of the organization' }));
    expect(await access('?revoked=true')).toEqual([]);
    expect(await revokeAll({ vendorIds: [cloud] })).toMatchObject({ status: 200, body: { count: 1 } });
    expect(await revokeAll({ notes: 'By single sign-on.', userId: admin.userId })).toMatchObject({ status: 200, body: { count: 1 } });
    const entry = await lastEntry(app.database, organization);
    expect(entry).toMatchObject({
      description: 'Revoked access to vendors [via API key "test"]',
      data: { changes: { count: { current: 1 } } },
    });
    expect(await revokeAll()).toMatchObject({ status: 200, body: { count: 0 } });
    expect(await lastEntry(app.database, organization)).toEqual(entry);
    expect(await access()).toMatchObject([{ notes: null }, { notes: 'By single sign-on.', revokedBy: { id: admin.userId } }]);
  });
});

describe('the access item', () => {
  test('201 on revoking the last access completes the item without evidence, 204 on undoing a revocation reopens it (rule 6)', async () => {
    const { cloud, payroll, revoke, undo, accessItem, organization, items } = await withVendors();
    const { member: admin } = await app.session(organization, ['admin']);
    await revoke(cloud);
    expect(await accessItem()).toBeUndefined();
    await revoke(payroll, { userId: admin.userId });
    expect(await accessItem()).toEqual({ by: admin.userId });
    expect((await items())[0]).toMatchObject({ evidenceRequired: true, completion: { evidence: [], notes: null } });
    expect(await lastEntry(app.database, organization)).toMatchObject({
      data: { changes: { accessItemCompleted: { previous: false, current: true } } },
    });
    await undo(cloud);
    expect(await accessItem()).toBeUndefined();
    expect(await lastEntry(app.database, organization)).toMatchObject({
      data: { changes: { accessItemCompleted: { previous: true, current: false } } },
    });
  });

  test('201 on adding a vendor reopens the item for all, 204 on deleting it completes the item again (rules 6, 8 and 18)', async () => {
    const { call, revokeAll, accessItem, organization } = await withVendors();
    const otherMember = await newMember(app.database, organization.id, ['employee'], { name: 'Late Leaver' });
    await revokeAll();
    await call('POST', `${offboardingUrl}/member/${otherMember.id}/access-revocations?confirm=true`, { body: {} });
    const { id } = await addVendor(call, { name: 'Tide Mail' });
    const entries = (await call('GET', `/v1/audit-logs?entityId=${id}`)).body.data;
    expect(entries).toMatchObject([{ data: { changes: { reopenedOffboardings: { current: 2 } } } }]);
    expect(await accessItem()).toBeUndefined();
    expect((await call('DELETE', `/v1/vendors/${id}`)).status).toBe(204);
    expect(await lastEntry(app.database, organization)).toMatchObject({
      entity_type: 'vendor',
      description: expect.stringContaining('Deleted vendor'),
      data: { changes: { completedOffboardings: { current: 2 } } },
    });
    expect(await accessItem()).toEqual({ by: organization.owner.userId });
    expect(await checklistOf(call, otherMember.id)).toMatchObject({ completedItems: 1 });
  });

  test('204 for deleting a vendor deletes its revocations and their evidence, and incomplete items stay open (rule 8)', async () => {
    const { call, cloud, payroll, revoke, accessItem, access } = await withVendors();
    const { evidence } = (await revoke(cloud, textFile)).body;
    expect((await call('DELETE', `/v1/vendors/${cloud}`)).status).toBe(204);
    expect((await follow(app.base, evidence[0].downloadUrl)).status).toBe(404);
    expect(await access()).toMatchObject([{ vendorId: payroll, revoked: false }]);
    expect(await accessItem()).toBeUndefined();
    await revoke(payroll);
    expect((await call('DELETE', `/v1/vendors/${payroll}`)).status).toBe(204);
    // All accesses that remain are revoked.
    expect(await accessItem()).toBeDefined();
  });

  test('an item completed by hand or with evidence stays completed, whatever happens to vendors (rule 7)', async () => {
    const { call, itemPath, complete, cloud, revokeAll, undo, accessItem } = await withVendors();
    const item = await itemPath(1);
    expect((await complete(item, textFile)).status).toBe(201);
    await revokeAll();
    await undo(cloud);
    await addVendor(call);
    expect(await accessItem()).toBeDefined();
    // After it is reopened by hand, the item follows the vendors again from the next revocation.
    await call('DELETE', `${item}/complete`);
    expect(await accessItem()).toBeUndefined();
    expect(await revokeAll()).toMatchObject({ body: { count: 2 } });
    expect(await accessItem()).toBeDefined();
    await call('DELETE', `${item}/complete`);
    expect(await revokeAll()).toMatchObject({ body: { count: 0 } });
    expect(await accessItem()).toBeUndefined();
    await undo(cloud);
    await revokeAll();
    expect((await call('POST', `${item}/evidence`, { body: textFile })).status).toBe(201);
    await addVendor(call);
    expect(await accessItem()).toBeDefined();
  });

  test('200 on enabling the item completes it when all accesses were revoked meanwhile (rules 3 and 6)', async () => {
    const { call, template, revokeAll, accessItem, organization } = await withVendors();
    const [item] = await template();
    const enable = (isEnabled: boolean) => call('PATCH', `${offboardingUrl}/template/${item?.id}`, { body: { isEnabled } });
    await enable(false);
    await revokeAll();
    expect((await enable(true)).status).toBe(200);
    expect(await lastEntry(app.database, organization)).toMatchObject({
      data: { changes: { isEnabled: { current: true }, completedOffboardings: { current: 1 } } },
    });
    expect(await accessItem()).toEqual({ by: organization.owner.userId });
  });

  test('concurrent changes of vendors and revocations leave the item completed only if all accesses are revoked (rule 19)', async () => {
    const { call, revokeAll, revoke, undo, access, accessItem, cloud, payroll } = await withVendors();
    for (let round = 0; round < 4; round += 1) {
      const answers = await Promise.all([
        revokeAll(),
        addVendor(call, { name: `Round ${round}` }),
        revoke(cloud),
        undo(payroll),
        call('DELETE', `/v1/vendors/${(await addVendor(call)).id}`),
      ]);
      for (const answer of answers) if ('status' in answer) expect(answer.status).not.toBe(503);
      const isOpen = (await access('?revoked=false')).length > 0;
      expect(await accessItem(), `round ${round}`).toEqual(isOpen ? undefined : expect.anything());
      await revokeAll();
      expect(await accessItem()).toBeDefined();
    }
  });
});
test('200 lists the vendors by a part of the name, and by when the access was revoked', async () => {
  const { revoke, access, cloud, payroll } = await withVendors();
  await revoke(payroll);
  const vendorIds = async (query: string) => (await access(query)).map(({ vendorId }) => vendorId);
  expect(await vendorIds('?search=HARBOUR')).toEqual([cloud]);
  for (const sortOrder of ['asc', 'desc']) expect(await vendorIds(`?sortBy=revokedAt&sortOrder=${sortOrder}`)).toEqual([payroll, cloud]);
});
