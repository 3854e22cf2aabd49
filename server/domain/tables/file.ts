/** Tables that people take along: CSV or a workbook, with the same columns. */
import { Readable } from 'node:stream';
import type { components } from '../../../generated/api.d.ts';
import { Deferred } from '../../contract/replies.ts';
import { csvOf } from '../../documents/spreadsheets/csv.ts';
import { dispositionOf } from '../../platform/ports/file-links.ts';
import { groupsOf } from '../../platform/workers/work.ts';
import { render } from './render.ts';
import type { Table } from './table.ts';

const rowsInPiece = 100;

interface Reply<Type extends string, Body> {
  readonly status: 200;
  readonly type: Type;
  readonly headers: { readonly 'Content-Disposition': string };
  readonly body: Body;
}
export type TableReply = Reply<'text/csv', Readable> | Reply<'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', Buffer>;

/** @param name of the file without its extension @returns the answer with the file, made after the transaction */
export function tableFile(
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
          body: await render(organizationId, table),
        },
  );
}

/** Piece by piece, so that a long table holds up nothing else. */
function* linesOf({ columns, rows }: Table): Generator<Buffer> {
  yield csvOf([columns.map(({ heading }) => heading)]);
  for (const group of groupsOf(rows, rowsInPiece)) yield csvOf(group);
}
