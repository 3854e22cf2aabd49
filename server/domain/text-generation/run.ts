import type { Attempt } from '#platform/jobs/job-handlers';
import { countCall } from './budget.ts';
import { type Writer, createWriter } from './writer.ts';

/** @returns a writer for one attempt of a run; the writer counts its calls to the model in steps of the run */
export function createWriterForAttempt({ ports, signal, step }: Attempt): Writer {
  return createWriter({ model: ports.textModel, take: (callsPerDay) => step((db) => countCall(db, callsPerDay)), signal });
}
