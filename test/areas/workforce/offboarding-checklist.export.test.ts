/** Exporting the offboarding of members as archives. */
import { expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { file, textFile } from '../../support/attachments.ts';
import { filesIn } from '../../support/evidence.ts';
import { deactivate, offboardingUrl, withLeavingMember } from '../../support/offboarding.ts';
import { newMember } from '../../support/organization.ts';
import { lastEntry } from '../../support/people.ts';
import { addVendor } from '../../support/vendors.ts';

const app = startApp();
const day = new Date().toISOString().slice(0, 10);

async function archive(call: Awaited<ReturnType<typeof withLeavingMember>>['call'], url: string) {
  const answer = await call('GET', url);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  expect(answer.headers.get('content-type')).toBe('application/zip');
  return { ...filesIn(answer.bytes), name: answer.headers.get('content-disposition') ?? '' };
}

test('200 exports the checklist, the revocations and the evidence of a member (rules 14, 17 and 18)', async () => {
  const { call, organization, ben, itemPath, complete, revoke, path } = await withLeavingMember(app);
  const vendor = await addVendor(call, { name: '=Harbour "Cloud"' });
  await addVendor(call, { name: 'Quayside Payroll' });
  const completion = (await complete(await itemPath(2), file('../../so far.txt', 'text/plain', 'closed'))).body;
  const customItem = (await call('POST', `${offboardingUrl}/template`, { body: { title: '+Say goodbye' } })).body;
  const farewell = (await complete(`${path}/item/${customItem.id}`)).body;
  await call('DELETE', `${offboardingUrl}/template/${customItem.id}`);
  const revocation = (await revoke(vendor.id, textFile)).body;

  const { paths, text, name } = await archive(call, `${path}/export`);
  expect(name).toContain(`offboarding-ben-okoro-${day}.zip`);
  const [itemFile, revocationFile] = [
    `checklist-items/02-remove-from-the-identity-provider/${completion.evidence[0].id}-.._.._so far.txt`,
    `vendor-access-revocations/evidence/${revocation.evidence[0].id}-Restore test.txt`,
  ];
  expect(paths).toEqual(['summary.csv', 'vendor-access-revocations/vendor-access-revocations.csv', revocationFile, itemFile]);
  expect([text(itemFile), text(revocationFile)]).toEqual(['closed', 'Restored in 52 minutes.\n']);
  const lines = text('summary.csv').split('\r\n');
  expect(lines).toHaveLength(11);
  expect(lines[0]).toBe('"Item","Status","Completed By","Completed Date","Evidence Count"');
  expect(lines[1]).toBe('"Withdraw access to all systems","Pending","","","0"');
  expect(lines[2]).toBe(
    `"Remove from the identity provider","Complete","Olive Owner (by API key ""test"")","${completion.completedAt}","1"`,
  );
  expect(lines[9]).toBe(`"'+Say goodbye","Complete","Olive Owner (by API key ""test"")","${farewell.completedAt}","0"`);
  expect(text('vendor-access-revocations/vendor-access-revocations.csv').split('\r\n')).toEqual([
    '"Vendor","Confirmed By","Date","Has Evidence"',
    `"'=Harbour ""Cloud""","Olive Owner (by API key ""test"")","${revocation.revokedAt}","Yes"`,
    '',
  ]);
  expect(await lastEntry(app.database, organization)).toMatchObject({
    entity_type: 'people',
    entity_id: ben.id,
    description: 'Exported offboarding of member [via API key "test"]',
    data: { permission: 'read' },
  });
});

test('200 omits and lists files that cannot be read or were changed (rule 16)', async () => {
  const { call, itemPath, complete, path } = await withLeavingMember(app);
  const item = await itemPath(2);
  const [missingFile] = (await complete(item, textFile)).body.evidence;
  const changedFile = (await call('POST', `${item}/evidence`, { body: { ...textFile, fileName: 'changed.txt' } })).body;
  const rows = await app.database.system
    .selectFrom('attachment')
    .select(['id', 'file_key'])
    .where('id', 'in', [missingFile.id, changedFile.id])
    .execute();
  await app.ports.files.remove(rows.find(({ id }) => id === missingFile.id)?.file_key ?? '');
  await app.database.system
    .updateTable('attachment')
    .set({ sha256: 'f'.repeat(64) })
    .where('id', '=', changedFile.id)
    .execute();
  const { paths, text } = await archive(call, `${path}/export`);
  const folder = 'checklist-items/02-remove-from-the-identity-provider';
  expect(paths).toEqual(['summary.csv', 'vendor-access-revocations/vendor-access-revocations.csv', 'missing-files.txt']);
  expect(text('missing-files.txt')).toBe(
    `These files could not be read:\n\n${folder}/${missingFile.id}-Restore test.txt\n${folder}/${changedFile.id}-changed.txt\n`,
  );
});

test('200 uses the e-mail address for a name without Latin letters (rule 15)', async () => {
  const { call, organization, ben } = await withLeavingMember(app);
  const { id } = await newMember(app.database, organization.id, ['employee'], {
    name: '山田 太郎',
    email: `taro.yamada@${ben.id}.example`,
  });
  await call('DELETE', `/v1/people/${id}`);
  expect((await archive(call, `${offboardingUrl}/member/${id}/export`)).name).toContain(`offboarding-taro-yamada-${day}.zip`);
  expect((await archive(call, `${offboardingUrl}/export-all`)).paths).toContain(`offboarded-employees/taro-yamada-${id}/summary.csv`);
});

test('200 exports all former members, latest departure first, in several batches; filters by date (rules 15 and 18)', async () => {
  const { call, organization, ben } = await withLeavingMember(app);
  const other = await newMember(app.database, organization.id, ['employee'], { name: 'Dana Gone' });
  await newMember(app.database, organization.id, ['employee'], { name: 'Still There' });
  await deactivate(call, ben, '2026-03-01T00:00:00.000Z');
  await deactivate(call, other, '2026-04-01T00:00:00.000Z');
  const foldersOf = async (query = '') => {
    const { paths, name } = await archive(call, `${offboardingUrl}/export-all${query}`);
    expect(name).toContain(`test-organization-offboardings-${day}.zip`);
    return paths.filter((path) => path.endsWith('/summary.csv')).map((path) => path.slice(0, -'/summary.csv'.length));
  };
  const [danaFolder, benFolder] = [`offboarded-employees/dana-gone-${other.id}`, `offboarded-employees/ben-okoro-${ben.id}`];
  expect(await foldersOf()).toEqual([danaFolder, benFolder]);
  expect(await lastEntry(app.database, organization)).toMatchObject({
    entity_type: 'people',
    description: expect.stringContaining('Exported all offboardings'),
  });
  expect(await foldersOf('?offboardDateAfter=2026-04-01')).toEqual([danaFolder]);
  expect(await foldersOf('?offboardDateBefore=2026-03-01')).toEqual([benFolder]);
  expect(await call('GET', `${offboardingUrl}/export-all?offboardDateAfter=soon`)).toMatchObject({ status: 400 });
  for (let count = 0; count < 101; count += 1) {
    const { id } = await newMember(app.database, organization.id, ['employee'], { active: false });
    await app.database.system.updateTable('member').set({ offboard_date: '2026-02-01T00:00:00.000Z' }).where('id', '=', id).execute();
  }
  const folders = await foldersOf();
  expect([folders.length, new Set(folders).size]).toEqual([103, 103]);
});
