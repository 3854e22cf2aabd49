/** Imports and exports tables for tests. */
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { readWorkbook } from '#documents/extraction/workbook';
import type { Caller } from './app.ts';
import { types } from './documents.ts';

type Call = Caller['call'];

/** Uploads a table. */
export const sendTable = (call: Call, address: string, bytes: string | Uint8Array, fileType = 'text/csv') =>
  call('POST', address, {
    body: {
      fileName: fileType === types.xlsx ? 'table.xlsx' : 'table.csv',
      fileType,
      fileData: Buffer.from(bytes).toString('base64'),
    },
  });

/** Uploads a table, which must be accepted. @returns the results and their counts */
export async function importTable(...parameters: Parameters<typeof sendTable>) {
  const answer = await sendTable(...parameters);
  expect(answer, answer.text.slice(0, 2000)).toMatchObject({ status: 200, body: { results: expect.any(Array) } });
  return answer.body;
}

/** @returns the rows of an export, headings first, and its bytes */
export async function exportTable(call: Call, address: string, format: 'csv' | 'xlsx' = 'csv') {
  const answer = await call('GET', `${address}?format=${format}`);
  expect(answer, answer.text.slice(0, 500)).toMatchObject({ status: 200 });
  const bytes = new Uint8Array(answer.bytes);
  const rows: string[][] =
    format === 'csv' ? parse(Buffer.from(bytes)) : readWorkbook(bytes).flatMap((block) => block.rows.map((row) => [...row]));
  return { rows, bytes, fileName: answer.headers.get('content-disposition') ?? '' };
}
