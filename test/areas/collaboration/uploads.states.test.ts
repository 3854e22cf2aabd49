/** The states of an upload, and what happens to its bytes. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { removeExpired } from '#platform/files/uploads';
import { type Caller, startApp } from '../../support/app.ts';
import { contentKeyOf, keysOf, presign, send } from '../../support/uploads.ts';

const app = startApp();
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const put = (presigned: { uploadUrl: string }, raw: Parameters<typeof send>[2]) => send(app.base, presigned, raw);
const read = async ({ call }: Caller, id: string) => (await call('GET', `/v1/uploads/${id}`)).body;
/** Moves the times of an upload into the past. */
const age = (id: string, interval: string) =>
  app.database.system
    .updateTable('upload')
    .set({
      created_at: sql<string>`created_at - ${interval}::interval`,
      expires_at: sql<string>`expires_at - ${interval}::interval`,
    })
    .where('id', '=', id)
    .execute();
const useAsLogo = ({ call }: Caller, fileKey: string) =>
  call('POST', '/v1/organization/logo', { body: { fileName: 'a.png', fileType: 'image/png', fileKey } });

test('200 with the status uploaded, then consumed once an operation has used the file, which can be used again', async () => {
  const caller = await app.caller();
  const presigned = await presign(caller.call, { fileName: 'a.png', fileType: 'image/png' });
  expect(await useAsLogo(caller, presigned.fileKey)).toMatchObject({
    status: 400,
    body: { details: { fileKey: { _errors: ['must be uploaded first'] } } },
  });
  await put(presigned, Buffer.from('no image'));
  expect(await useAsLogo(caller, presigned.fileKey)).toMatchObject({ status: 422 });
  // A refused file does not count as used.
  expect(await read(caller, presigned.id)).toMatchObject({ status: 'uploaded' });
  await put(presigned, png);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect(await useAsLogo(caller, presigned.fileKey)).toMatchObject({ status: 201 });
    expect(await read(caller, presigned.id)).toMatchObject({ status: 'consumed', size: png.length });
  }
});
test('200 with the status expired after 15 minutes without bytes', async () => {
  const caller = await app.caller();
  const presigned = await presign(caller.call);
  await age(presigned.id, '901 seconds');
  expect(await read(caller, presigned.id)).toMatchObject({ status: 'expired', size: null });
});
test('200 with the status expired a day after the bytes were sent, which are then deleted; 400 for using the upload', async () => {
  const caller = await app.caller();
  const [old, young] = [await presign(caller.call), await presign(caller.call)];
  for (const presigned of [old, young]) await put(presigned, png);
  await age(young.id, '23 hours 59 minutes');
  await age(old.id, '24 hours 1 second');
  expect(await read(caller, old.id)).toMatchObject({ status: 'expired', size: png.length });
  expect(await useAsLogo(caller, old.fileKey)).toMatchObject({
    status: 400,
    body: { details: { fileKey: { _errors: ['must be uploaded first'] } } },
  });
  const remainingKey = await contentKeyOf(app.database, young.fileKey);
  await removeExpired(app.database.system, app.ports.files);
  expect(await keysOf(app.ports.files, caller.organization.id)).toEqual([remainingKey]);
  expect(await read(caller, young.id)).toMatchObject({ status: 'uploaded' });
  await age(old.id, '31 days');
  await removeExpired(app.database.system, app.ports.files);
  expect(await caller.call('GET', `/v1/uploads/${old.id}`)).toMatchObject({ status: 404 });
});
