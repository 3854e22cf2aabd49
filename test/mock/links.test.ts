/** Links to files in answers lead to the mock, which returns a file for them. */
import { beforeAll, describe, expect, test } from 'vitest';
import { call } from '../support/app.ts';
import { contract, resolve } from '../support/contract.ts';
import { addressesIn, isLinkToFile } from './examples.ts';
import { ask, successOf } from './ask.ts';
import { describeFile, textIn, types } from './files.ts';
import { startMock } from './start.ts';

let base: string;
beforeAll(async () => {
  base = await startMock();
});

const withLinks = contract.flatMap(({ responses, ...operation }) => {
  const success = successOf(responses);
  const examples = Object.entries(success?.answer.content?.['application/json']?.examples ?? {}).filter(([, example]) =>
    addressesIn(resolve(example).value).some(({ address }) => isLinkToFile(address)),
  );
  return examples.map(([example]) => ({ ...operation, status: success?.status, example }));
});

test.each(withLinks)('$status with links that work: $id, $example', async ({ method, path, bodies, status, example }) => {
  const answer = await ask(method, path, { body: bodies[0], prefer: `code=${status}, example=${example}` });
  expect(answer.status, answer.text).toBe(status);
  const addresses = addressesIn(answer.body);
  expect(addresses.filter(({ address }) => isLinkToFile(address) && !address.startsWith(`${base}/`))).toEqual([]);
  // The server itself serves logos, which have a separate test below.
  const fileAddresses = addresses.filter((one) => one.address.startsWith(`${base}/`) && !one.address.startsWith(`${base}/logos/`));
  for (const { name, address, record } of fileAddresses) {
    if (name === 'uploadUrl') {
      expect(await call('', 'PUT', address, { raw: new Uint8Array([0, 255, 1]) })).toMatchObject({ status: 200 });
      continue;
    }
    const linkedFile = await call('', 'GET', address, {});
    expect(linkedFile.status, linkedFile.text).toBe(200);
    const file = await describeFile(linkedFile);
    expect(file.byHeader, file.name).toBe(file.byName);
    if (file.byHeader?.startsWith('text/')) expect(linkedFile.text).not.toBe('');
    else expect(file.byBytes, file.name).toBe(file.byName);
    if ('fileName' in record) expect(file.name).toBe(record.fileName);
  }
});
test('more than one area of the contract has links', () => {
  expect(new Set(withLinks.map(({ registry }) => registry.area)).size).toBeGreaterThan(5);
});

describe('files', () => {
  test.each(Object.entries(types))('200 with a real file for a name with the extension %s', async (extension, type) => {
    const answer = await call(base, 'GET', `/files/${encodeURIComponent(`Évidence "1", <b> & 日本.${extension}`)}?signature=x`, {});
    expect(answer.status).toBe(200);
    const file = await describeFile(answer);
    expect(file).toMatchObject({ byName: type, byHeader: type });
    // An SVG is text, so its first bytes only show that it is XML.
    if (file.byBytes !== undefined) expect(file.byBytes).toBe(extension === 'svg' ? 'application/xml' : type);
    const isPicture = type.startsWith('image/') && extension !== 'svg';
    if (isPicture) expect(file.byBytes).toBe(type);
    else expect(await textIn(type, answer)).toContain('vidence');
  });
  test('200 with a generic type for a name with an unknown extension', async () => {
    const answer = await call(base, 'GET', '/files/backup.tar', {});
    expect(answer).toMatchObject({ status: 200, text: 'backup' });
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
  });
  test('200 with an inline file if the link was requested as inline', async () => {
    const [download, inline] = await Promise.all(
      ['', '?disposition=inline'].map(async (query) => {
        const { body } = await ask('GET', `/v1/attachments/att_1/download${query}`);
        return (await call('', 'GET', body.downloadUrl, {})).headers.get('content-disposition');
      }),
    );
    expect([download, inline]).toEqual([expect.stringMatching(/^attachment;/), expect.stringMatching(/^inline;/)]);
  });
  test('200 with the logos of providers', async () => {
    const { body } = await ask('GET', '/v1/integrations/connections/providers');
    expect(body.data.length).toBeGreaterThan(0);
    for (const { logoUrl } of body.data) {
      expect(logoUrl).toMatch(new RegExp(`^${base}/logos/`));
      expect(await call('', 'GET', logoUrl, {})).toMatchObject({ status: 200 });
    }
  });
  test('400 and 404 for invalid file names', async () => {
    expect(await call(base, 'GET', '/files/%E0%A4%A', {})).toMatchObject({ status: 400, body: { success: false } });
    expect(await call(base, 'GET', '/files/', {})).toMatchObject({ status: 404, body: { success: false } });
  });
});

describe('uploads', () => {
  test('200 only once all bytes have arrived', async () => {
    const { body } = await ask('POST', '/v1/uploads/presign', {
      body: { purpose: 'general', fileName: 'a.bin', fileType: 'application/x-a' },
    });
    let answeredEarly: boolean | undefined;
    let isAnswered = false;
    async function* bytes() {
      yield new Uint8Array(1_000);
      // The mock answers another request before the rest of the bytes is sent.
      await ask('GET', '/v1/risks');
      answeredEarly = isAnswered;
      yield new Uint8Array(1_000);
    }
    const answer = await fetch(body.uploadUrl, { method: 'PUT', body: ReadableStream.from(bytes()), duplex: 'half' });
    isAnswered = true;
    expect(answer.status).toBe(200);
    await answer.text();
    expect(answeredEarly).toBe(false);
  });
});
