/** What a backup holds, counted and hashed: as it is written, as it is read, and once more in the database that it was restored into. */
import { createHash, type Hash } from 'node:crypto';
import { isObject } from '../../platform/json-object.ts';
import type { Part } from './parts.ts';

export interface TableOf {
  readonly name: string;
  readonly rows: number;
  /** Of its lines. */
  readonly sha256: string;
}
export interface Manifest {
  readonly tables: readonly TableOf[];
  readonly files: {
    readonly count: number;
    readonly bytes: number;
    /** Of a line for each file with its key, its size and its SHA-256. */
    readonly sha256: string;
    /** How many the database names that were not in the store. */
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
      tables: [...this.#tables].map(([name, { rows, hash: of }]) => ({ name, rows, sha256: of.copy().digest('hex') })),
      files: { count, bytes, sha256: hash.copy().digest('hex'), missing },
    };
  }
}

export function rowsIn({ tables }: Manifest): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}

export function isManifest(value: unknown): value is Manifest {
  return isObject(value) && Array.isArray(value['tables']) && isObject(value['files']);
}
