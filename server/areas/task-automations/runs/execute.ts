/** The work of a run of an automation: it is executed, judged, and its task settled (spec/areas/task-automations, rules 3 to 5 and 11). */
import type { components } from '../../../../generated/api.d.ts';
import { evaluatorOf, runnerOf } from '../../../domain/declarative-checks/ports.ts';
import { settleByAutomations } from '../../../domain/tasks/settle.ts';
import { differences } from '../../../platform/audit/changes.ts';
import { type Attempt, RunFailed } from '../../../platform/jobs/job-handlers.ts';
import { isObject } from '../../../platform/json-object.ts';
import { AutomationFailed, type AutomationOutcome, type Evaluation, type Surroundings } from '../../../platform/ports/automation.ts';
import { beginRun, type Begun, finishRun } from '../queries/execution.ts';
import { surroundingsOf } from './surroundings.ts';

type Result = components['schemas']['TaskAutomationResult'];

/** Milliseconds that a run may take. */
const most = 60_000;
const mostLogs = 100;

interface Ended {
  readonly outcome: (AutomationOutcome & { readonly evaluation: Evaluation }) | undefined;
  readonly error: string | undefined;
}

export async function runAutomation(attempt: Attempt): Promise<Result> {
  const automationRunId = automationRunIdIn(attempt.input);
  const begun = await attempt.step((db) => beginRun(db, automationRunId));
  if (!begun) throw new RunFailed('Automation not found');
  // An attempt before this one may have ended it.
  if (begun.status === 'failed') throw new RunFailed(begun.error ?? 'The work failed');
  if (begun.status === 'completed') return { automationRunId };

  const logs: components['schemas']['EvidenceAutomationRunLog'][] = [];
  const note: Surroundings['note'] = (level, message) =>
    void (logs.length < mostLogs && logs.push({ level, message, timestamp: new Date().toISOString() }));
  const start = performance.now();
  const { outcome, error } = await executed(attempt, begun, note);
  if (error !== undefined) note('error', error);
  const duration = Math.round(performance.now() - start);
  await attempt.step(
    async (db, audit) => {
      await finishRun(db, automationRunId, { outcome, error, logs, duration });
      for (const { id, from, to } of await settleByAutomations({ db, ports: attempt.ports }, begun.taskId, new Date()))
        audit.did('Automations set the status of task', {
          entityType: 'task',
          entityId: id,
          changes: differences({ status: from }, { status: to }),
        });
    },
    { done: 1, total: 1 },
  );
  if (error !== undefined) throw new RunFailed(error);
  return { automationRunId };
}

/** @returns what was found and what follows from it, or why nothing was found @throws what ends the attempt, and what is no fault of the check */
async function executed(attempt: Attempt, begun: Begun, note: Surroundings['note']): Promise<Ended> {
  const { ports } = attempt;
  const late = AbortSignal.timeout(most);
  const signal = AbortSignal.any([attempt.signal, late]);
  try {
    const bytes = await ports.files.read(begun.fileKey, begun.sha256);
    if (!bytes) throw new AutomationFailed('The file of the version is missing');
    const surroundings = surroundingsOf(attempt, begun.allowedHosts, note, signal);
    const outcome = await runnerOf(ports).run({ type: begun.fileType, bytes }, surroundings);
    const evaluation = await evaluatorOf(ports).evaluate(begun.evaluationCriteria, outcome, surroundings);
    return { outcome: { ...outcome, evaluation }, error: undefined };
  } catch (thrown) {
    if (attempt.signal.aborted) throw thrown;
    if (late.aborted) return { outcome: undefined, error: `The run took longer than ${most / 1_000} seconds` };
    if (thrown instanceof AutomationFailed) return { outcome: undefined, error: thrown.message };
    throw thrown;
  }
}

/** Proves what a run of this kind was given. */
function automationRunIdIn(input: unknown): string {
  const { automationRunId }: { readonly automationRunId?: unknown } = isObject(input) ? input : {};
  if (typeof automationRunId !== 'string') throw new Error('a run without its automation');
  return automationRunId;
}
