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
  /** The first and last positions to verify. */
  readonly from: number;
  readonly to: number;
  /** Hash of the preceding entry; null when there is none, undefined when it is missing. */
  readonly previousHash: string | null | undefined;
  /** The preceding checkpoint, if there is one. */
  readonly previousCheckpoint: Checkpoint | undefined;
  /** End of the chain as recorded by its last writer; undefined where unknown. */
  readonly recordedHead: { readonly sequence: number; readonly hash: string | null } | undefined;
}

export class ChainWalk {
  readonly #start: WalkStart;
  #next: number;
  #hash: string | null | undefined;
  #checkpointHash: string | null;
  #passed = 0;
  #covered = 0;

  constructor(start: WalkStart) {
    this.#start = start;
    this.#next = start.from;
    this.#hash = start.previousHash;
    this.#checkpointHash = start.previousCheckpoint ? checkpointHashOf(start.previousCheckpoint) : null;
  }

  /** Number of checkpoints verified so far. */
  get verifiedCheckpoints(): number {
    return this.#passed;
  }
  /** Position of the last valid checkpoint; 0 when there is none. */
  get lastVerifiedPosition(): number {
    return this.#covered;
  }

  /** Verifies the next section. @returns the first fault; undefined when there is none */
  read({ entries, checkpoints, upTo }: ChainSection): ChainBreak | undefined {
    const { recordedHead: noted, to } = this.#start;
    // Both lists are read in parallel: an item that is not at the next position is a fault.
    const [links, statements] = [entries.values(), checkpoints.values()];
    let statement = statements.next().value;
    for (; this.#next <= upTo; this.#next += 1) {
      const sequence = this.#next;
      const link = links.next().value;
      if (!link || link.sequence > sequence || this.#hash === undefined) return { sequence, fault: 'entry_missing' };
      if (noted && sequence > noted.sequence) return { sequence, fault: 'head_changed' };
      if (link.sequence < sequence || link.previousHash !== this.#hash || !link.isSealed) return { sequence, fault: 'entry_changed' };
      this.#hash = link.hash;
      for (; statement && statement.sequence <= sequence; statement = statements.next().value) {
        const fault = this.#compare(statement, link);
        if (fault) return { sequence, fault };
      }
      if (sequence === to && sequence === noted?.sequence && link.hash !== noted.hash) return { sequence, fault: 'head_changed' };
    }
    return undefined;
  }

  #compare(checkpoint: Checkpoint, { sequence, hash }: ChainLink): ChainFault | undefined {
    const { organizationId, trusted } = this.#start;
    const fault = findSignatureFault(checkpoint, organizationId, trusted);
    if (fault) return fault;
    if (checkpoint.hash !== hash || checkpoint.sequence !== sequence) return 'checkpoint_differs';
    if (checkpoint.previousCheckpointHash !== this.#checkpointHash) return 'checkpoint_missing';
    this.#checkpointHash = checkpointHashOf(checkpoint);
    this.#passed += 1;
    this.#covered = sequence;
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

/** Recomputes the hash of an entry. */
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
  return { sequence, previousHash, hash, isSealed: sealOf() === hash };

  function sealOf(): string | undefined {
    try {
      const covered = { id, sequence, timestamp, organizationId, userId, memberId, entityType, entityId, description, data, user };
      return createHash('sha256')
        .update(previousHash ?? '')
        .update(canonical(covered))
        .digest('hex');
    } catch {
      return undefined; // The data is no longer valid JSON, such as an infinite number or a lone surrogate.
    }
  }
}
