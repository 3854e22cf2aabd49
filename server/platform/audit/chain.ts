/** Verifies the hash chain of an audit log (audit-logs, rule 13), including its signed checkpoints, up to the first fault. */
import { createHash } from 'node:crypto';
import type { components } from '#generated/api';
import { canonical } from './entry.ts';
import type { CheckpointKey } from '../ports/checkpoint-keys.ts';
import { type Checkpoint, checkpointHashOf, findSignatureFault } from './checkpoint.ts';

export type ChainFault = components['schemas']['AuditLogFault'];
export interface ChainBreak {
  readonly sequence: number;
  readonly fault: ChainFault;
}

/** The fields of an entry that the hash chain needs. */
export interface ChainLink {
  readonly sequence: number;
  readonly previousHash: string | null;
  readonly hash: string;
  /** Whether the hash matches the entry's content. */
  readonly isSealed: boolean;
}

/** All entries and checkpoints of a section of the log up to a position, in order of sequence. */
export interface ChainSection {
  readonly entries: readonly ChainLink[];
  readonly checkpoints: readonly Checkpoint[];
  readonly upTo: number;
}

/** Where verification begins, and the data to verify against. */
export interface WalkStart {
  readonly organizationId: string;
  readonly trusted: readonly CheckpointKey[];
  /** The first position to verify. */
  readonly from: number;
  /** The last position to verify. */
  readonly to: number;
  /** Hash of the preceding entry; null when there is none, undefined when it is missing. */
  readonly previousHash: string | null | undefined;
  /** The preceding checkpoint, if there is one. */
  readonly previousCheckpoint: Checkpoint | undefined;
  /** End of the chain as recorded by its last writer; undefined where unknown. */
  readonly recordedHead: { readonly sequence: number; readonly hash: string | null } | undefined;
}

/** Verifies the entries and checkpoints of a log in order of sequence, one section after another. */
export class ChainWalk {
  readonly #start: WalkStart;
  #nextSequence: number;
  #previousHash: string | null | undefined;
  #checkpointHash: string | null;
  #verifiedCount = 0;
  #coveredSequence = 0;

  constructor(start: WalkStart) {
    this.#start = start;
    this.#nextSequence = start.from;
    this.#previousHash = start.previousHash;
    this.#checkpointHash = start.previousCheckpoint ? checkpointHashOf(start.previousCheckpoint) : null;
  }

  /** Number of checkpoints verified so far. */
  get verifiedCheckpoints(): number {
    return this.#verifiedCount;
  }
  /** Position of the last valid checkpoint; 0 when there is none. */
  get lastVerifiedPosition(): number {
    return this.#coveredSequence;
  }

  /** Verifies the next section. @returns the first fault; undefined when there is none */
  read({ entries, checkpoints, upTo }: ChainSection): ChainBreak | undefined {
    const { recordedHead, to } = this.#start;
    // Both lists are read in parallel: an item that is not at the next position is a fault.
    const [linkIterator, checkpointIterator] = [entries.values(), checkpoints.values()];
    let checkpoint = checkpointIterator.next().value;
    for (; this.#nextSequence <= upTo; this.#nextSequence += 1) {
      const sequence = this.#nextSequence;
      const link = linkIterator.next().value;
      if (!link || link.sequence > sequence || this.#previousHash === undefined) return { sequence, fault: 'entry_missing' };
      if (recordedHead && sequence > recordedHead.sequence) return { sequence, fault: 'head_changed' };
      if (link.sequence < sequence || link.previousHash !== this.#previousHash || !link.isSealed)
        return { sequence, fault: 'entry_changed' };
      this.#previousHash = link.hash;
      for (; checkpoint && checkpoint.sequence <= sequence; checkpoint = checkpointIterator.next().value) {
        const fault = this.#verifyCheckpoint(checkpoint, link);
        if (fault) return { sequence, fault };
      }
      if (sequence === to && sequence === recordedHead?.sequence && link.hash !== recordedHead.hash)
        return { sequence, fault: 'head_changed' };
    }
    return undefined;
  }

  #verifyCheckpoint(checkpoint: Checkpoint, { sequence, hash }: ChainLink): ChainFault | undefined {
    const { organizationId, trusted: trustedKeys } = this.#start;
    const fault = findSignatureFault(checkpoint, organizationId, trustedKeys);
    if (fault) return fault;
    if (checkpoint.hash !== hash || checkpoint.sequence !== sequence) return 'checkpoint_differs';
    if (checkpoint.previousCheckpointHash !== this.#checkpointHash) return 'checkpoint_missing';
    this.#checkpointHash = checkpointHashOf(checkpoint);
    this.#verifiedCount += 1;
    this.#coveredSequence = sequence;
    return undefined;
  }
}

/** The content that an entry's hash covers, with the hash itself. */
export interface SealedEntry {
  readonly id: string;
  readonly sequence: number;
  /** ISO 8601 with milliseconds; null for an infinite time. */
  readonly timestamp: string | null;
  readonly organizationId: string;
  readonly userId: string | null;
  readonly memberId: string | null;
  readonly entityType: string | null;
  readonly entityId: string | null;
  readonly description: string | null;
  readonly data: unknown;
  readonly user: unknown;
  readonly previousHash: string | null;
  readonly hash: string;
}

/** Returns the chain link of an entry. Recomputes the hash to determine whether it matches the content. */
export function toChainLink({
  previousHash,
  hash,
  id,
  sequence,
  timestamp,
  organizationId,
  userId,
  memberId,
  entityType,
  entityId,
  description,
  data,
  user,
}: SealedEntry): ChainLink {
  return { sequence, previousHash, hash, isSealed: computeHash() === hash };

  function computeHash(): string | undefined {
    try {
      const hashedContent = { id, sequence, timestamp, organizationId, userId, memberId, entityType, entityId, description, data, user };
      return createHash('sha256')
        .update(previousHash ?? '')
        .update(canonical(hashedContent))
        .digest('hex');
    } catch {
      return undefined; // The data is no longer valid JSON, such as an infinite number or a lone surrogate.
    }
  }
}
