/** An upload replaces its bytes completely: when a later request fails, the acknowledged bytes remain. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Client, Pool } from '#platform/database/client';
import { describe, expect, test } from 'vitest';
import { openWrappedDatabase } from '../../support/wrapped-database.ts';
import { type Caller, call, listenOn, type RequestOptions, startApp, testConfig } from '../../support/app.ts';
import { follow, newRiskId } from '../../support/attachments.ts';
import { newOrganization } from '../../support/organization.ts';
import { keysOf, presign, send } from '../../support/uploads.ts';

const app = startApp();
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const attachBy = async ({ call }: Caller, fileKey: string) =>
  call('POST', '/v1/attachments', {
    body: { entityType: 'risk', entityId: await newRiskId(call), fileName: 'a.txt', fileType: 'text/plain', fileKey },
  });

/** Runs `work` while every commit that changes an upload of this organization fails, after the file was stored. */
async function whileCommitsFail<R>(organizationId: string, work: () => Promise<R>): Promise<R> {
  const obstacle = sql.id(`obstacle_${organizationId}`);
  await sql`create constraint trigger ${obstacle} after update on upload deferrable initially deferred for each row when (new.organization_id = ${sql.lit(organizationId)}) execute function member_roles()`.execute(
    app.database.system,
  );
  try {
    return await work();
  } finally {
    await sql`drop trigger ${obstacle} on upload`.execute(app.database.system);
  }
}

test('500 for replacing bytes that cannot be committed: the previous bytes stay in use, and nothing else is stored', async () => {
  const caller = await app.caller();
  const presigned = await presign(caller.call, { purpose: 'attachment' });
  const first = Buffer.from('first');
  expect(await send(app.base, presigned, first)).toMatchObject({ status: 200 });
  const before = await keysOf(app.ports.files, caller.organization.id);
  expect(await whileCommitsFail(caller.organization.id, () => send(app.base, presigned, Buffer.from('second')))).toMatchObject({
    status: 500,
  });
  expect(await keysOf(app.ports.files, caller.organization.id)).toEqual(before);
  expect((await caller.call('GET', `/v1/uploads/${presigned.id}`)).body).toMatchObject({ size: 5, sha256: hashOf(first) });
  const { status, body } = await attachBy(caller, presigned.fileKey);
  expect([status, body.sha256]).toEqual([201, hashOf(first)]);
  expect(await (await follow(app.base, body.downloadUrl)).text()).toBe('first');
});
test('500 for first bytes that cannot be committed: nothing is stored, and the bytes can be sent again', async () => {
  const caller = await app.caller();
  const presigned = await presign(caller.call, { purpose: 'attachment' });
  expect(await whileCommitsFail(caller.organization.id, () => send(app.base, presigned, Buffer.from('first')))).toMatchObject({
    status: 500,
  });
  expect(await keysOf(app.ports.files, caller.organization.id)).toEqual([]);
  expect(await attachBy(caller, presigned.fileKey)).toMatchObject({
    status: 400,
    body: { details: { fileKey: { _errors: ['must be uploaded first'] } } },
  });
  expect(await send(app.base, presigned, Buffer.from('first'))).toMatchObject({ status: 200 });
  expect(await attachBy(caller, presigned.fileKey)).toMatchObject({ status: 201 });
});
test('200 for simultaneous requests: only the file that the upload names remains', async () => {
  const caller = await app.caller();
  const presigned = await presign(caller.call, { purpose: 'attachment' });
  const contents = Array.from({ length: 6 }, (_, n) => Buffer.alloc(70_000 + n, String(n)));
  expect((await Promise.all(contents.map((raw) => send(app.base, presigned, raw)))).map(({ status }) => status)).toEqual(
    contents.map(() => 200),
  );
  const { sha256 } = (await caller.call('GET', `/v1/uploads/${presigned.id}`)).body;
  expect(contents.map(hashOf)).toContain(sha256);
  const keys = await keysOf(app.ports.files, caller.organization.id);
  expect(keys).toHaveLength(1);
  expect(hashOf((await app.ports.files.read(keys[0] ?? '')) ?? Buffer.alloc(0))).toBe(sha256);
});
test('201 for attaching an upload while other bytes are sent: each attachment is complete and matches its hash', async () => {
  const caller = await app.caller();
  const presigned = await presign(caller.call, { purpose: 'attachment' });
  const [firstContent, secondContent] = [Buffer.alloc(200_000, 'a'), Buffer.alloc(200_001, 'b')];
  await send(app.base, presigned, firstContent);
  const [answers] = await Promise.all([
    Promise.all(Array.from({ length: 6 }, () => attachBy(caller, presigned.fileKey))),
    (async () => {
      for (let attempt = 0; attempt < 6; attempt += 1)
        expect(await send(app.base, presigned, attempt % 2 ? firstContent : secondContent)).toMatchObject({ status: 200 });
    })(),
  ]);
  for (const { status, body } of answers) {
    expect(status).toBe(201);
    const bytes = Buffer.from(await (await follow(app.base, body.downloadUrl)).arrayBuffer());
    expect([bytes.length, hashOf(bytes)]).toEqual([body.size, body.sha256]);
  }
});
test('400 for stored bytes that have changed: no attachment is created', async () => {
  const caller = await app.caller();
  const presigned = await presign(caller.call, { purpose: 'attachment' });
  await send(app.base, presigned, Buffer.from('first'));
  const [key = ''] = await keysOf(app.ports.files, caller.organization.id);
  for (const bytes of ['other', 'longer']) {
    await app.ports.files.put(key, Buffer.from(bytes));
    expect(await attachBy(caller, presigned.fileKey)).toMatchObject({
      status: 400,
      body: { details: { fileKey: { _errors: ['is damaged and must be uploaded again'] } } },
    });
  }
  await send(app.base, presigned, Buffer.from('again'));
  expect(await attachBy(caller, presigned.fileKey)).toMatchObject({ status: 201 });
});

