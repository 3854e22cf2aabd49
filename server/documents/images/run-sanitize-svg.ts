/** Sanitizes SVG in a worker, because parsing untrusted files may take any amount of time and memory. */
import path from 'node:path';
import { TooBusy } from '#platform/workers/fair-queue';
import { runInWorker } from '#platform/workers/pool';
import { WorkerEnded } from '#platform/workers/process';
import { joinBytes, splitBytes } from '#platform/workers/work';
import type drawingWork from './sanitize-svg.worker.ts';

// The extension is .ts when the server runs from source, and .js when it is built.
const module = new URL(`sanitize-svg.worker${path.extname(import.meta.url)}`, import.meta.url);
/** The time limit of a run, and the time that a request waits for a free worker, in seconds. */
const [seconds, waitSeconds] = [15, 30];

/** @returns the sanitized SVG; undefined if the file is not valid SVG @throws TooBusy if no worker is free or the time is up */
export async function sanitizeSvgInWorker(organizationId: string, bytes: Uint8Array): Promise<Buffer | undefined> {
  const job = { group: 'read', organizationId, module, input: null, parts: splitBytes(bytes), seconds, waitSeconds } as const;
  try {
    const parts = await runInWorker<typeof drawingWork>(job);
    return parts.length ? joinBytes(parts) : undefined;
  } catch (error) {
    if (!(error instanceof WorkerEnded)) throw error;
    if (error.why === 'time') throw new TooBusy();
    return undefined;
  }
}
