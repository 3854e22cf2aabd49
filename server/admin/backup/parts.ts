/** The parts of a backup between header and manifest, in this order: the rows of each table, then the files. */
import type { SizeAndHash } from '#platform/ports/files';

export interface Rows {
  readonly table: string;
  readonly rows: number;
  /** One JSON line per row, with each value as PostgreSQL's own text. */
  readonly lines: Buffer;
}
export interface FileChunk {
  readonly file: string;
  readonly bytes: Uint8Array;
  /** Size and hash of the whole file, only on its last chunk. */
  readonly measure?: SizeAndHash;
}
/** A file that the database names but the store lacked. */
export interface MissingFile {
  readonly missing: string;
}
export type Part = Rows | FileChunk | MissingFile;
