/** Writes checkpoints to a place that the owner of the database cannot reach (AUDIT_ANCHOR), and retries until each is written. */
import { checkpointColumns } from './checkpoint-columns.ts';
import { sql } from 'kysely';
import type { SystemDatabase } from '../database/handle.ts';
import type { Log } from '../log.ts';
import type { Anchor } from '../ports/anchor-place.ts';
import { checkpointLineOf } from './checkpoint.ts';

/** A failed write is retried after a minute. The pause doubles with each attempt, up to an hour. */
const nextDueTime = sql<string>`clock_timestamp() + interval '1 minute' * least(power(2, anchor_attempts), 60)`;

/** A due time later than any retry could be means that the clock was ahead when it was set, so the checkpoint counts as due. */
const isDue = sql<boolean>`(anchor_due_at <= clock_timestamp() or anchor_due_at > ${nextDueTime})`;

/** Writes the due checkpoints. Stops at the first failure, because its cause probably affects all. @returns the number of written checkpoints */
export async function anchorCheckpoints(db: SystemDatabase, anchor: Anchor, log: Log): Promise<number> {
  let writtenCount = 0;
  for (let checkpoint = await claimCheckpoint(db); checkpoint; checkpoint = await claimCheckpoint(db)) {
    const { id, organizationId, sequence } = checkpoint;
    try {
      await anchor({ id, organizationId, sequence }, checkpointLineOf(checkpoint));
    } catch (error) {
      log.error(
        { organizationId, checkpointId: id, err: error },
        'a checkpoint of the audit log could not be written to AUDIT_ANCHOR, and will be tried again',
      );
      break;
    }
    await db
      .updateTable('audit_checkpoint')
      .set({ anchored_at: sql<string>`clock_timestamp()` })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute();
    writtenCount += 1;
  }
  return writtenCount;
}

/** Claims the checkpoint that has been due the longest. No other server claims it before its next due time. */
function claimCheckpoint(db: SystemDatabase) {
  return db
    .updateTable('audit_checkpoint')
    .set((eb) => ({ anchor_attempts: eb('anchor_attempts', '+', 1), anchor_due_at: nextDueTime }))
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('organization_id', 'id'),
        '=',
        selectFrom('audit_checkpoint')
          .select(['organization_id', 'id'])
          .where('anchored_at', 'is', null)
          .where(isDue)
          .orderBy('anchor_due_at')
          .orderBy('sequence')
          .limit(1)
          .forUpdate()
          .skipLocked()
          .$asTuple('organization_id', 'id'),
      ),
    )
    .returning(checkpointColumns)
    .executeTakeFirst();
}
