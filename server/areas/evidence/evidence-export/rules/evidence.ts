/** Types of evidence, and the status and duration of runs (evidence-export, rules 1 to 3). */
import type { components } from '#generated/api';

type Schemas = components['schemas'];

export type EvidenceRun = Schemas['TaskEvidenceRun'];
export type EvidenceResult = Schemas['TaskEvidenceResult'];
/** A check or an automation with the counts of its runs, without the runs themselves. */
export type Automation = Omit<Schemas['EvidenceSource'], 'runs'>;

/** The fields of a task that are needed to read its evidence. */
export interface EvidenceTask {
  readonly id: string;
  readonly title: string;
  readonly archivedAt: string | null;
  readonly taskTemplateId: string | null;
}

export interface Organization {
  readonly id: string;
  readonly name: string;
}

/** @param status the stored status of a run of a check or an automation @returns the status in responses and exports */
export function runStatusOf(status: string): EvidenceRun['status'] {
  switch (status) {
    case 'completed':
      return status;
    case 'failed':
    case 'error':
      return 'failed';
    case 'running':
    case 'cancelled':
    case 'inconclusive':
      return status;
    default:
      return 'pending';
  }
}

/** @returns the milliseconds between two times, or null if one is missing */
export function durationOf(startedAt: string | null, completedAt: string | null): number | null {
  return startedAt === null || completedAt === null ? null : Math.max(0, Date.parse(completedAt) - Date.parse(startedAt));
}
