/** What proves a task, as it is shown and exported (spec/areas/evidence-export, rules 1 to 3). */
import type { components } from '../../../../generated/api.d.ts';

type Schemas = components['schemas'];

export type EvidenceRun = Schemas['TaskEvidenceRun'];
export type EvidenceResult = Schemas['TaskEvidenceResult'];
/** A check or an automation with its figures, and no runs. */
export type Automation = Omit<Schemas['EvidenceSource'], 'runs'>;

/** A task, as far as its evidence is concerned. */
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

/** @param status of a run of a check or an automation, as it is stored */
export function runStatusOf(status: string): EvidenceRun['status'] {
  switch (status) {
    case 'success':
    case 'completed':
      return 'success';
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

/** @returns the milliseconds between two times; null without one of them */
export function durationOf(startedAt: string | null, completedAt: string | null): number | null {
  return startedAt === null || completedAt === null ? null : Math.max(0, Date.parse(completedAt) - Date.parse(startedAt));
}
