/** Evidence of onboarding and offboarding of members. */
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import { newMember } from '../../support/organization.ts';
import { expectSameProblem, invalid, lastEntry, errorAnswer } from '../../support/people.ts';
import { uploaded } from '../../support/uploads.ts';

const app = startApp();
const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64');
const note = { fileName: 'note.txt', fileType: 'text/plain', fileData: base64('Signed on 2 March.\n') };

async function withMember(active = true) {
  const caller = await app.caller();
  const { id } = await newMember(app.database, caller.organization.id, ['employee'], { active });
  const path = `/v1/people/${id}/employment-evidence`;
  const upload = (body: object, event = 'onboard', options: object = {}) => caller.call('POST', `${path}/${event}`, { body, ...options });
  const list = async (event = 'onboard') => (await caller.call('GET', `${path}/${event}`)).body.data;
  return { ...caller, id, path, upload, list };
}
const follow = async (link: string) => app.call('GET', new URL(link).pathname + new URL(link).search);

describe('uploadEmploymentEvidence', () => {
  test('201 returns a working link to the file, and logs its name and size', async () => {
    const { upload, list, organization, id } = await withMember();
    const answer = await upload({ ...note, fileName: ' Note of März.txt ', description: 'On the contract' });
    expect(answer, answer.text).toMatchObject({
      status: 201,
      body: { id: expect.stringMatching(/^att_/), name: 'Note of März.txt', type: 'document', size: 19 },
    });
    expect(await follow(answer.body.downloadUrl)).toMatchObject({ status: 200, text: 'Signed on 2 March.\n' });
    expect(await list()).toMatchObject([{ id: answer.body.id, name: 'Note of März.txt' }]);
    expect(await list('offboard')).toEqual([]);
    expect(await lastEntry(app.database, organization)).toMatchObject({
      entity_type: 'people',
      entity_id: id,
      description: 'Uploaded employment evidence [via API key "test"]',
      data: { changes: { onboard: { current: 'Note of März.txt (19 bytes)' } } },
    });
    const row = await app.database.system.selectFrom('attachment').selectAll().where('id', '=', answer.body.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      entity_type: 'employment_onboard',
      entity_id: id,
      description: 'On the contract',
      uploaded_by_id: organization.owner.userId,
      file_key: expect.stringMatching(
        new RegExp(`^${organization.id}/attachments/employment_onboard/${id}/\\d+-[0-9a-f]{32}-Note_of_M_rz.txt$`),
      ),
    });
  });
  test('201 accepts each kind of file; an event can have several files, oldest first, also for former members (rule 14)', async () => {
    const { upload, list } = await withMember(false);
    const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
    for (const [fileType, fileData] of [
      ['image/png', base64(png)],
      ['video/mp4', 'AAAA'],
      ['audio/ogg', 'AAAA'],
      ['APPLICATION/PDF; q=1', base64('%PDF-1.7')],
      ['font/woff2', 'AAAA'],
    ])
      expect((await upload({ fileName: 'file', fileType, fileData }, 'offboard')).status).toBe(201);
    expect((await list('offboard')).map(({ type }: { type: string }) => type)).toEqual(['image', 'video', 'audio', 'document', 'other']);
  });
  test('201 accepts the key of an upload', async () => {
    const { upload, call } = await withMember();
    const fileKey = await uploaded(app.base, call, Buffer.from('contract'), { purpose: 'attachment' });
    const { body } = await upload({ fileName: 'contract.txt', fileType: 'text/plain', fileKey });
    expect((await follow(body.downloadUrl)).text).toBe('contract');
  });
  test('201 records the uploader that an API key names; a session records its own user', async () => {
    const { upload, organization, path } = await withMember();
    const { call, member: admin } = await app.session(organization, ['admin']);
    const uploader = async (id: string) =>
      (await app.database.system.selectFrom('attachment').select('uploaded_by_id').where('id', '=', id).executeTakeFirstOrThrow())
        .uploaded_by_id;
    expect(await uploader((await upload({ ...note, userId: admin.userId })).body.id)).toBe(admin.userId);
    expect(await uploader((await call('POST', `${path}/onboard`, { body: { ...note, userId: organization.owner.userId } })).body.id)).toBe(
      admin.userId,
    );
  });
  test('400 for missing, duplicate or invalid file data, foreign upload keys and unknown uploaders', async () => {
    const { upload, organization, call, path } = await withMember();
    const { fileData, ...withoutData } = note;
    const key = (name: string, owner = organization.id, purpose = 'attachment') => `${owner}/uploads/${purpose}/${name}`;
    expect(await upload(withoutData)).toMatchObject({ status: 400 });
    expect(await upload({ ...note, fileKey: key('1-x') })).toMatchObject({ status: 400 });
    expect(await upload({ ...note, fileData: 'a===' })).toMatchObject(invalid({ fileData: 'must be base64' }));
    expect(await upload({ ...note, fileData: '' })).toMatchObject({ status: 400, body: { details: { fileData: {} } } });
    for (const fileKey of [key('1-x', newId('org')), key('1-x', organization.id, 'document'), key('../1-x'), key('1-missing')])
      expect(await upload({ ...withoutData, fileKey }), fileKey).toMatchObject({ status: 400, body: { details: { fileKey: {} } } });
    const [stranger, former] = [
      (await app.caller()).organization.owner,
      await newMember(app.database, organization.id, ['employee'], { active: false }),
    ];
    for (const { userId } of [stranger, former])
      expect(await upload({ ...note, userId })).toMatchObject(invalid({ userId: 'must be an active member of the organization' }));
    expect(await upload({ ...note, description: 'x'.repeat(501) })).toMatchObject({ status: 400 });
    expect(await call('POST', `${path}/holiday`, { body: note })).toMatchObject(
      invalid({ eventType: 'must be one of: onboard, offboard' }),
    );
  });
  test('415 and 422 for rejected files and mismatched types, and nothing is stored', async () => {
    const { upload, list } = await withMember();
    expect(await upload({ ...note, fileName: 'run.exe' })).toMatchObject({ status: 415 });
    expect(await upload({ ...note, fileType: 'application/x-sh' })).toMatchObject({ status: 415 });
    expect(await upload({ ...note, fileType: 'application/pdf' })).toMatchObject(
      errorAnswer(422, 'The file is not of the type application/pdf'),
    );
    await expectSameProblem(
      (options) => upload({ ...note, fileType: 'application/pdf' }, 'onboard', options),
      422,
      'The file is not of the type application/pdf',
    );
    expect(await list()).toEqual([]);
  });
});

