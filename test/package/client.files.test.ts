/** Tests uploads and downloads with the client, with the files of the service and with those of a bucket. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ClientOptions, createClient, orThrow, type UploadProgress } from '#generated/client';
import { listenOn, startApp, testConfig } from '../support/app.ts';
import { attach, newRiskId } from '../support/attachments.ts';
import { type Moto, motoProgram, startMoto } from '../support/moto.ts';
import { newOrganization } from '../support/organization.ts';

const app = startApp();
const minutes = new TextEncoder().encode('Minutes of May');

interface SentRequest {
  readonly target: string;
  readonly key: string | null;
  readonly credentials: string;
}
/** Creates a client that records what it sends. It reaches links at the address of the test, because they have the public one. */
async function createOwner(options: Partial<ClientOptions> = {}) {
  const { call, organization } = await app.caller();
  const requests: SentRequest[] = [];
  const client = createClient({
    baseUrl: app.base,
    apiKey: organization.key,
    fetch(request) {
      const { pathname } = new URL(request.url);
      const { method, headers, credentials } = request;
      requests.push({ target: `${method} ${pathname}`, key: headers.get('X-API-Key'), credentials });
      return fetch(new Request(request.url.replace('http://localhost:3000', app.base), request));
    },
    ...options,
  });
  return { call, client, organization, requests };
}
type Owner = Awaited<ReturnType<typeof createOwner>>;

async function attachUpload({ call, client }: Pick<Owner, 'call' | 'client'>, fileKey: string) {
  const body = { entityType: 'risk', entityId: await newRiskId(call), fileName: 'minutes.txt', fileType: 'text/plain', fileKey } as const;
  return orThrow(client.POST('/v1/attachments', { body }));
}

