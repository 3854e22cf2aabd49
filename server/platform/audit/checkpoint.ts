/** A checkpoint: a signed statement of what the chain of an organization's audit log was at a moment (spec/areas/audit-logs). */
import { createHash } from 'node:crypto';
import { isObject } from '../json-object.ts';
import { canonical } from './entry.ts';
import type { CheckpointKey, CheckpointKeys } from '../ports/checkpoint-keys.ts';

/** What the signature covers. */
interface Statement {
  readonly id: string;
  readonly organizationId: string;
  /** Position in the chain, and the hash of the entry there. */
  readonly sequence: number;
  readonly hash: string;
  /** The hash of the previous checkpoint, which is null for the first one. */
  readonly previousCheckpointHash: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly keyId: string;
}
export interface Checkpoint extends Statement {
  /** PEM. */
  readonly publicKey: string;
  /** Base64. */
  readonly signature: string;
}

export function signed(statement: Omit<Statement, 'keyId'>, { current }: CheckpointKeys): Checkpoint {
  const whole = { ...statement, keyId: current.id };
  return { ...whole, publicKey: current.publicKey, signature: current.sign(textOf(whole)) };
}

/** SHA-256 of what is signed, hex: the link from the next checkpoint to this one. */
export function hashOf(checkpoint: Checkpoint): string {
  return createHash('sha256').update(textOf(checkpoint)).digest('hex');
}

/** Whether one of these keys has signed the checkpoint as one of this organization. */
export function signatureFault(
  checkpoint: Checkpoint,
  organizationId: string,
  trusted: readonly CheckpointKey[],
): 'key_unknown' | 'signature_invalid' | undefined {
  const key = trusted.find(({ id }) => id === checkpoint.keyId);
  if (!key) return 'key_unknown';
  return key.verify(textOf({ ...checkpoint, organizationId }), checkpoint.signature) ? undefined : 'signature_invalid';
}

/** As it is written outside of the database: one line of JSON. */
export function lineOf({
  id,
  organizationId,
  sequence,
  hash,
  previousCheckpointHash,
  createdAt,
  keyId,
  publicKey,
  signature,
}: Checkpoint): string {
  return JSON.stringify({ id, organizationId, sequence, hash, previousCheckpointHash, createdAt, keyId, publicKey, signature });
}

/** Checkpoints of some sources, by rising sequence; what several have comes once. */
export function together(...sources: readonly (readonly Checkpoint[])[]): Checkpoint[] {
  const different = new Map(sources.flat().map((checkpoint) => [`${textOf(checkpoint)} ${checkpoint.signature}`, checkpoint]));
  return [...different.values()].toSorted((one, other) => one.sequence - other.sequence);
}

export function isCheckpoint(value: unknown): value is Checkpoint {
  return (
    isObject(value) &&
    Number.isSafeInteger(value.sequence) &&
    (value.previousCheckpointHash === null || typeof value.previousCheckpointHash === 'string') &&
    ['id', 'organizationId', 'hash', 'createdAt', 'keyId', 'publicKey', 'signature'].every((field) => typeof value[field] === 'string')
  );
}

/** RFC 8785. */
function textOf({ id, organizationId, sequence, hash, previousCheckpointHash, createdAt, keyId }: Statement): string {
  return canonical({ id, organizationId, sequence, hash, previousCheckpointHash, createdAt, keyId });
}
