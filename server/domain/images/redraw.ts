/** Writes drawings anew in a worker, because what others have made may take any time and memory to read. */
import path from 'node:path';
import { TooBusy } from '../../platform/workers/fair-queue.ts';
import { runInWorker } from '../../platform/workers/pool.ts';
import { WorkerEnded } from '../../platform/workers/process.ts';
import { bytesIn, piecesOf } from '../../platform/workers/work.ts';
import type drawingWork from './drawing.worker.ts';

// Run from source it is .ts, built it is .js.
const module = new URL(`drawing.worker${path.extname(import.meta.url)}`, import.meta.url);
/** Seconds that it may take, and that a request waits while other files are read. */
const [seconds, waitSeconds] = [15, 30];

/** @returns the drawing with what is harmless of it; undefined for what is none, or cannot be read @throws TooBusy */
export async function redrawn(organizationId: string, bytes: Uint8Array): Promise<Buffer | undefined> {
  const job = { group: 'read', organizationId, module, input: null, parts: piecesOf(bytes), seconds, waitSeconds } as const;
  try {
    const parts = await runInWorker<typeof drawingWork>(job);
    return parts.length ? bytesIn(parts) : undefined;
  } catch (error) {
    if (!(error instanceof WorkerEnded)) throw error;
    if (error.why === 'time') throw new TooBusy();
    return undefined;
  }
}