describe('when the answer to a commit is lost', () => {
  let shouldLoseAnswer = false;
  /** Executes the next commit of a file, but reports a failure. */
  const withLostAnswer = (pool: Pool) => ({
    pool: {
      end: () => pool.end(),
      async connect() {
        const client = await pool.connect();
        const query: Client['query'] = client.query.bind(client);
        let hasStoredFile = false;
        const losingQuery: Client['query'] = async (text, values) => {
          const answer = await query<never>(text, values);
          hasStoredFile ||= text.startsWith('insert into "stored_file"');
          if (!shouldLoseAnswer || !hasStoredFile || !text.endsWith('; commit')) return answer;
          shouldLoseAnswer = false;
          throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
        };
        return Object.assign(client, { query: losingQuery });
      },
    },
  });
  test('503 for a file whose change was committed nevertheless: the file exists', async () => {
    const { database } = await openWrappedDatabase(withLostAnswer);
    try {
      const { base, ports } = await listenOn(database, testConfig());
      const { id, key } = await newOrganization(database);
      const ask = (method: string, url: string, options: RequestOptions = {}) => call(base, method, url, { key, ...options });
      const presigned = await presign(ask, { purpose: 'attachment' });
      const entityId = await newRiskId(ask);
      const body = { entityType: 'risk', entityId, fileName: 'a.txt', fileType: 'text/plain' };
      shouldLoseAnswer = true;
      expect(await send(base, presigned, Buffer.from('first'))).toMatchObject({ status: 503 });
      shouldLoseAnswer = true;
      expect(await ask('POST', '/v1/attachments', { body: { ...body, fileData: 'eA==' } })).toMatchObject({ status: 503 });
      expect(await ask('POST', '/v1/attachments', { body: { ...body, fileKey: presigned.fileKey } })).toMatchObject({ status: 201 });
      for (const { id: attachment } of (await ask('GET', `/v1/attachments?entityType=risk&entityId=${entityId}`)).body.data) {
        const { downloadUrl } = (await ask('GET', `/v1/attachments/${attachment}/download`)).body;
        expect(await follow(base, downloadUrl)).toMatchObject({ status: 200 });
      }
      expect(await keysOf(ports.files, id)).toHaveLength(3);
    } finally {
      await database.close();
    }
  });
});
