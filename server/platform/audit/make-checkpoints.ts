/** Makes checkpoints for all organizations. Each checkpoint is made only once, even with several servers. */
import { checkpointColumns } from './checkpoint-columns.ts';
import { type Transaction, sql } from 'kysely';
import type { SystemTables } from '#generated/database';
import type { SystemDatabase } from '../database/handle.ts';
import { newId } from '../database/ids.ts';
import { lockOf } from '../database/locks.ts';
import type { Log } from '../log.ts';
import type { CheckpointKeys } from '../ports/checkpoint-keys.ts';
import { checkpointed } from '../signals.ts';
import { type Checkpoint, checkpointHashOf, signCheckpoint } from './checkpoint.ts';

/** Number of organizations handled per pass. */
const batchSize = 500;

/**
 * Makes checkpoints for logs with new entries whose last checkpoint is missing, an hour old, or `entries` positions behind. A checkpoint dated in the
 * future counts as old, because the clock was ahead when it was made; otherwise the next checkpoint would wait until then.
 * @returns the number of checkpoints made
 */
export async function makeDueCheckpoints(db: SystemDatabase, keys: CheckpointKeys, entries: number, log: Log): Promise<number> {
  const { rows: dueLogs } = await sql<{ organizationId: string }>`
    select h.organization_id as "organizationId" from audit_head h
    left join lateral (select c.sequence, c.created_at from audit_checkpoint c where c.organization_id = h.organization_id order by c.sequence desc limit 1) last on true
    where h.sequence > coalesce(last.sequence, 0) and (last.sequence is null or h.sequence - last.sequence >= ${entries} or last.created_at <= now() - interval '1 hour' or last.created_at > now() + interval '1 minute')
    order by last.created_at nulls first limit ${batchSize}`.execute(db);
  let madeCount = 0;
  for (const { organizationId } of dueLogs) {
    const result = await db
      .transaction()
      .execute((transaction) => makeCheckpoint(transaction, organizationId, keys))
      .catch((error: unknown) => {
        // A log that cannot be read must not block the other logs.
        log.error({ organizationId, err: error }, 'a checkpoint of the audit log could not be made, and will be tried again');
        checkpointed.publish('failed');
        return undefined;
      });
    if (result?.mismatched)
      log.error(
        { organizationId, sequence: result.mismatched.sequence, checkpointId: result.mismatched.id },
        'the audit log no longer matches its last checkpoint',
      );
    if (result) {
      checkpointed.publish(result.mismatched ? 'parted' : 'made');
      madeCount += 1;
    }
  }
  return madeCount;
}

/**
 * Makes a checkpoint of the current chain.
 * @returns undefined when there is nothing new; `mismatched` is the last checkpoint if its entry is missing or has changed
 */
export async function makeCheckpoint(
  db: Transaction<SystemTables>,
  organizationId: string,
  keys: CheckpointKeys,
): Promise<{ readonly mismatched: Checkpoint | undefined } | undefined> {
  await sql`select pg_advisory_xact_lock(${String(lockOf('audit checkpoint', organizationId))}::bigint)`.execute(db);
  const head = await db
    .selectFrom('audit_head')
    .select(['sequence', 'hash'])
    .select(sql<string>`clock_timestamp()::timestamptz(3)`.as('now'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  const lastCheckpoint = await db
    .selectFrom('audit_checkpoint')
    .select(checkpointColumns)
    .where('organization_id', '=', organizationId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  // Another server may already have made the checkpoint.
  if (!head || head.hash === null || head.sequence <= (lastCheckpoint?.sequence ?? 0)) return undefined;
  const { id, sequence, hash, previousCheckpointHash, createdAt, keyId, publicKey, signature } = signCheckpoint(
    {
      id: newId('acp'),
      organizationId,
      sequence: head.sequence,
      hash: head.hash,
      previousCheckpointHash: lastCheckpoint ? checkpointHashOf(lastCheckpoint) : null,
      createdAt: head.now,
    },
    keys,
  );
  await db
    .insertInto('audit_checkpoint')
    .values({
      id,
      organization_id: organizationId,
      sequence,
      hash,
      previous_checkpoint_hash: previousCheckpointHash,
      created_at: createdAt,
      key_id: keyId,
      public_key: publicKey,
      signature,
    })
    .execute();
  const matchingEntry =
    lastCheckpoint &&
    (await db
      .selectFrom('audit_entry')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('sequence', '=', lastCheckpoint.sequence)
      .where('hash', '=', lastCheckpoint.hash)
      .executeTakeFirst());
  return { mismatched: matchingEntry ? undefined : lastCheckpoint };
}
