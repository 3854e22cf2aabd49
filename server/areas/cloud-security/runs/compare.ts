/** Compares a scan with those before in transactions of bounded length, between which others get their turn. */
import { type Attempt, RunFailed } from '../../../platform/jobs/job-handlers.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Former, FormerPlace } from '../queries/formers.ts';
import { dropComparison, insertRegressions, insertResolutions, nextPiece, type Piece } from '../queries/reconcile.ts';

export interface Compared {
  readonly connectionId: string;
  readonly scanId: string;
  /** Of the services that were scanned. */
  readonly formers: readonly Former[];
  /** Failures of the former scans whose resources are there, although no check has looked at them. */
  readonly present: readonly FormerPlace[];
}

/**
 * Nobody sees what it writes before the scan has ended. What fails here does not fail the scan, which then has no comparison at all.
 * @throws what ends the attempt
 */
export async function compare(attempt: Attempt, compared: Compared): Promise<void> {
  try {
    await writeAll(attempt, compared);
  } catch (error) {
    attempt.signal.throwIfAborted();
    if (error instanceof RunFailed) throw error;
    await attempt.step((db) => dropComparison(db, compared.scanId));
  }
}

async function writeAll(attempt: Attempt, { connectionId, scanId, formers, present }: Compared): Promise<void> {
  for (const [formerId, own] of Map.groupBy(formers, ({ scan_id: id }) => id)) {
    const services = own.map(({ service_id: id }) => id);
    const places = present.flatMap(({ scan_id: id, place }) => (id === formerId ? [place] : []));
    await inPieces(attempt, formerId, (db, { after, last }) => {
      const inPiece = places.filter((place) => place > after && place <= last);
      return insertResolutions(db, { connectionId, scanId, formerId, services, present: inPiece, after, last });
    });
  }
  await inPieces(attempt, scanId, (db, piece) => insertRegressions(db, { connectionId, scanId, formers, ...piece }));
}

/** @param scanId whose failures are compared */
async function inPieces(
  attempt: Attempt,
  scanId: string,
  write: (db: OrganizationDatabase, piece: Piece) => Promise<void>,
  after = -1,
): Promise<void> {
  const piece = await attempt.step(async (db) => {
    const next = await nextPiece(db, scanId, after);
    if (next) await write(db, next);
    return next;
  });
  if (piece) await inPieces(attempt, scanId, write, piece.last);
}
