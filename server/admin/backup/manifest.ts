/** Counts and hashes what a backup contains: when it is written, when it is read, and again in the restored database. */
import { createHash, type Hash } from 'node:crypto';
import { isObject } from '#platform/json-object';
import type { Part } from './parts.ts';

export interface TableSummary {
  readonly name: string;
  readonly rows: number;
  /** SHA-256 of the table's lines. */
  readonly sha256: string;
}
export interface Manifest {
  readonly tables: readonly TableSummary[];
  readonly files: {
    readonly count: number;
    readonly bytes: number;
    /** SHA-256 of lines that each contain the key, size and SHA-256 of one file. */
    readonly sha256: string;
    /** Number of files that the database names but the store lacked. */
    readonly missing: number;
  };
}

export class Tally {
  readonly #tables = new Map<string, { rows: number; readonly hash: Hash }>();
  readonly #files = { count: 0, bytes: 0, missing: 0, hash: createHash('sha256') };

  add(part: Part) {
    if ('table' in part) {
      const table = this.#tables.get(part.table) ?? { rows: 0, hash: createHash('sha256') };
      table.rows += part.rows;
      table.hash.update(part.lines);
      this.#tables.set(part.table, table);
    } else if ('missing' in part) {
      this.#files.missing += 1;
    } else {
      this.#files.bytes += part.bytes.length;
      if (!part.measure) return;
      this.#files.count += 1;
      this.#files.hash.update(`${part.file} ${part.measure.size} ${part.measure.sha256}\n`);
    }
  }

  manifest(): Manifest {
    const { count, bytes, missing, hash } = this.#files;
    return {
      tables: [...this.#tables].map(([name, { rows, hash: tableHash }]) => ({ name, rows, sha256: tableHash.copy().digest('hex') })),
      files: { count, bytes, sha256: hash.copy().digest('hex'), missing },
    };
  }
}

export function countRows({ tables }: Manifest): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}

export function isManifest(value: unknown): value is Manifest {
  return isObject(value) && Array.isArray(value['tables']) && isObject(value['files']);
}