describe('deleteEmploymentEvidence', () => {
  test('204 deletes the file, and its link returns 404', async () => {
    const { call, path, upload, list } = await withMember();
    const { body } = await upload(note);
    expect((await call('DELETE', `${path}/onboard/${body.id}`)).status).toBe(204);
    expect(await list()).toEqual([]);
    expect((await follow(body.downloadUrl)).status).toBe(404);
  });
  test('404 for a file of another event or another member', async () => {
    const { call, path, upload, list, organization } = await withMember();
    const { body } = await upload(note);
    const otherMember = await newMember(app.database, organization.id, ['employee']);
    const urls = [
      `${path}/offboard/${body.id}`,
      `/v1/people/${otherMember.id}/employment-evidence/onboard/${body.id}`,
      `${path}/onboard/${newId('att')}`,
    ];
    for (const url of urls) expect(await call('DELETE', url)).toMatchObject(errorAnswer(404, 'Employment evidence not found'));
    await expectSameProblem((options) => call('DELETE', urls[0] ?? '', options), 404, 'Employment evidence not found');
    expect(await list()).toHaveLength(1);
    for (const ask of [call('GET', `${path}/left`), call('DELETE', `${path}/left/${body.id}`)])
      expect(await ask).toMatchObject({ status: 400, body: { details: { eventType: {} } } });
  });
});
