/** Makes the checkpoints of all organizations, each once, whatever number of servers looks. */
import { checkpointColumns } from './checkpoint-columns.ts';
import { type Transaction, sql } from 'kysely';
import type { SystemTables } from '../../../generated/database.d.ts';
import type { SystemDatabase } from '../database/handle.ts';
import { newId } from '../database/ids.ts';
import { lockOf } from '../database/locks.ts';
import type { Log } from '../log.ts';
import type { CheckpointKeys } from '../ports/checkpoint-keys.ts';
import { checkpointed } from '../signals.ts';
import { type Checkpoint, hashOf, signed } from './checkpoint.ts';

/** How many organizations are read at once. */
const batchSize = 500;

/**
 * Makes those that are due: where there are new entries, and the last checkpoint is an hour old, or this number of entries away, or there is none.
 * One of the future, made while the clock was ahead, would otherwise put off the next until the clock has come there, so it counts as old.
 * @returns how many were made
 */
export async function makeDueCheckpoints(db: SystemDatabase, keys: CheckpointKeys, entries: number, log: Log): Promise<number> {
  const { rows: due } = await sql<{ organizationId: string }>`
    select h.organization_id as "organizationId" from audit_head h
    left join lateral (select c.sequence, c.created_at from audit_checkpoint c where c.organization_id = h.organization_id order by c.sequence desc limit 1) last on true
    where h.sequence > coalesce(last.sequence, 0) and (last.sequence is null or h.sequence - last.sequence >= ${entries} or last.created_at <= now() - interval '1 hour' or last.created_at > now() + interval '1 minute')
    order by last.created_at nulls first limit ${batchSize}`.execute(db);
  let made = 0;
  for (const { organizationId } of due) {
    const result = await db
      .transaction()
      .execute((transaction) => makeCheckpoint(transaction, organizationId, keys))
      .catch((error: unknown) => {
        // One log that cannot be read keeps no other from its checkpoint.
        log.error({ organizationId, err: error }, 'a checkpoint of the audit log could not be made, and will be tried again');
        checkpointed.publish('failed');
        return undefined;
      });
    if (result?.parted)
      log.error(
        { organizationId, sequence: result.parted.sequence, checkpointId: result.parted.id },
        'the audit log no longer matches its last checkpoint',
      );
    if (result) {
      checkpointed.publish(result.parted ? 'parted' : 'made');
      made += 1;
    }
  }
  return made;
}

/**
 * Makes a checkpoint of the chain as it is now.
 * @returns undefined when the last one says the same; `parted` is the last one where its entry is gone or is another by now
 */
export async function makeCheckpoint(
  db: Transaction<SystemTables>,
  organizationId: string,
  keys: CheckpointKeys,
): Promise<{ readonly parted: Checkpoint | undefined } | undefined> {
  await sql`select pg_advisory_xact_lock(${String(lockOf('audit checkpoint', organizationId))}::bigint)`.execute(db);
  const head = await db
    .selectFrom('audit_head')
    .select(['sequence', 'hash'])
    .select(sql<string>`clock_timestamp()::timestamptz(3)`.as('now'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  const last = await db
    .selectFrom('audit_checkpoint')
    .select(checkpointColumns)
    .where('organization_id', '=', organizationId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  // Another server may have been faster.
  if (!head || head.hash === null || head.sequence <= (last?.sequence ?? 0)) return undefined;
  const { id, sequence, hash, previousCheckpointHash, createdAt, keyId, publicKey, signature } = signed(
    {
      id: newId('acp'),
      organizationId,
      sequence: head.sequence,
      hash: head.hash,
      previousCheckpointHash: last ? hashOf(last) : null,
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
  const there =
    last &&
    (await db
      .selectFrom('audit_entry')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('sequence', '=', last.sequence)
      .where('hash', '=', last.hash)
      .executeTakeFirst());
  return { parted: there ? undefined : last };
}
