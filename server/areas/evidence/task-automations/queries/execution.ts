/** Stores the start and the result of a run of an automation. */
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { AutomationOutcome, Evaluation } from '#platform/ports/automation';
import { nextDue } from '../rules/schedule.ts';
import { findAllowedHosts } from './tasks.ts';

export type RunToExecute = NonNullable<Awaited<ReturnType<typeof beginRun>>>;

/** Stores when the automation was last run and is due next. @returns the run, or undefined if it was deleted */
export async function beginRun(db: OrganizationDatabase, id: string) {
  const run = await db
    .selectFrom('evidence_automation_run as r')
    .innerJoin('evidence_automation as a', 'a.id', 'r.evidence_automation_id')
    .innerJoin('evidence_automation_version as v', (join) =>
      join.onRef('v.evidence_automation_id', '=', 'a.id').onRef('v.version', '=', 'r.version'),
    )
    .select([
      ...columnsOf('evidence_automation_run as r', 'status', 'error', 'startedAt'),
      ...columnsOf('evidence_automation as a', 'taskId', 'evaluationCriteria', 'isEnabled', 'scheduleFrequency'),
      ...columnsOf('evidence_automation_version as v', 'fileKey', 'fileType', 'sha256', 'publisher', 'usesConnections'),
      'a.id as automationId',
    ])
    .where('r.id', '=', id)
    .executeTakeFirst();
  if (!run) return undefined;
  const startedAt = run.startedAt ?? new Date().toISOString();
  await db
    .updateTable('evidence_automation')
    .set({ last_run_at: startedAt, due_at: run.isEnabled ? nextDue(run.scheduleFrequency, startedAt, new Date()) : null })
    .where('id', '=', run.automationId)
    .execute();
  return { ...run, allowedHosts: await findAllowedHosts(db) };
}

interface RunResult {
  readonly outcome: (AutomationOutcome & { readonly evaluation: Evaluation }) | undefined;
  readonly error: string | undefined;
  readonly logs: readonly components['schemas']['EvidenceAutomationRunLog'][];
  /** Duration of the run, in milliseconds. */
  readonly duration: number;
}

/** Stores the final result of a run that has not ended yet. */
export async function finishRun(db: OrganizationDatabase, id: string, { outcome, error, logs, duration }: RunResult): Promise<void> {
  await db
    .updateTable('evidence_automation_run')
    .set({
      status: error === undefined ? 'completed' : 'failed',
      success: error === undefined,
      error: error ?? null,
      logs: JSON.stringify(logs),
      output: outcome ? JSON.stringify(outcome.output) : null,
      evaluation_status: outcome?.evaluation.status ?? null,
      evaluation_reason: outcome?.evaluation.reason ?? null,
      run_duration: duration,
      completed_at: new Date().toISOString(),
    })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'running'])
    .execute();
}
