/** The chain of an organization's audit log, and its checkpoints, as the database has them. */
import { sql } from 'kysely';
import type { OrganizationContext } from '../context.ts';
import type { OrganizationDatabase } from '../database/handle.ts';
import type { CheckpointKey } from '../ports/checkpoint-keys.ts';
import { type Break, ChainWalk, linkOf } from './chain.ts';
import { type Checkpoint, together } from './checkpoint.ts';
import { columnsOf } from '../database/columns.ts';

/** Where the chain ends: by its last entry, by what the last writer noted of it, and by the last checkpoint. */
export interface ChainEnd {
  /** The highest of the three sequences, up to which entries must exist. */
  readonly head: Position;
  readonly noted: Position;
}
interface Position {
  readonly sequence: number;
  readonly hash: string | null;
}

export interface Verdict {
  readonly broken: Break | undefined;
  /** How many checkpoints were compared, and the position of the last one that holds; 0 when there was none. */
  readonly checkpoints: number;
  readonly covered: number;
}

/** One statement, so that no entry is written between what it reads. */
export async function findEnd(db: OrganizationDatabase): Promise<ChainEnd> {
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

export interface Window {
  /** First position, and last one, not before it. */
  readonly from: number;
  readonly to: number;
  readonly noted: Position;
  readonly trusted: readonly CheckpointKey[];
  /** Checkpoints of this organization that are known from elsewhere, by rising sequence. */
  readonly anchored?: readonly Checkpoint[];
}

/** @param again reads a batch in a transaction of its own, so that others get their turn in between @returns the lowest position in the window where something does not fit */
export async function verifyStored(
  again: OrganizationContext['newReadTransaction'],
  { from, to, noted, trusted, anchored = [] }: Window,
): Promise<Verdict> {
  const start = await again(async (db) => ({
    organizationId: db.organizationId,
    previousHash: from === 1 ? null : await findHash(db, from - 1),
    previousCheckpoint: await findCheckpointBefore(db, from),
  }));
  const walk = new ChainWalk({ ...start, from, to, noted, trusted });
  let broken: Break | undefined;
  for (let first = from; first <= to && !broken; first += batch) {
    const upTo = Math.min(first + batch - 1, to);
    const [entries, checkpoints] = await again((db) => Promise.all([listLinks(db, first, upTo), listCheckpoints(db, first, upTo)]));
    broken = walk.read({
      entries,
      checkpoints: together(
        checkpoints,
        anchored.filter(({ sequence }) => sequence >= first && sequence <= upTo),
      ),
      upTo,
    });
  }
  return { broken, checkpoints: walk.passed, covered: walk.covered };
}

/** Some milliseconds of hashing, between which others have their turn. */
const batch = 500;

/** As append_audit writes it; null for a time without end. */
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
  return entries.map(linkOf);
}
