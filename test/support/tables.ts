/** Tables that are sent and fetched. */
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { readWorkbook } from '../../server/documents/extraction/workbook.ts';
import type { Caller } from './app.ts';
import { types } from './documents.ts';

type Call = Caller['call'];

/** Sends a table. */
export const sendTable = (call: Call, address: string, bytes: string | Uint8Array, fileType = 'text/csv') =>
  call('POST', address, {
    body: {
      fileName: fileType === types.xlsx ? 'table.xlsx' : 'table.csv',
      fileType,
      fileData: Buffer.from(bytes).toString('base64'),
    },
  });

/** The same where it has to be accepted. @returns the results and their numbers */
export async function importedTable(...sent: Parameters<typeof sendTable>) {
  const answer = await sendTable(...sent);
  expect(answer, answer.text.slice(0, 2000)).toMatchObject({ status: 200, body: { results: expect.any(Array) } });
  return answer.body;
}

/** @returns the rows of an export, the headings first, and its bytes */
export async function exportedTable(call: Call, address: string, format: 'csv' | 'xlsx' = 'csv') {
  const answer = await call('GET', `${address}?format=${format}`);
  expect(answer, answer.text.slice(0, 500)).toMatchObject({ status: 200 });
  const bytes = new Uint8Array(answer.bytes);
  const rows: string[][] =
    format === 'csv' ? parse(Buffer.from(bytes)) : readWorkbook(bytes).flatMap((block) => block.rows.map((row) => [...row]));
  return { rows, bytes, fileName: answer.headers.get('content-disposition') ?? '' };
}
