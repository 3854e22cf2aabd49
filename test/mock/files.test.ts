/** Tests that the mock creates real files. */
import { expect, test } from 'vitest';
import { createFile, isFile } from '../../mock/files.ts';
import { textIn } from './files.ts';

test.each([
  ['application/x-ndjson', '{"id":1}\n{"id":2}\n'],
  ['text/csv', 'Name,Answer\nAda,Yes\n'],
  ['application/pdf', 'Statement of Applicability\nISO 27001'],
  ['application/zip', 'policies/access.pdf\npolicies/backup.pdf'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'Question,Answer\nIs data encrypted?,Yes'],
])('%s is a real file that contains the text of its example', async (type, example) => {
  if (!isFile(type)) throw new Error(`${type} is no file`);
  const bytes = await createFile(type, example);
  expect(await textIn(type, { bytes, text: Buffer.from(bytes).toString() })).toBe(example);
});
test('JSON is not returned as a file', () => {
  expect(['application/json', 'application/problem+json', undefined].map(isFile)).toEqual([false, false, false]);
});
