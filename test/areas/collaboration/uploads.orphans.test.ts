/** Removes files that no row references, and no other files. */
import { readdirSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { storeCopyOnce, storeDownload } from '#platform/files/downloads';
import { sweepObsoleteFiles } from '#platform/files/obsolete';
import { recordMissingSizes, removeDeleted, removeOrphans } from '#platform/files/sweep';
import { newId } from '#platform/database/ids';
import { listenOn, startApp, testConfig } from '../../support/app.ts';
import { attach, png, newRiskId } from '../../support/attachments.ts';
import { newOrganization } from '../../support/organization.ts';
import { keysOf, presign, send } from '../../support/uploads.ts';
import { call, type RequestOptions } from '../../support/app.ts';

const app = startApp();
const config = testConfig();
const setAge = (key: string, days: number) => {
  const modifiedAt = new Date(Date.now() - days * 24 * 3_600_000);
  utimesSync(path.join(config.dataDir, 'files', key), modifiedAt, modifiedAt);
};
async function newCaller() {
  const {
    base,
    ports: { files },
  } = await listenOn(app.database, config);
  const organization = await newOrganization(app.database);
  return {
    files,
    base,
    id: organization.id,
    call: (method: string, url: string, options: RequestOptions = {}) => call(base, method, url, { key: organization.key, ...options }),
  };
}

test('unreferenced files are removed after a week; referenced files, newer files and files of unknown organizations remain', async () => {
  const { files, base, id, call: ask } = await newCaller();
  await attach(ask, await newRiskId(ask));
  await ask('POST', '/v1/organization/logo', { body: { fileName: 'a.png', fileType: 'image/png', fileData: png.toString('base64') } });
  const presigned = await presign(ask);
  await send(base, presigned, png);
  const referencedKeys = await keysOf(files, id);
  const [old, young, foreign] = [`${id}/attachments/1-old.txt`, `${id}/attachments/1-young.txt`, `${newId('org')}/a/1.txt`];
  for (const key of [old, young, foreign]) await files.put(key, Buffer.from('x'));
  for (const key of [...referencedKeys, old, foreign]) setAge(key, 8);
  setAge(young, 6);
  await removeOrphans(app.database.system, files);
  expect((await keysOf(files, id)).toSorted()).toEqual([...referencedKeys, young].toSorted());
  expect(await files.size(foreign)).toBe(1);
});
test('files for a single download are removed an hour later, when no link is valid any more', async () => {
  const { files, id } = await newCaller();
  const [old, young] = [
    await storeDownload(files, id, 'Old.pdf', Buffer.from('x')),
    await storeDownload(files, id, 'Young.pdf', Buffer.from('x')),
  ];
  setAge(old, 1 / 12);
  setAge(young, 1 / 48);
  await removeOrphans(app.database.system, files);
  expect(await keysOf(files, id)).toEqual([young]);
});
test('copies for a reader remain for 30 days, although no row references the copies (trust-access, rule 10)', async () => {
  const { files, id } = await newCaller();
  const copy = async (name: string) =>
    (await storeCopyOnce(files, id, { what: name, name }, () => Promise.resolve(Buffer.from('x')))) ?? '';
  const [old, young] = [await copy('Old.pdf'), await copy('Young.pdf')];
  setAge(old, 31);
  setAge(young, 29);
  await removeOrphans(app.database.system, files);
  expect(await keysOf(files, id)).toEqual([young]);
});
test('files of a deleted organization are removed, except when the organization was created again', async () => {
  const { files, id, call: ask } = await newCaller();
  await attach(ask, await newRiskId(ask));
  const other = await newCaller();
  await attach(other.call, await newRiskId(other.call));
  // This is the state after a crash that follows the commit.
  await app.database.system.deleteFrom('organization').where('id', 'in', [id, other.id]).execute();
  await app.database.system.insertInto('organization').values({ id: other.id, name: 'Back again' }).execute();
  await removeDeleted(app.database.system, files);
  expect(await keysOf(files, id)).toHaveLength(1);
  await app.database.system
    .updateTable('deleted_organization')
    .set({ created_at: sql<string>`now() - interval '2 minutes'` })
    .execute();
  await removeDeleted(app.database.system, files);
  expect([(await keysOf(files, id)).length, (await keysOf(files, other.id)).length]).toEqual([0, 1]);
  expect(await app.database.system.selectFrom('deleted_organization').select('id').where('id', 'in', [id, other.id]).execute()).toEqual([]);
});
test('files that remain after a crash are removed in the next round', async () => {
  const { files, id, call: ask } = await newCaller();
  const { id: attachment } = await attach(ask, await newRiskId(ask));
  await app.database.system.deleteFrom('attachment').where('id', '=', attachment).execute();
  await app.database.system
    .updateTable('obsolete_file')
    .set({ created_at: sql<string>`now() - interval '2 minutes'` })
    .where('organization_id', '=', id)
    .execute();
  await sweepObsoleteFiles(app.database.system, files);
  expect(await keysOf(files, id)).toEqual([]);
});
test('files without a stored size are measured', async () => {
  const { files, id } = await newCaller();
  const key = `${id}/logo/1-a.png`;
  await files.put(key, png);
  await app.database.system.insertInto('stored_file').values({ id: key, organization_id: id, size: 0 }).execute();
  await recordMissingSizes(app.database.system, files);
  expect(await app.database.system.selectFrom('storage_usage').select('bytes').where('id', '=', id).executeTakeFirst()).toEqual({
    bytes: png.length,
  });
});
test('a request leaves no draft file behind', async () => {
  const { call: ask } = await newCaller();
  await attach(ask, await newRiskId(ask));
  expect(readdirSync(path.join(config.dataDir, 'files', '~drafts'))).toEqual([]);
});
