/** Verifies the audit chain and the checkpoints stored in the database. */
import { sql } from 'kysely';
import type { OrganizationContext } from '../context.ts';
import type { OrganizationDatabase } from '../database/handle.ts';
import type { CheckpointKey } from '../ports/checkpoint-keys.ts';
import { type ChainBreak, ChainWalk, toChainLink } from './chain.ts';
import { type Checkpoint, mergeCheckpoints } from './checkpoint.ts';
import { columnsOf } from '../database/columns.ts';

/** The end of the chain according to its last entry, the record of its last writer, and the last checkpoint. */
export interface ChainEnd {
  /** The furthest of the three. Entries must exist up to this position. */
  readonly head: Position;
  /** The record of the last writer. */
  readonly noted: Position;
}
interface Position {
  readonly sequence: number;
  readonly hash: string | null;
}

export interface VerificationResult {
  readonly broken: ChainBreak | undefined;
  /** Number of verified checkpoints. */
  readonly checkpoints: number;
  /** Position of the last valid checkpoint; 0 when there is none. */
  readonly covered: number;
}

/** Finds the end of the chain in a single statement, so that no entry can be written between the reads. */
export async function findChainEnd(db: OrganizationDatabase): Promise<ChainEnd> {
  const end = await db
    .selectNoFrom((eb) => {
      const lastEntry = eb.selectFrom('audit_entry').where('organization_id', '=', db.organizationId).orderBy('sequence', 'desc').limit(1);
      const head = eb.selectFrom('audit_head');
      const lastCheckpoint = eb.selectFrom('audit_checkpoint').orderBy('sequence', 'desc').limit(1);
      return [
        lastEntry.select('sequence').as('newestSequence'),
        lastEntry.select('hash').as('newestHash'),
        head.select('sequence').as('notedSequence'),
        head.select('hash').as('notedHash'),
        lastCheckpoint.select('sequence').as('signedSequence'),
        lastCheckpoint.select('hash').as('signedHash'),
      ];
    })
    .executeTakeFirstOrThrow();
  const lastEntry = { sequence: end.newestSequence ?? 0, hash: end.newestHash };
  const recordedHead = { sequence: end.notedSequence ?? 0, hash: end.notedHash };
  const lastCheckpoint = { sequence: end.signedSequence ?? 0, hash: end.signedHash };
  return {
    noted: recordedHead,
    head: [lastEntry, recordedHead, lastCheckpoint].reduce((furthest, next) => (next.sequence > furthest.sequence ? next : furthest)),
  };
}

export interface ChainWindow {
  /** First position to verify. */
  readonly from: number;
  /** Last position to verify. */
  readonly to: number;
  /** End of the chain as recorded by its last writer. */
  readonly noted: Position;
  readonly trusted: readonly CheckpointKey[];
  /** Checkpoints of this organization from another source, in order of sequence. */
  readonly anchored?: readonly Checkpoint[];
}

/**
 * Verifies a window of the chain. @param readBatch runs each batch in its own transaction, so that other requests can run in between
 * @returns the lowest position with a fault, if any
 */
export async function verifyStored(
  readBatch: OrganizationContext['newReadTransaction'],
  { from, to, noted: recordedHead, trusted: trustedKeys, anchored = [] }: ChainWindow,
): Promise<VerificationResult> {
  const start = await readBatch(async (db) => ({
    organizationId: db.organizationId,
    previousHash: from === 1 ? null : await findHash(db, from - 1),
    previousCheckpoint: await findCheckpointBefore(db, from),
  }));
  const walk = new ChainWalk({ ...start, from, to, recordedHead, trusted: trustedKeys });
  let broken: ChainBreak | undefined;
  for (let batchStart = from; batchStart <= to && !broken; batchStart += batchSize) {
    const upTo = Math.min(batchStart + batchSize - 1, to);
    const [entries, checkpoints] = await readBatch((db) =>
      Promise.all([listLinks(db, batchStart, upTo), listCheckpoints(db, batchStart, upTo)]),
    );
    broken = walk.read({
      entries,
      checkpoints: mergeCheckpoints(
        checkpoints,
        anchored.filter(({ sequence }) => sequence >= batchStart && sequence <= upTo),
      ),
      upTo,
    });
  }
  return { broken, checkpoints: walk.verifiedCheckpoints, covered: walk.lastVerifiedPosition };
}

/** Maximum entries of a batch, so that other work has to wait only a few milliseconds for their hashing. */
const batchSize = 500;

/** Formats a time as append_audit does; null for an infinite time. */
function formatTime(column: string) {
  return sql<string | null>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

async function findHash(db: OrganizationDatabase, sequence: number): Promise<string | undefined> {
  const entry = await db
    .selectFrom('audit_entry')
    .select('hash')
    .where('organization_id', '=', db.organizationId)
    .where('sequence', '=', sequence)
    .executeTakeFirst();
  return entry?.hash;
}

function selectCheckpoints(db: OrganizationDatabase) {
  return db
    .selectFrom('audit_checkpoint')
    .select(
      columnsOf(
        'audit_checkpoint',
        'id',
        'organizationId',
        'sequence',
        'hash',
        'previousCheckpointHash',
        'keyId',
        'publicKey',
        'signature',
      ),
    )
    .select(sql<string>`coalesce(${formatTime('created_at')}, '')`.as('createdAt'));
}

function findCheckpointBefore(db: OrganizationDatabase, sequence: number): Promise<Checkpoint | undefined> {
  return selectCheckpoints(db).where('sequence', '<', sequence).orderBy('sequence', 'desc').limit(1).executeTakeFirst();
}

function listCheckpoints(db: OrganizationDatabase, first: number, last: number): Promise<Checkpoint[]> {
  return selectCheckpoints(db).where('sequence', '>=', first).where('sequence', '<=', last).orderBy('sequence').execute();
}

async function listLinks(db: OrganizationDatabase, first: number, last: number) {
  const entries = await db
    .selectFrom('audit_entry')
    .select(columnsOf('audit_entry', 'sequence', 'previousHash', 'hash'))
    .select([
      ...columnsOf('audit_entry', 'id', 'organizationId', 'userId', 'memberId', 'entityType', 'entityId', 'description', 'data'),
      'user_snapshot as user',
    ])
    .select(formatTime('timestamp').as('timestamp'))
    .where('organization_id', '=', db.organizationId)
    .where('sequence', '>=', first)
    .where('sequence', '<=', last)
    .orderBy('sequence')
    .execute();
  return entries.map(toChainLink);
}