describe('upload', () => {
  test('the key of a file, a blob and bytes is taken, and the signed address gets no credential', async () => {
    const owner = await createOwner();
    const { client, organization, requests } = owner;
    const named = { purpose: 'attachment', fileName: 'minutes.txt' } as const;
    for (const fileKey of [
      await client.upload(new File([minutes], 'minutes.txt', { type: 'text/plain' }), { purpose: 'attachment' }),
      await client.upload(new Blob([minutes], { type: 'text/plain' }), named),
      await client.upload(minutes, { ...named, fileType: 'text/plain' }),
      await client.upload(Uint8Array.from([0, ...minutes, 0]).subarray(1, -1), { ...named, fileType: 'text/plain' }),
    ]) {
      expect(await attachUpload(owner, fileKey)).toMatchObject({ name: 'minutes.txt', mimeType: 'text/plain', size: minutes.length });
    }
    const [created, sent] = requests;
    expect(created).toMatchObject({ target: 'POST /v1/uploads/presign', key: organization.key });
    expect(sent).toEqual({ target: expect.stringMatching(/^PUT .*\/content$/), key: null, credentials: 'omit' });
  });
  test('the purpose is general and the type that of any bytes, unless they are named', async () => {
    const { client, call } = await createOwner();
    const fileKey = await client.upload(minutes, { fileName: 'minutes' });
    expect(fileKey).toContain('/uploads/general/');
    const [upload] = await app.database.system.selectFrom('upload').select(['id', 'file_type']).where('file_key', '=', fileKey).execute();
    expect(upload?.file_type).toBe('application/octet-stream');
    expect((await call('GET', `/v1/uploads/${upload?.id}`)).body).toMatchObject({ status: 'uploaded', size: minutes.length });
  });
  test('the progress rises up to the size of the file, and the bytes arrive unchanged', async () => {
    const owner = await createOwner();
    const bytes = new Uint8Array(300_000).fill(97);
    const progress: UploadProgress[] = [];
    const fileKey = await owner.client.upload(bytes, {
      purpose: 'attachment',
      fileName: 'long.txt',
      fileType: 'text/plain',
      onProgress: (state) => void progress.push(state),
    });
    const total = bytes.length;
    expect(progress).toEqual([65_536, 131_072, 196_608, 262_144, total].map((sent) => ({ sent, total })));
    expect(await attachUpload(owner, fileKey)).toMatchObject({ size: bytes.length });
  });
  test('a refusal is thrown, of the upload and of its bytes, and nothing is sent for a file without a name', async () => {
    const { client, requests } = await createOwner();
    await expect(client.upload(minutes, { fileName: '' })).rejects.toMatchObject({ status: 400, details: { fileName: expect.anything() } });
    await expect(client.upload(new Uint8Array(), { fileName: 'empty.txt' })).rejects.toMatchObject({
      status: 400,
      details: { size: expect.anything() },
    });
    requests.length = 0;
    // @ts-expect-error  a file without a name
    await expect(client.upload(new Blob([minutes]))).rejects.toThrow(TypeError);
    expect(requests).toEqual([]);
    const { client: misledClient } = await createOwner({
      fetch: (request) =>
        fetch(new Request(request.url.replace('http://localhost:3000', app.base).replace(/signature=\w/, 'signature='), request)),
    });
    await expect(misledClient.upload(minutes, { fileName: 'minutes.txt' })).rejects.toMatchObject({
      name: 'ApiError',
      status: 403,
      code: 'signature_invalid',
      requestId: expect.stringMatching(/^req_/),
    });
  });
  test('an upload ends with the reason of its signal, before and while it is sent', async () => {
    const { client } = await createOwner();
    const reason = new Error('The dialog was closed');
    await expect(client.upload(minutes, { fileName: 'a.txt', signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const onProgress = () => controller.abort(reason);
    const sending = client.upload(new Uint8Array(1_000_000), { fileName: 'a.bin', signal: controller.signal, onProgress });
    await expect(sending).rejects.toBe(reason);
  });
  test('bytes are sent again after a 503, with the same signed address', async () => {
    let sentCount = 0;
    const repeatedOperations: string[] = [];
    const { client } = await createOwner({
      async fetch(request) {
        if (request.method === 'PUT' && (sentCount += 1) === 1) return new Response(null, { status: 503, headers: { 'Retry-After': '0' } });
        return fetch(new Request(request.url.replace('http://localhost:3000', app.base), request));
      },
      onRetry: ({ operation }) => void repeatedOperations.push(operation),
    });
    for (const options of [{}, { onProgress: () => {} }]) {
      sentCount = 0;
      expect(await client.upload(minutes, { fileName: 'a.txt', ...options })).toMatch(/a\.txt$/);
      expect(sentCount).toBe(2);
    }
    expect(repeatedOperations).toEqual(['PUT /v1/uploads/{id}/content', 'PUT /v1/uploads/{id}/content']);
  });
});

describe('download', () => {
  test('a link is followed without a credential, and the file has its name and type', async () => {
    const { call, client, organization, requests } = await createOwner();
    const attachment = await attach(call, await newRiskId(call), { fileName: 'Größe & Maß.txt' });
    const file = await client.download('/v1/attachments/{attachmentId}/download', {
      params: { path: { attachmentId: attachment.id }, query: { disposition: 'inline' } },
    });
    expect([file.name, file.type.split(';')[0], await file.text()]).toEqual(['Größe & Maß.txt', 'text/plain', 'Restored in 52 minutes.\n']);
    expect(file).toBeInstanceOf(File);
    expect(requests).toEqual([
      expect.objectContaining({ target: `GET /v1/attachments/${attachment.id}/download`, key: organization.key }),
      { target: expect.stringMatching(/^GET /), key: null, credentials: 'omit' },
    ]);
  });
  test('a file in the answer has its name and type, also if the answer is JSON', async () => {
    const { call, client, requests } = await createOwner();
    await newRiskId(call);
    const log = await client.download('/v1/audit-logs/export');
    expect([log.name, log.type]).toEqual([expect.stringMatching(/^audit-log.*\.ndjson$/), 'application/x-ndjson']);
    expect(await log.text()).toContain('"entityType":"risk"');
    expect(requests).toHaveLength(1);
    const controls = await client.download('/v1/controls/export');
    expect([controls.name, controls.type.split(';')[0]]).toEqual([expect.stringMatching(/\.csv$/), 'text/csv']);
  });
  test('a download by POST sends its body', async () => {
    const { client, organization } = await createOwner();
    await expect(
      client.download('/v1/soa/export', { body: { documentId: 'soa_doc_none', organizationId: organization.id } }),
    ).rejects.toMatchObject({ status: 404, code: 'soa_document_not_found' });
  });
  test('a refusal is thrown, of the operation and of the link', async () => {
    const { client } = await createOwner();
    const path = { attachmentId: 'att_none' };
    await expect(client.download('/v1/attachments/{attachmentId}/download', { params: { path } })).rejects.toMatchObject({
      status: 404,
      requestId: expect.stringMatching(/^req_/),
    });
    const { call, client: misledClient } = await createOwner({
      fetch: (request) =>
        fetch(new Request(request.url.replace('http://localhost:3000', app.base).replace(/signature=\w/, 'signature='), request)),
    });
    const { id: attachmentId } = await attach(call, await newRiskId(call));
    await expect(
      misledClient.download('/v1/attachments/{attachmentId}/download', { params: { path: { attachmentId } } }),
    ).rejects.toMatchObject({ name: 'ApiError', status: 403, requestId: expect.stringMatching(/^req_/) });
    await expect(client.download('/v1/audit-logs/export', { signal: AbortSignal.abort(new Error('The page was left')) })).rejects.toThrow(
      'The page was left',
    );
  });
});

const installed = motoProgram() !== undefined || process.env.CI === 'true';
describe.runIf(installed)('with a bucket', () => {
  let moto: Moto;
  let base: string;
  beforeAll(async () => {
    moto = await startMoto();
    ({ base } = await listenOn(app.database, testConfig(moto.env)));
  });
  afterAll(() => moto.end());

  test.each([
    ['without progress', undefined],
    ['with progress', () => {}],
  ])('a file is sent to the bucket %s, and read from there', async (_how, onProgress) => {
    const organization = await newOrganization(app.database);
    const client = createClient({ baseUrl: base, apiKey: organization.key });
    const { data: risk } = await orThrow(
      client.POST('/v1/risks', { body: { title: 'Fire', description: 'It burns.', category: 'technology' } }),
    );
    const fileKey = await client.upload(new File([minutes], 'Größe.txt', { type: 'text/plain' }), { purpose: 'attachment', onProgress });
    const body = { entityType: 'risk', entityId: risk.id, fileName: 'Größe.txt', fileType: 'text/plain', fileKey } as const;
    const { id: attachmentId, downloadUrl } = await orThrow(client.POST('/v1/attachments', { body }));
    expect(downloadUrl).toContain(moto.env.S3_ENDPOINT);
    const file = await client.download('/v1/attachments/{attachmentId}/download', { params: { path: { attachmentId } } });
    expect([file.name, file.type.split(';')[0], await file.text()]).toEqual(['Größe.txt', 'text/plain', 'Minutes of May']);
  });
});
