/** How much an organization stores, and how much it may store. */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { call as ask, listenOn, type RequestOptions, startApp, testConfig } from '../../support/app.ts';
import { attach, file, textFile, png, newRiskId } from '../../support/attachments.ts';
import { newOrganization } from '../../support/organization.ts';
import { asProblem } from '../../support/refusals.ts';
import { keysOf, presign, send } from '../../support/uploads.ts';

const app = startApp();
const quota = 10_000;
let limited: Awaited<ReturnType<typeof listenOn>>;
beforeAll(async () => {
  limited = await listenOn(app.database, testConfig({ STORAGE_QUOTA: String(quota), UPLOADS_UNFINISHED: '3' }));
});

/** Creates an organization that calls a server with a small storage quota. */
async function newCaller() {
  const organization = await newOrganization(app.database);
  return {
    organization,
    call: (method: string, url: string, options: RequestOptions = {}) =>
      ask(limited.base, method, url, { key: organization.key, ...options }),
  };
}
type Caller = Awaited<ReturnType<typeof newCaller>>;
const usage = async ({ call }: Caller) => (await call('GET', '/v1/uploads/usage')).body;
const usedBytesOf = async (caller: Caller): Promise<number> => (await usage(caller)).storage.usedBytes;
const text = (size: number) => file('a.txt', 'text/plain', 'x'.repeat(size));
const storageFull = (neededBytes: number) => ({
  status: 413,
  body: { error: `The storage of the organization has no room for ${neededBytes} more bytes` },
});

