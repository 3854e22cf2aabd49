import { hash } from 'node:crypto';

/** An advisory lock. Holders of shared locks wait only for exclusive locks. */
export interface Lock {
  readonly key: bigint;
  readonly isShared?: boolean;
}

/** Returns PostgreSQL's number for an advisory lock, derived from the names of what it locks. */
export function lockOf(...names: readonly string[]): bigint {
  return hash('sha256', JSON.stringify(names), 'buffer').readBigInt64BE();
}
