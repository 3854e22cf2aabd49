/** Tests that files are extracted from a JSON body while it is received, for any spelling of the JSON and any size of the chunks. */
import { describe, expect, test } from 'vitest';
import { RefusalError } from '#platform/refusals/refusal';
import { extractFiles } from '#contract/file-fields';
import { MalformedJson, parseJson } from '#contract/json';
import { cpuTimeOf } from '../support/cpu-time.ts';

async function* inChunks(text: string | Buffer, length: number) {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length);
}

/** @returns the parsed body, in which names replace the files, and the files by these names */
async function read(text: string | Buffer, { fields = ['fileData'], length = 7 } = {}) {
  const files = new Map<string, string>();
  const parsedBody = await extractFiles(inChunks(text, length), fields, async (content) => {
    const parts: Uint8Array[] = [];
    if (!(content instanceof Uint8Array)) for await (const part of content) parts.push(part);
    const name = `draft-${files.size}`;
    files.set(name, Buffer.concat(parts).toString('latin1'));
    return name;
  });
  return { body: parseJson(parsedBody), files: [...files.values()] };
}

const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64');

test.each([1, 2, 3, 5, 64, 10_000])('reads a body in chunks of %i bytes', async (length) => {
  const longText = 'Minutes of the meeting. '.repeat(300);
  const text = JSON.stringify(
    {
      fileName: 'a"b\\c.txt',
      fileData: base64(longText),
      more: [{ fileData: base64('two') }, { fileData: '' }, { note: 'fileData: "x"', fileData: base64('three!') }],
    },
    undefined,
    2,
  );
  expect(await read(text, { length })).toEqual({
    body: {
      fileName: 'a"b\\c.txt',
      fileData: 'draft-0',
      more: [{ fileData: 'draft-1' }, { fileData: '' }, { note: 'fileData: "x"', fileData: 'draft-2' }],
    },
    files: [longText, 'two', 'three!'],
  });
});
test('decodes escaped characters in the file and in the field name', async () => {
  const data = Buffer.from('fbfffe', 'hex').toString('base64');
  expect(data).toBe('+//+');
  const { body, files } = await read(`{"fileD\\u0061ta" : "\\u002b\\/\\/\\u002B"}`);
  expect(body).toEqual({ fileData: 'draft-0' });
  expect(Buffer.from(files[0] ?? '', 'latin1').toString('hex')).toBe('fbfffe');
});
test('does not change a file field whose value is not a string', async () => {
  for (const value of [null, 7, true, ['eA=='], { a: 'eA==' }])
    expect(await read(JSON.stringify({ fileData: value, other: 'eA==' }))).toEqual({ body: { fileData: value, other: 'eA==' }, files: [] });
});
test('does not change a string that contains the text of a file field', async () => {
  for (const body of [['fileData', 'eA=='], { a: 'fileData', b: 'eA==' }, { a: '"fileData":"eA=="' }])
    expect(await read(JSON.stringify(body))).toEqual({ body, files: [] });
});
test('extracts files from the fields that are passed', async () => {
  expect(await read('{"badge":"eA==","fileData":"eA=="}', { fields: ['badge'] })).toEqual({
    body: { badge: 'draft-0', fileData: 'eA==' },
    files: ['x'],
  });
});

describe('invalid base64 is rejected at any position', () => {
  const validBase64 = base64('x'.repeat(300));
  test.each([
    'A',
    'AA',
    'AAA',
    'AAAA\n',
    'AAAA=',
    '=AAA',
    'AA==AAAA',
    'AB==',
    'AAA=AAA=',
    'no base64!',
    'data:image/png;base64,AAAA',
    'AA-_',
    'äöü=',
    '"',
    '\\',
    `${validBase64}!`,
    `${validBase64}A`,
    ` ${validBase64}`,
    `${validBase64.slice(0, 100)} ${validBase64.slice(100)}`,
  ])('%j', async (text) => {
    for (const length of [1, 7, 10_000]) {
      const { body } = await read(JSON.stringify({ fileData: text, after: 'kept' }), { length });
      expect(body).toEqual({ fileData: '!', after: 'kept' });
    }
  });
});
test.each(['\0', '\ud800', 'AAAA\udc00'])('rejects a text with %j at its field', async (text) => {
  await expect(read(JSON.stringify({ files: [{ fileData: text }] }))).rejects.toMatchObject({ field: 'files.0.fileData' });
});
test.each([
  '{"fileData":"AAAA',
  '{"fileData":"AAAA\\',
  '{"fileData":"AAAA\\u00',
  '{"fileData":"\\u00zz"}',
  '{"fileData":"AAAA"',
  '{"fileData":',
])('rejects %j as invalid JSON', async (text) => {
  await expect(read(text)).rejects.toThrow(MalformedJson);
});
test('rejects a duplicate field name', async () => {
  await expect(read('{"fileData":"AAAA","fileData":"AAAA"}')).rejects.toMatchObject({ field: 'fileData', message: 'is given twice' });
});
test('accepts 1 MiB of body without the files, however large the files are', async () => {
  const file = `"fileData":"${base64('x'.repeat(3_000_000))}"`;
  const { body, files } = await read(`{${file},"text":"${'y'.repeat(1_000_000)}"}`, { length: 65_536 });
  expect([body, files[0]?.length]).toEqual([{ fileData: 'draft-0', text: 'y'.repeat(1_000_000) }, 3_000_000]);
  await expect(read(`{${file},"text":"${'y'.repeat(1_048_576)}"}`, { length: 65_536 })).rejects.toThrow(RefusalError);
});
test('accepts 100 files at most', async () => {
  const files = (count: number) => JSON.stringify(Array.from({ length: count }, () => ({ fileData: 'eA==' })));
  expect((await read(files(100))).files).toHaveLength(100);
  await expect(read(files(101))).rejects.toThrow('holds more than 100 files');
});
test('parses even the slowest inputs quickly', async () => {
  const time = await cpuTimeOf(async () => {
    for (const text of ['\\/'.repeat(1_000_000), '\\u002b'.repeat(400_000), '\\\\'.repeat(500_000)])
      await read(`{"fileData":"${text}"}`, { length: 65_536 });
    await read(`{"a":"${'\\"'.repeat(400_000)}"}`, { length: 65_536 });
  });
  expect(time).toBeLessThan(10_000);
});