test('200 counts the storage of every kind of file, and frees the storage on deletion', async () => {
  const caller = await newCaller();
  expect(await usage(caller)).toEqual({ storage: { usedBytes: 0, quotaBytes: quota }, unfinishedUploads: { count: 0, limit: 3 } });
  const riskId = await newRiskId(caller.call);
  const { id } = await attach(caller.call, riskId, text(1_000));
  const comment = await caller.call('POST', '/v1/comments', {
    body: { content: 'Two files.', entityType: 'risk', entityId: riskId, attachments: [text(200), text(300)] },
  });
  expect(comment).toMatchObject({ status: 201 });
  expect(await usedBytesOf(caller)).toBe(1_500);
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect(await caller.call('POST', '/v1/organization/logo', { body: file('a.png', 'image/png', png) })).toMatchObject({ status: 201 });
  expect(await usedBytesOf(caller)).toBe(1_500 + png.length);
  const presigned = await presign(caller.call);
  expect(await usage(caller)).toMatchObject({ unfinishedUploads: { count: 1 } });
  for (const size of [700, 400]) await send(limited.base, presigned, Buffer.alloc(size, 'x'));
  expect(await usage(caller)).toMatchObject({ storage: { usedBytes: 1_900 + png.length }, unfinishedUploads: { count: 0 } });
  expect(await caller.call('POST', '/v1/questionnaire', { body: file('a.csv', 'text/csv', 'Question,Response\r\nWhere?,') })).toMatchObject(
    { status: 201 },
  );
  const [questionnaire] = (await caller.call('GET', '/v1/questionnaire')).body.data;
  expect(await usedBytesOf(caller)).toBe(1_900 + png.length + questionnaire.fileSize);
  for (const url of [`/v1/attachments/${id}`, `/v1/comments/${comment.body.id}`, '/v1/organization/logo', `/v1/uploads/${presigned.id}`])
    expect(await caller.call('DELETE', url), url).toMatchObject({ status: 204 });
  expect(await usedBytesOf(caller)).toBe(questionnaire.fileSize);
});
test('413 as soon as the received bytes exceed the free storage, before the request has ended', async () => {
  const presigned = await presign((await newCaller()).call);
  const request = http.request(new URL(presigned.uploadUrl.replace(/^https?:\/\/[^/]+/, ''), limited.base), {
    method: 'PUT',
    headers: { 'Content-Type': 'application/octet-stream' },
  });
  request.on('error', () => undefined).write(Buffer.alloc(quota + 1));
  const [response]: http.IncomingMessage[] = await once(request, 'response');
  request.destroy();
  expect(response?.statusCode).toBe(413);
});
test('403 without organization:read, and the refusal of a file reveals nothing about the stored files', async () => {
  const caller = await newCaller();
  const { call } = await app.session(caller.organization, ['employee']);
  expect(await call('GET', '/v1/uploads/usage')).toMatchObject({ status: 403, body: { code: 'missing_permission' } });
  const body = { purpose: 'attachment', fileName: 'a.txt', fileType: 'text/plain', size: quota + 1 };
  expect((await caller.call('POST', '/v1/uploads/presign', { body })).body).toEqual({
    success: false,
    code: 'storage_full',
    error: `The storage of the organization has no room for ${quota + 1} more bytes`,
    needed: quota + 1,
  });
});
test('200 with null when storage has no limit', async () => {
  const { base } = await listenOn(app.database, testConfig({ STORAGE_QUOTA: '0' }));
  const {
    organization: { key },
  } = await newCaller();
  expect(await ask(base, 'GET', '/v1/uploads/usage', { key })).toMatchObject({
    status: 200,
    body: { storage: { usedBytes: 0, quotaBytes: null }, unfinishedUploads: { limit: 500 } },
  });
});
test.each([undefined, asProblem.accept])('413 for one byte too many, for every operation, and nothing is stored, as %s', async (accept) => {
  const caller = await newCaller();
  const riskId = await newRiskId(caller.call);
  const presigned = await presign(caller.call, { purpose: 'attachment' });
  expect(await send(limited.base, presigned, Buffer.alloc(4_000, 'x'))).toMatchObject({ status: 200 });
  const { id } = await attach(caller.call, riskId, text(quota - 4_000));
  const before = await keysOf(limited.ports.files, caller.organization.id);
  const target = { entityType: 'risk', entityId: riskId };
  const [member] = (await caller.call('GET', '/v1/people')).body.data;
  for (const [url, body, neededBytes] of [
    ['/v1/attachments', { ...text(1), ...target }, 1],
    ['/v1/attachments', { fileName: 'a.txt', fileType: 'text/plain', fileKey: presigned.fileKey, ...target }, 4_000],
    ['/v1/comments', { content: 'One file.', ...target, attachments: [text(1)] }, 1],
    ['/v1/organization/logo', file('a.png', 'image/png', png), png.length],
    ['/v1/questionnaire', file('a.csv', 'text/csv', 'Q'), 1],
    ['/v1/questionnaire/answers/export', { ...file('a.csv', 'text/csv', 'Q'), format: 'csv' }, 1],
    [`/v1/people/${member.id}/employment-evidence/onboard`, text(1), 1],
    ['/v1/uploads/presign', { purpose: 'general', fileName: 'a', fileType: 'text/plain', size: 1 }, 1],
  ] as const) {
    const answer = await caller.call('POST', url, { body, accept });
    const {
      status,
      body: { error },
    } = storageFull(neededBytes);
    expect(answer, url).toMatchObject({ status, body: accept ? { detail: error } : { error } });
  }
  const other = await presign(caller.call);
  expect(await send(limited.base, other, Buffer.alloc(2, 'x'))).toMatchObject(storageFull(2));
  // Replaced bytes free their storage.
  expect(await send(limited.base, presigned, Buffer.alloc(4_001, 'x'))).toMatchObject(storageFull(4_001));
  expect(await keysOf(limited.ports.files, caller.organization.id)).toEqual(before);
  expect(await usedBytesOf(caller)).toBe(quota);
  expect(await send(limited.base, presigned, Buffer.alloc(3_999, 'y'))).toMatchObject({ status: 200 });
  expect(await caller.call('DELETE', `/v1/attachments/${id}`)).toMatchObject({ status: 204 });
  expect(await usedBytesOf(caller)).toBe(3_999);
  await attach(caller.call, riskId, text(quota - 3_999));
});
test('413 for some of several simultaneous requests, which together never exceed the quota', async () => {
  const caller = await newCaller();
  const riskId = await newRiskId(caller.call);
  const uploads = [await presign(caller.call), await presign(caller.call), await presign(caller.call)];
  const answers = await Promise.all([
    ...uploads.map((presigned) => send(limited.base, presigned, Buffer.alloc(3_000, 'x'))),
    ...Array.from({ length: 5 }, () =>
      caller.call('POST', '/v1/attachments', { body: { ...text(3_000), entityType: 'risk', entityId: riskId } }),
    ),
  ]);
  const statuses = answers.map(({ status }) => status);
  expect(
    statuses.filter((status) => status === 200 || status === 201),
    statuses.join(),
  ).toHaveLength(3);
  expect(statuses.filter((status) => status === 413)).toHaveLength(5);
  expect([await usedBytesOf(caller), (await keysOf(limited.ports.files, caller.organization.id)).length]).toEqual([9_000, 3]);
});
test.each([undefined, asProblem.accept])(
  '409 for more unfinished uploads than allowed, even for simultaneous requests, as %s',
  async (accept) => {
    const caller = await newCaller();
    const begin = () =>
      caller.call('POST', '/v1/uploads/presign', { body: { purpose: 'general', fileName: 'a.txt', fileType: 'text/plain' }, accept });
    const answers = await Promise.all(Array.from({ length: 8 }, begin));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409, 409, 409, 409]);
    const text409 = '3 uploads of the organization wait for their bytes, and no more are allowed';
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ body: accept ? { detail: text409 } : { error: text409 } });
    const [sentUpload, deletedUpload, expiredUpload] = answers.filter(({ status }) => status === 201).map(({ body }) => body);
    await send(limited.base, sentUpload, png);
    expect(await begin()).toMatchObject({ status: 201 });
    expect(await begin()).toMatchObject({ status: 409 });
    await caller.call('DELETE', `/v1/uploads/${deletedUpload.id}`);
    expect(await begin()).toMatchObject({ status: 201 });
    await app.database.system
      .updateTable('upload')
      .set({ expires_at: sql<string>`now()` })
      .where('id', '=', expiredUpload.id)
      .execute();
    expect(await begin()).toMatchObject({ status: 201 });
  },
);
test('the counted storage equals the stored bytes exactly', async () => {
  const { rows } =
    await sql`select organization_id from stored_file group by organization_id having sum(size) <> (select bytes from storage_usage u where u.id = organization_id)`.execute(
      app.database.system,
    );
  expect(rows).toEqual([]);
});
test('each column that names a file references the stored file, and frees its storage', async () => {
  const { rows } = await sql<{ name: string; refers: boolean; forgets: boolean; changes: boolean }>`
    select c.relname || '.' || a.attname as name,
      exists (select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and f.confrelid = 'stored_file'::regclass and a.attnum = any (f.conkey)) as refers,
      c.relname = 'organization' or exists (select from pg_trigger t join pg_proc p on p.oid = t.tgfoid where t.tgrelid = c.oid and p.proname = 'forget_file' and t.tgtype & 8 <> 0 and encode(t.tgargs, 'escape') = a.attname || '\\000') as forgets,
      c.relname = 'attachment' or exists (select from pg_trigger t join pg_proc p on p.oid = t.tgfoid where t.tgrelid = c.oid and p.proname = 'forget_file' and t.tgtype & 16 <> 0 and encode(t.tgargs, 'escape') = a.attname || '\\000') as changes
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and a.attname ~ '^(file|content|export|logo|image|badge|favicon|document|pdf|docx|inventory|report)_key$' and c.relname || '.' || a.attname <> 'upload.file_key' order by 1`.execute(
    app.database.system,
  );
  expect(rows.map(({ name }) => name)).toEqual([
    'attachment.file_key',
    'engagement_letter.pdf_key',
    'engagement_letter_signature.file_key',
    'evidence_automation_version.file_key',
    'evidence_export.file_key',
    'evidence_file.file_key',
    'integration_connection.inventory_key',
    'isms_version.docx_key',
    'isms_version.pdf_key',
    'knowledge_base_document.file_key',
    'organization.logo_key',
    'organization_chart.file_key',
    'penetration_test.report_key',
    'policy.pdf_key',
    'policy_version.pdf_key',
    'questionnaire.export_key',
    'questionnaire.file_key',
    'trust_certificate.file_key',
    'trust_custom_framework.badge_key',
    'trust_document.file_key',
    'trust_nda_agreement.pdf_key',
    'trust_portal.favicon_key',
    'upload.content_key',
  ]);
  // The file of a policy is the file of its current version, whose row frees the storage.
  const owningColumns = rows.filter(({ name }) => name !== 'policy.pdf_key');
  // The files of an approved document never change.
  const isFixed = (name: string) => name.startsWith('isms_version.');
  expect(owningColumns.filter(({ name, refers, forgets, changes }) => !refers || !forgets || changes === isFixed(name))).toEqual([]);
});
test('only code that counts storage writes files into the store', () => {
  const code = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/^(platform\/ports|admin|demonstration)\//.test(name),
  );
  const writingFiles = code.filter((name) => /\bfiles\.put\(|\.keep\(/.test(readFileSync(path.join('server', name), 'utf8')));
  expect(writingFiles).toEqual(expect.arrayContaining(['platform/files/store.ts']));
  // Files for a single download are stored in a folder that is emptied regularly, and do not count as storage of the organization. The PDF
  // of a signed letter is counted when its row is written.
  const allowedFiles = [
    'platform/files/store.ts',
    'areas/audits/letter-of-engagement/runs/documents.ts',
    'platform/files/downloads.ts',
    'platform/jobs/store.ts',
    'areas/collaboration/uploads/handlers.ts',
  ];
  expect(writingFiles.filter((name) => !allowedFiles.includes(name))).toEqual([]);
});
test('a file name with a path is only a name, and never leads to another folder', async () => {
  const caller = await newCaller();
  const riskId = await newRiskId(caller.call);
  for (const fileName of ['../../etc/passwd', '/etc/shadow', '..\\..\\boot.ini', 'a/../../b', '~drafts/x', '.%2e/%2e%2e/x', '…/x']) {
    await attach(caller.call, riskId, { ...textFile, fileName });
    await presign(caller.call, { fileName }).then((presigned) => send(limited.base, presigned, png));
  }
  const step = '[A-Za-z0-9_][A-Za-z0-9_.-]*';
  for (const key of await keysOf(limited.ports.files, caller.organization.id))
    expect(key).toMatch(new RegExp(`^${caller.organization.id}(/${step})+$`));
});
