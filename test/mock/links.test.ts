/** Links to files in answers lead to the mock, and there is a file. */
import { beforeAll, describe, expect, test } from 'vitest';
import { call } from '../support/app.ts';
import { contract, resolve } from '../support/contract.ts';
import { addressesIn, isLinkToFile } from './examples.ts';
import { ask, successOf } from './ask.ts';
import { fileIn, textIn, types } from './files.ts';
import { startMock } from './start.ts';

let base: string;
beforeAll(async () => {
  base = await startMock();
});

const linking = contract.flatMap(({ responses, ...operation }) => {
  const success = successOf(responses);
  const examples = Object.entries(success?.answer.content?.['application/json']?.examples ?? {}).filter(([, example]) =>
    addressesIn(resolve(example).value).some(({ address }) => isLinkToFile(address)),
  );
  return examples.map(([example]) => ({ ...operation, status: success?.status, example }));
});

test.each(linking)('$status with links that work: $id, $example', async ({ method, path, bodies, status, example }) => {
  const answer = await ask(method, path, { body: bodies[0], prefer: `code=${status}, example=${example}` });
  expect(answer.status, answer.text).toBe(status);
  const addresses = addressesIn(answer.body);
  expect(addresses.filter(({ address }) => isLinkToFile(address) && !address.startsWith(`${base}/`))).toEqual([]);
  // Logos are the server's own, and have a test below.
  const own = addresses.filter((one) => one.address.startsWith(`${base}/`) && !one.address.startsWith(`${base}/logos/`));
  for (const { name, address, record } of own) {
    if (name === 'uploadUrl') {
      expect(await call('', 'PUT', address, { raw: new Uint8Array([0, 255, 1]) })).toMatchObject({ status: 200 });
      continue;
    }
    const linked = await call('', 'GET', address, {});
    expect(linked.status, linked.text).toBe(200);
    const file = await fileIn(linked);
    expect(file.byHeader, file.name).toBe(file.byName);
    if (file.byHeader?.startsWith('text/')) expect(linked.text).not.toBe('');
    else expect(file.byBytes, file.name).toBe(file.byName);
    if ('fileName' in record) expect(file.name).toBe(record.fileName);
  }
});
test('the contract has links in more than one area', () => {
  expect(new Set(linking.map(({ registry }) => registry.area)).size).toBeGreaterThan(5);
});

describe('files', () => {
  test.each(Object.entries(types))('200 with a real file for a name that ends in %s', async (ending, type) => {
    const answer = await call(base, 'GET', `/files/${encodeURIComponent(`Évidence "1", <b> & 日本.${ending}`)}?signature=x`, {});
    expect(answer.status).toBe(200);
    const file = await fileIn(answer);
    expect(file).toMatchObject({ byName: type, byHeader: type });
    // A drawing is text, and has no first bytes of its own.
    if (file.byBytes !== undefined) expect(file.byBytes).toBe(ending === 'svg' ? 'application/xml' : type);
    const isPicture = type.startsWith('image/') && ending !== 'svg';
    if (isPicture) expect(file.byBytes).toBe(type);
    else expect(await textIn(type, answer)).toContain('vidence');
  });
  test('200 without a type of its own for a name of unknown ending', async () => {
    const answer = await call(base, 'GET', '/files/backup.tar', {});
    expect(answer).toMatchObject({ status: 200, text: 'backup' });
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
  });
  test('200 to be shown instead of downloaded where the link was asked for so', async () => {
    const [download, inline] = await Promise.all(
      ['', '?disposition=inline'].map(async (query) => {
        const { body } = await ask('GET', `/v1/attachments/att_1/download${query}`);
        return (await call('', 'GET', body.downloadUrl, {})).headers.get('content-disposition');
      }),
    );
    expect([download, inline]).toEqual([expect.stringMatching(/^attachment;/), expect.stringMatching(/^inline;/)]);
  });
  test('200 with the logos of providers, which every server has', async () => {
    const { body } = await ask('GET', '/v1/integrations/connections/providers');
    expect(body.data.length).toBeGreaterThan(0);
    for (const { logoUrl } of body.data) {
      expect(logoUrl).toMatch(new RegExp(`^${base}/logos/`));
      expect(await call('', 'GET', logoUrl, {})).toMatchObject({ status: 200 });
    }
  });
  test('400, 404 for what is no name', async () => {
    expect(await call(base, 'GET', '/files/%E0%A4%A', {})).toMatchObject({ status: 400, body: { success: false } });
    expect(await call(base, 'GET', '/files/', {})).toMatchObject({ status: 404, body: { success: false } });
  });
});

describe('uploads', () => {
  test('200 once all bytes have come, and not before', async () => {
    const { body } = await ask('POST', '/v1/uploads/presign', {
      body: { purpose: 'general', fileName: 'a.bin', fileType: 'application/x-a' },
    });
    let answeredEarly: boolean | undefined;
    let isAnswered = false;
    async function* bytes() {
      yield new Uint8Array(1_000);
      // The mock had the time to answer another request.
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
