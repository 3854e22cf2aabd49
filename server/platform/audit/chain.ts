/**
 * Follows the chain of an audit log (spec/areas/audit-logs, rule 13) from entry to entry, past its signed checkpoints, to the first place
 * where something does not fit.
 */
import { createHash } from 'node:crypto';
import type { components } from '../../../generated/api.d.ts';
import { canonical } from './entry.ts';
import type { CheckpointKey } from '../ports/checkpoint-keys.ts';
import { type Checkpoint, hashOf, signatureFault } from './checkpoint.ts';

export type Fault = components['schemas']['AuditLogFault'];
export interface Break {
  readonly sequence: number;
  readonly fault: Fault;
}

/** An entry, as far as the chain goes. */
export interface Link {
  readonly sequence: number;
  readonly previousHash: string | null;
  readonly hash: string;
  /** Whether the hash is that of what the entry holds. */
  readonly isSealed: boolean;
}

/** The part of a log up to a position: entries and checkpoints by rising sequence, all that there are. */
export interface Piece {
  readonly entries: readonly Link[];
  readonly checkpoints: readonly Checkpoint[];
  readonly upTo: number;
}

/** Where a walk begins, and what it is held to. */
export interface Start {
  readonly organizationId: string;
  readonly trusted: readonly CheckpointKey[];
  /** The first position that is looked at, and the last one. */
  readonly from: number;
  readonly to: number;
  /** Of the entry before it; null when there is none, undefined when it is missing. */
  readonly previousHash: string | null | undefined;
  /** The checkpoint before it, if there is one. */
  readonly previousCheckpoint: Checkpoint | undefined;
  /** The end of the chain, as its last writer noted it; undefined where that is not known. */
  readonly noted: { readonly sequence: number; readonly hash: string | null } | undefined;
}

export class ChainWalk {
  readonly #start: Start;
  #next: number;
  #hash: string | null | undefined;
  #checkpointHash: string | null;
  #passed = 0;
  #covered = 0;

  constructor(start: Start) {
    this.#start = start;
    this.#next = start.from;
    this.#hash = start.previousHash;
    this.#checkpointHash = start.previousCheckpoint ? hashOf(start.previousCheckpoint) : null;
  }

  /** Checkpoints that were compared so far. */
  get passed(): number {
    return this.#passed;
  }
  /** The position of the last one that holds; 0 when there was none. */
  get covered(): number {
    return this.#covered;
  }

  /** Goes on from where the piece before ended. @returns the first place that does not fit; undefined when all does */
  read({ entries, checkpoints, upTo }: Piece): Break | undefined {
    const { noted, to } = this.#start;
    // Both are read one after the other: what is not at the position that is next is out of place.
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

  #compare(checkpoint: Checkpoint, { sequence, hash }: Link): Fault | undefined {
    const { organizationId, trusted } = this.#start;
    const fault = signatureFault(checkpoint, organizationId, trusted);
    if (fault) return fault;
    if (checkpoint.hash !== hash || checkpoint.sequence !== sequence) return 'checkpoint_differs';
    if (checkpoint.previousCheckpointHash !== this.#checkpointHash) return 'checkpoint_missing';
    this.#checkpointHash = hashOf(checkpoint);
    this.#passed += 1;
    this.#covered = sequence;
    return undefined;
  }
}

/** What the hash of an entry covers, with the hash itself. */
export interface Sealed {
  readonly id: string;
  readonly sequence: number;
  /** ISO 8601 with milliseconds; null for a time without end. */
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

/** Computes the hash of an entry again. */
export function linkOf({
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
}: Sealed): Link {
  return { sequence, previousHash, hash, isSealed: sealOf() === hash };

  function sealOf(): string | undefined {
    try {
      const covered = { id, sequence, timestamp, organizationId, userId, memberId, entityType, entityId, description, data, user };
      return createHash('sha256')
        .update(previousHash ?? '')
        .update(canonical(covered))
        .digest('hex');
    } catch {
      return undefined; // Not JSON as it was when it was written: a number without end, half of a character.
    }
  }
}
