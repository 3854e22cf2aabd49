/** Writes checkpoints where the owner of the database cannot reach them (AUDIT_ANCHOR): each until it was written, the oldest first. */
import { checkpointColumns } from './checkpoint-columns.ts';
import { sql } from 'kysely';
import type { SystemDatabase } from '../database/handle.ts';
import type { Log } from '../log.ts';
import type { Anchor } from '../ports/anchor-place.ts';
import { lineOf } from './checkpoint.ts';

/** One that could not be written is due again after a minute, twice as long each time, and an hour at most. */
const pause = sql<string>`clock_timestamp() + interval '1 minute' * least(power(2, anchor_attempts), 60)`;

/** Or later than if it had failed just now: then the clock was ahead when that was noted. */
const isDue = sql<boolean>`(anchor_due_at <= clock_timestamp() or anchor_due_at > ${pause})`;

/** Ends at the first that cannot be written: what is wrong is likely to be wrong for all. @returns how many were written */
export async function anchorCheckpoints(db: SystemDatabase, anchor: Anchor, log: Log): Promise<number> {
  let written = 0;
  for (let checkpoint = await takeCheckpoint(db); checkpoint; checkpoint = await takeCheckpoint(db)) {
    const { id, organizationId, sequence } = checkpoint;
    try {
      await anchor({ id, organizationId, sequence }, lineOf(checkpoint));
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
    written += 1;
  }
  return written;
}

/** The one that is due for longest. No other server takes it for a while. */
function takeCheckpoint(db: SystemDatabase) {
  return db
    .updateTable('audit_checkpoint')
    .set((eb) => ({ anchor_attempts: eb('anchor_attempts', '+', 1), anchor_due_at: pause }))
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
