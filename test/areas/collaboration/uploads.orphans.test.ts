/** Files that no row knows are removed, and no others. */
import { readdirSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { storeCopyOnce, storeDownload } from '#platform/files/downloads';
import { removeRecordedFiles } from '#platform/files/obsolete';
import { measureStored, removeDeleted, removeOrphans } from '#platform/files/sweep';
import { newId } from '#platform/database/ids';
import { listenOn, startApp, testConfig } from '../../support/app.ts';
import { attach, png, riskOf } from '../../support/attachments.ts';
import { newOrganization } from '../../support/organization.ts';
import { keysOf, presign, send } from '../../support/uploads.ts';
import { call, type Options } from '../../support/app.ts';

const app = startApp();
const config = testConfig();
const age = (key: string, days: number) => {
  const then = new Date(Date.now() - days * 24 * 3_600_000);
  utimesSync(path.join(config.dataDir, 'files', key), then, then);
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
    call: (method: string, url: string, options: Options = {}) => call(base, method, url, { key: organization.key, ...options }),
  };
}

test('what no row names goes after a week; what one names, what is younger, and what is of an organization that is not known here stays', async () => {
  const { files, base, id, call: ask } = await newCaller();
  await attach(ask, await riskOf(ask));
  await ask('POST', '/v1/organization/logo', { body: { fileName: 'a.png', fileType: 'image/png', fileData: png.toString('base64') } });
  const made = await presign(ask);
  await send(base, made, png);
  const named = await keysOf(files, id);
  const [old, young, foreign] = [`${id}/attachments/1-old.txt`, `${id}/attachments/1-young.txt`, `${newId('org')}/a/1.txt`];
  for (const key of [old, young, foreign]) await files.put(key, Buffer.from('x'));
  for (const key of [...named, old, foreign]) age(key, 8);
  age(young, 6);
  await removeOrphans(app.database.system, files);
  expect((await keysOf(files, id)).toSorted()).toEqual([...named, young].toSorted());
  expect(await files.size(foreign)).toBe(1);
});
test('what was made for one download goes an hour later, when no link leads to it any more', async () => {
  const { files, id } = await newCaller();
  const [old, young] = [
    await storeDownload(files, id, 'Old.pdf', Buffer.from('x')),
    await storeDownload(files, id, 'Young.pdf', Buffer.from('x')),
  ];
  age(old, 1 / 12);
  age(young, 1 / 48);
  await removeOrphans(app.database.system, files);
  expect(await keysOf(files, id)).toEqual([young]);
});
test('copies for a reader stay for 30 days, although no row names them (trust-access, rule 10)', async () => {
  const { files, id } = await newCaller();
  const copy = async (name: string) =>
    (await storeCopyOnce(files, id, { what: name, name }, () => Promise.resolve(Buffer.from('x')))) ?? '';
  const [old, young] = [await copy('Old.pdf'), await copy('Young.pdf')];
  age(old, 31);
  age(young, 29);
  await removeOrphans(app.database.system, files);
  expect(await keysOf(files, id)).toEqual([young]);
});
test('what a deleted organization left goes, unless it came back', async () => {
  const { files, id, call: ask } = await newCaller();
  await attach(ask, await riskOf(ask));
  const other = await newCaller();
  await attach(other.call, await riskOf(other.call));
  // As if the process had ended right behind the commit.
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
test('what a crash left between a change and its files goes with the next round', async () => {
  const { files, id, call: ask } = await newCaller();
  const { id: attachment } = await attach(ask, await riskOf(ask));
  await app.database.system.deleteFrom('attachment').where('id', '=', attachment).execute();
  await app.database.system
    .updateTable('obsolete_file')
    .set({ created_at: sql<string>`now() - interval '2 minutes'` })
    .where('organization_id', '=', id)
    .execute();
  await removeRecordedFiles(app.database.system, files);
  expect(await keysOf(files, id)).toEqual([]);
});
test('files whose size nobody noted are measured', async () => {
  const { files, id } = await newCaller();
  const key = `${id}/logo/1-a.png`;
  await files.put(key, png);
  await app.database.system.insertInto('stored_file').values({ id: key, organization_id: id, size: 0 }).execute();
  await measureStored(app.database.system, files);
  expect(await app.database.system.selectFrom('storage_usage').select('bytes').where('id', '=', id).executeTakeFirst()).toEqual({
    bytes: png.length,
  });
});
test('a draft of a request leaves nothing', async () => {
  const { call: ask } = await newCaller();
  await attach(ask, await riskOf(ask));
  expect(readdirSync(path.join(config.dataDir, 'files', '~drafts'))).toEqual([]);
});
