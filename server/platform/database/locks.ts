import { hash } from 'node:crypto';

/** An advisory lock. Shared holders wait only for exclusive ones. */
export interface Lock {
  readonly key: bigint;
  readonly isShared?: boolean;
}

/** The number by which PostgreSQL knows an advisory lock, from what it is a lock on. */
export function lockOf(...what: readonly string[]): bigint {
  return hash('sha256', JSON.stringify(what), 'buffer').readBigInt64BE();
}
