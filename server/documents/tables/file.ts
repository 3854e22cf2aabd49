/** Exports a table as CSV or as a workbook, with the same columns. */
import { Readable } from 'node:stream';
import type { components } from '#generated/api';
import { Deferred } from '#contract/replies';
import { toCsv } from '../spreadsheets/csv.ts';
import { dispositionOf } from '#platform/ports/file-links';
import { splitList } from '#platform/workers/work';
import { renderWorkbook } from './render.ts';
import type { Table } from './table.ts';

const rowsPerChunk = 100;

interface Reply<Type extends string, Body> {
  readonly status: 200;
  readonly type: Type;
  readonly headers: { readonly 'Content-Disposition': string };
  readonly body: Body;
}
export type TableReply = Reply<'text/csv', Readable> | Reply<'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', Buffer>;

/** @param name the name of the file without its extension @returns the response with the file, which is created after the transaction */
export function createTableFile(
  organizationId: string,
  name: string,
  format: components['schemas']['TableFormat'],
  table: Table,
): Deferred<TableReply> {
  const headers = { 'Content-Disposition': dispositionOf(`${name}.${format}`, false) };
  return new Deferred<TableReply>(async () =>
    format === 'csv'
      ? { status: 200, type: 'text/csv', headers, body: Readable.from(linesOf(table)) }
      : {
          status: 200,
          type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
          headers,
          body: await renderWorkbook(organizationId, table),
        },
  );
}

/** Yields the CSV in chunks, so that a long table does not block the event loop. */
function* linesOf({ columns, rows }: Table): Generator<Buffer> {
  yield toCsv([columns.map(({ heading }) => heading)]);
  for (const group of splitList(rows, rowsPerChunk)) yield toCsv(group);
}
