/** Compares a scan with earlier scans, in short transactions that do not block other work. */
import { type Attempt, RunFailed } from '#platform/jobs/job-handlers';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { PreviousScan, PreviousFailure } from '../queries/previous-scans.ts';
import { deleteComparison, insertRegressions, insertResolutions, findNextRange, type FailureRange } from '../queries/reconcile.ts';

export interface Comparison {
  readonly connectionId: string;
  readonly scanId: string;
  /** The previous scans of the services that this scan covered. */
  readonly previousScans: readonly PreviousScan[];
  /** Failures of the previous scans whose resources still exist, although no check has evaluated them. */
  readonly present: readonly PreviousFailure[];
}

/** The maximum number of attempts. A scan whose comparison fails is attempted again, because most causes are temporary. */
export const maxAttempts = 3;

/**
 * Compares a scan whose rows are still hidden. If the last attempt fails, the scan still succeeds, but has no comparison at all.
 * @returns whether the scan was compared @throws errors that end the attempt
 */
export async function compareScan(attempt: Attempt, comparison: Comparison): Promise<boolean> {
  try {
    await writeComparison(attempt, comparison);
    return true;
  } catch (error) {
    attempt.signal.throwIfAborted();
    if (error instanceof RunFailed || attempt.attempt < maxAttempts) throw error;
    attempt.log.error({ runId: attempt.id, err: error }, 'a scan of a cloud could not be compared with earlier ones');
    await attempt.step((db) => deleteComparison(db, comparison.scanId));
    return false;
  }
}

async function writeComparison(attempt: Attempt, { connectionId, scanId, previousScans, present }: Comparison): Promise<void> {
  for (const [previousScanId, previousServices] of Map.groupBy(previousScans, ({ scan_id: id }) => id)) {
    const services = previousServices.map(({ service_id: id }) => id);
    const positions = present.flatMap(({ scan_id: id, place: position }) => (id === previousScanId ? [position] : []));
    await forEachRange(attempt, previousScanId, (db, { after, last }) => {
      const positionsInRange = positions.filter((position) => position > after && position <= last);
      return insertResolutions(db, { connectionId, scanId, previousScanId, services, present: positionsInRange, after, last });
    });
  }
  await forEachRange(attempt, scanId, (db, range) => insertRegressions(db, { connectionId, scanId, previousScans, ...range }));
}

/** Calls `write` for each range of failures of a scan, each in its own transaction. */
async function forEachRange(
  attempt: Attempt,
  scanId: string,
  write: (db: OrganizationDatabase, range: FailureRange) => Promise<void>,
  after = -1,
): Promise<void> {
  const range = await attempt.step(async (db) => {
    const nextRange = await findNextRange(db, scanId, after);
    if (nextRange) await write(db, nextRange);
    return nextRange;
  });
  if (range) await forEachRange(attempt, scanId, write, range.last);
}
