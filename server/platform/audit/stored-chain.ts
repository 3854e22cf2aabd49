/** Verifies the audit chain and the checkpoints stored in the database. */
import { sql } from 'kysely';
import type { OrganizationContext } from '../context.ts';
import type { OrganizationDatabase } from '../database/handle.ts';
import type { CheckpointKey } from '../ports/checkpoint-keys.ts';
import { type ChainBreak, ChainWalk, toChainLink } from './chain.ts';
import { type Checkpoint, mergeCheckpoints } from './checkpoint.ts';
import { columnsOf } from '../database/columns.ts';

/** Where the chain ends by its last entry, by its writer's record, and by the last checkpoint. */
export interface ChainEnd {
  /** The furthest of the three, up to which entries must exist. */
  readonly head: Position;
  readonly noted: Position;
}
interface Position {
  readonly sequence: number;
  readonly hash: string | null;
}

export interface VerificationResult {
  readonly broken: ChainBreak | undefined;
  /** Number of verified checkpoints, and the position of the last valid one; 0 when there is none. */
  readonly checkpoints: number;
  readonly covered: number;
}

/** A single statement, so that no entry can be written between its reads. */
export async function findChainEnd(db: OrganizationDatabase): Promise<ChainEnd> {
  const end = await db
    .selectNoFrom((eb) => {
      const newest = eb.selectFrom('audit_entry').where('organization_id', '=', db.organizationId).orderBy('sequence', 'desc').limit(1);
      const noted = eb.selectFrom('audit_head');
      const signed = eb.selectFrom('audit_checkpoint').orderBy('sequence', 'desc').limit(1);
      return [
        newest.select('sequence').as('newestSequence'),
        newest.select('hash').as('newestHash'),
        noted.select('sequence').as('notedSequence'),
        noted.select('hash').as('notedHash'),
        signed.select('sequence').as('signedSequence'),
        signed.select('hash').as('signedHash'),
      ];
    })
    .executeTakeFirstOrThrow();
  const newest = { sequence: end.newestSequence ?? 0, hash: end.newestHash };
  const noted = { sequence: end.notedSequence ?? 0, hash: end.notedHash };
  const signed = { sequence: end.signedSequence ?? 0, hash: end.signedHash };
  return { noted, head: [newest, noted, signed].reduce((furthest, one) => (one.sequence > furthest.sequence ? one : furthest)) };
}

export interface ChainWindow {
  /** First and last positions, both inclusive. */
  readonly from: number;
  readonly to: number;
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
  { from, to, noted, trusted, anchored = [] }: ChainWindow,
): Promise<VerificationResult> {
  const start = await readBatch(async (db) => ({
    organizationId: db.organizationId,
    previousHash: from === 1 ? null : await findHash(db, from - 1),
    previousCheckpoint: await findCheckpointBefore(db, from),
  }));
  const walk = new ChainWalk({ ...start, from, to, recordedHead: noted, trusted });
  let broken: ChainBreak | undefined;
  for (let first = from; first <= to && !broken; first += batch) {
    const upTo = Math.min(first + batch - 1, to);
    const [entries, checkpoints] = await readBatch((db) => Promise.all([listLinks(db, first, upTo), listCheckpoints(db, first, upTo)]));
    broken = walk.read({
      entries,
      checkpoints: mergeCheckpoints(
        checkpoints,
        anchored.filter(({ sequence }) => sequence >= first && sequence <= upTo),
      ),
      upTo,
    });
  }
  return { broken, checkpoints: walk.verifiedCheckpoints, covered: walk.lastVerifiedPosition };
}

/** Limits a batch to a few milliseconds of hashing before other work can run. */
const batch = 500;

/** Formats a time as append_audit does; null for an infinite time. */
function timeOf(column: string) {
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
    .select(sql<string>`coalesce(${timeOf('created_at')}, '')`.as('createdAt'));
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
    .select(timeOf('timestamp').as('timestamp'))
    .where('organization_id', '=', db.organizationId)
    .where('sequence', '>=', first)
    .where('sequence', '<=', last)
    .orderBy('sequence')
    .execute();
  return entries.map(toChainLink);
}
