/** Executes a run of an automation, evaluates it and updates its task (task-automations, rules 3 to 5 and 11). */
import type { components } from '#generated/api';
import { selectEvaluator, selectRunner } from './declarative-checks/ports.ts';
import { updateStatusByAutomations } from '#domain/tasks/automatic-status';
import { changesBetween } from '#platform/audit/changes';
import { type Attempt, RunFailed } from '#platform/jobs/job-handlers';
import { isObject } from '#platform/json-object';
import { AutomationFailed, type AutomationOutcome, type Evaluation, type ScriptContext } from '#platform/ports/automation';
import { beginRun, type RunToExecute, finishRun } from '../queries/execution.ts';
import { createEnvironment } from './environment.ts';

type Result = components['schemas']['TaskAutomationResult'];

/** The maximum duration of a run, in milliseconds. */
const maxDuration = 60_000;
const maxLogLines = 100;

interface ScriptResult {
  readonly outcome: (AutomationOutcome & { readonly evaluation: Evaluation }) | undefined;
  readonly error: string | undefined;
}

export async function runAutomation(attempt: Attempt): Promise<Result> {
  const automationRunId = parseAutomationRunId(attempt.input);
  const run = await attempt.step((db) => beginRun(db, automationRunId));
  if (!run) throw new RunFailed('Automation not found');
  // An earlier attempt may have ended the run already.
  if (run.status === 'failed') throw new RunFailed('The work failed');
  if (run.status === 'completed') return { automationRunId };

  const logs: components['schemas']['EvidenceAutomationRunLog'][] = [];
  const log: ScriptContext['note'] = (level, message) =>
    void (logs.length < maxLogLines && logs.push({ level, message, timestamp: new Date().toISOString() }));
  const startTime = performance.now();
  const { outcome, error } = await executeScript(attempt, run, log);
  if (error !== undefined) log('error', error);
  const duration = Math.round(performance.now() - startTime);
  await attempt.step(
    async (db, audit) => {
      await finishRun(db, automationRunId, { outcome, error, logs, duration });
      for (const { id, from, to } of await updateStatusByAutomations({ db, ports: attempt.ports }, run.taskId, new Date()))
        audit.performed('Automations set the status of task', {
          entityType: 'task',
          entityId: id,
          changes: changesBetween({ status: from }, { status: to }),
        });
    },
    { done: 1, total: 1 },
  );
  // Readers of the background run may lack the permission to see data from connections, which the error can contain.
  if (error !== undefined) throw new RunFailed(run.usesConnections ? 'The automation failed. Its own run says why.' : error);
  return { automationRunId };
}

/**
 * Runs the script of a version and evaluates its output.
 * @returns the output with its evaluation, or the error of the automation
 * @throws any error that the automation did not cause, and any error after the attempt was aborted
 */
async function executeScript(attempt: Attempt, run: RunToExecute, log: ScriptContext['note']): Promise<ScriptResult> {
  const { ports } = attempt;
  const timeout = AbortSignal.timeout(maxDuration);
  const signal = AbortSignal.any([attempt.signal, timeout]);
  try {
    const bytes = await ports.files.read(run.fileKey, run.sha256);
    if (!bytes) throw new AutomationFailed('The file of the version is missing');
    const context = createEnvironment(attempt, run, log, signal);
    const outcome = await selectRunner(ports).run({ type: run.fileType, bytes }, context);
    const evaluation = await selectEvaluator(ports).evaluate(run.evaluationCriteria, outcome, context);
    return { outcome: { ...outcome, evaluation }, error: undefined };
  } catch (error) {
    if (attempt.signal.aborted) throw error;
    if (timeout.aborted) return { outcome: undefined, error: `The run took longer than ${maxDuration / 1_000} seconds` };
    if (error instanceof AutomationFailed) return { outcome: undefined, error: error.message };
    throw error;
  }
}

/** @throws Error if the input of the background run has no automationRunId */
function parseAutomationRunId(input: unknown): string {
  const { automationRunId }: { readonly automationRunId?: unknown } = isObject(input) ? input : {};
  if (typeof automationRunId !== 'string') throw new Error('the input of the run has no automationRunId');
  return automationRunId;
}
