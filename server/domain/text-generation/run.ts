import type { Attempt } from '../../platform/jobs/job-handlers.ts';
import { takeCall } from './budget.ts';
import { type Writer, writerWith } from './writer.ts';

/** @returns a writer for one attempt at a run, which counts its calls in steps of the run */
export function writerIn({ ports, signal, step }: Attempt): Writer {
  return writerWith({ model: ports.textModel, take: (callsPerDay) => step((db) => takeCall(db, callsPerDay)), signal });
}
