/** Signed checkpoints of an audit log's chain at a point in time (spec/areas/accountability/audit-logs). */
import { createHash } from 'node:crypto';
import { isObject } from '../json-object.ts';
import { canonical } from './entry.ts';
import type { CheckpointKey, CheckpointKeys } from '../ports/checkpoint-keys.ts';

/** The content that the signature covers. */
interface Statement {
  readonly id: string;
  readonly organizationId: string;
  /** Position in the chain. */
  readonly sequence: number;
  /** Hash of the entry at that position. */
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

export function signCheckpoint(statement: Omit<Statement, 'keyId'>, { current }: CheckpointKeys): Checkpoint {
  const signedStatement = { ...statement, keyId: current.id };
  return { ...signedStatement, publicKey: current.publicKey, signature: current.sign(textToSign(signedStatement)) };
}

/** Returns the SHA-256 (hex) of the signed text, which the next checkpoint includes to refer to this one. */
export function checkpointHashOf(checkpoint: Checkpoint): string {
  return createHash('sha256').update(textToSign(checkpoint)).digest('hex');
}

/** Checks whether one of these keys has signed the checkpoint for this organization. @returns the fault; undefined when there is none */
export function findSignatureFault(
  checkpoint: Checkpoint,
  organizationId: string,
  trustedKeys: readonly CheckpointKey[],
): 'key_unknown' | 'signature_invalid' | undefined {
  const key = trustedKeys.find(({ id }) => id === checkpoint.keyId);
  if (!key) return 'key_unknown';
  return key.verify(textToSign({ ...checkpoint, organizationId }), checkpoint.signature) ? undefined : 'signature_invalid';
}

/** Returns the form in which a checkpoint is written outside the database: one line of JSON. */
export function checkpointLineOf({
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

/** Merges checkpoints from several sources in order of sequence, without duplicates. */
export function mergeCheckpoints(...sources: readonly (readonly Checkpoint[])[]): Checkpoint[] {
  const uniqueCheckpoints = new Map(sources.flat().map((checkpoint) => [`${textToSign(checkpoint)} ${checkpoint.signature}`, checkpoint]));
  return [...uniqueCheckpoints.values()].toSorted((left, right) => left.sequence - right.sequence);
}

export function isCheckpoint(value: unknown): value is Checkpoint {
  return (
    isObject(value) &&
    Number.isSafeInteger(value.sequence) &&
    (value.previousCheckpointHash === null || typeof value.previousCheckpointHash === 'string') &&
    ['id', 'organizationId', 'hash', 'createdAt', 'keyId', 'publicKey', 'signature'].every((field) => typeof value[field] === 'string')
  );
}

/** Returns the text that is signed: canonical JSON (RFC 8785). */
function textToSign({ id, organizationId, sequence, hash, previousCheckpointHash, createdAt, keyId }: Statement): string {
  return canonical({ id, organizationId, sequence, hash, previousCheckpointHash, createdAt, keyId });
}
