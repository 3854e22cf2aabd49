/** Whether the chain of the log holds (areas/audit-logs, rule 13), worked out again from what is stored. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { canonical } from '../../contract/audit.ts';
import type { OrganizationContext } from '../../context.ts';
import type { OrganizationDatabase } from '../../database/handle.ts';

/** Where the chain ends: by its last entry, and by what the last writer noted of it. */
export interface ChainEnd {
  readonly newestSequence: number;
  readonly newestHash: string | null;
  readonly notedSequence: number;
  readonly notedHash: string | null;
}

/** One statement, so that no entry is written between what it reads. */
export async function findEnd(db: OrganizationDatabase): Promise<ChainEnd> {
  const end = await db.selectNoFrom((eb) => {
    const newest = eb.selectFrom('audit_entry').orderBy('sequence', 'desc').limit(1);
    const noted = eb.selectFrom('audit_head');
    return [newest.select('sequence').as('newestSequence'), newest.select('hash').as('newestHash'), noted.select('sequence').as('notedSequence'), noted.select('hash').as('notedHash')];
  }).executeTakeFirstOrThrow();
  return { ...end, newestSequence: end.newestSequence ?? 0, notedSequence: end.notedSequence ?? 0 };
}

/**
 * @param again reads a batch in a transaction of its own, so that others get their turn in between
 * @param from first position of the window @param to its last, not before `from`
 * @returns the lowest position in the window whose entry is missing or does not fit; undefined when all do
 */
export async function findBreak(again: OrganizationContext['again'], from: number, to: number, { notedSequence, notedHash }: ChainEnd): Promise<number | undefined> {
  let hash = from === 1 ? null : await again((db) => findHash(db, from - 1));
  // An entry whose predecessor is gone follows nothing.
  if (hash === undefined) return from;
  for (let next = from; next <= to;) {
    if (next > notedSequence) return next;
    const last = Math.min(next + batch - 1, to, notedSequence);
    const first = next;
    for (const link of await again((db) => listLinks(db, first, last))) {
      if (link.sequence !== next || link.previousHash !== hash || hashOf(link) !== link.hash) return next;
      hash = link.hash;
      next += 1;
    }
    if (next <= last) return next;
  }
  return to === notedSequence && hash !== notedHash ? to : undefined;
}

/** Some milliseconds of hashing, between which others have their turn. */
const batch = 500;

type Link = Awaited<ReturnType<typeof listLinks>>[number];

function hashOf({ sequence, previousHash, hash: _hash, ...columns }: Link): string | undefined {
  try {
    return createHash('sha256').update(previousHash ?? '').update(canonical({ sequence, ...columns })).digest('hex');
  } catch {
    return undefined; // Not JSON as it was when it was written: a number without end, half of a character.
  }
}

async function findHash(db: OrganizationDatabase, sequence: number): Promise<string | undefined> {
  return (await db.selectFrom('audit_entry').select('hash').where('sequence', '=', sequence).executeTakeFirst())?.hash;
}

function listLinks(db: OrganizationDatabase, first: number, last: number) {
  return db.selectFrom('audit_entry')
    .select(['sequence', 'previous_hash as previousHash', 'hash'])
    .select(['id', 'organization_id as organizationId', 'user_id as userId', 'member_id as memberId', 'entity_type as entityType', 'entity_id as entityId', 'description', 'data', 'user_snapshot as user'])
    // As append_audit writes it; null for a time without end.
    .select(sql<string | null>`to_char(timestamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as('timestamp'))
    .where('sequence', '>=', first).where('sequence', '<=', last).orderBy('sequence').execute();
}
