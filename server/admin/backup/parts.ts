/** What a backup holds between its header and its manifest, in this order: rows, table by table, and files. */
import type { Measure } from '../../platform/ports/files.ts';

export interface Rows {
  readonly table: string;
  readonly rows: number;
  /** A line of JSON for each, with every value as PostgreSQL's own text of it. */
  readonly lines: Buffer;
}
export interface Piece {
  readonly file: string;
  readonly bytes: Uint8Array;
  /** Of the whole file, with its last piece. */
  readonly measure?: Measure;
}
/** A file that the database names, and the store did not have. */
export interface Missing {
  readonly missing: string;
}
export type Part = Rows | Piece | Missing;
