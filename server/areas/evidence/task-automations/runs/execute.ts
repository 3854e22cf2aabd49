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
const maxLogs = 100;

interface RunResult {
  readonly outcome: (AutomationOutcome & { readonly evaluation: Evaluation }) | undefined;
  readonly error: string | undefined;
}

export async function runAutomation(attempt: Attempt): Promise<Result> {
  const automationRunId = automationRunIdIn(attempt.input);
  const started = await attempt.step((db) => beginRun(db, automationRunId));
  if (!started) throw new RunFailed('Automation not found');
  // An earlier attempt may have ended it.
  if (started.status === 'failed') throw new RunFailed('The work failed');
  if (started.status === 'completed') return { automationRunId };

  const logs: components['schemas']['EvidenceAutomationRunLog'][] = [];
  const log: ScriptContext['note'] = (level, message) =>
    void (logs.length < maxLogs && logs.push({ level, message, timestamp: new Date().toISOString() }));
  const start = performance.now();
  const { outcome, error } = await execute(attempt, started, log);
  if (error !== undefined) log('error', error);
  const duration = Math.round(performance.now() - start);
  await attempt.step(
    async (db, audit) => {
      await finishRun(db, automationRunId, { outcome, error, logs, duration });
      for (const { id, from, to } of await updateStatusByAutomations({ db, ports: attempt.ports }, started.taskId, new Date()))
        audit.performed('Automations set the status of task', {
          entityType: 'task',
          entityId: id,
          changes: changesBetween({ status: from }, { status: to }),
        });
    },
    { done: 1, total: 1 },
  );
  // Readers of the background run may not be allowed to see what a connection answered.
  if (error !== undefined) throw new RunFailed(started.usesConnections ? 'The automation failed. Its own run says why.' : error);
  return { automationRunId };
}

/**
 * @returns the result and its consequences, or why there is none
 * @throws errors that end the attempt, and those that the check did not cause
 */
async function execute(attempt: Attempt, started: RunToExecute, log: ScriptContext['note']): Promise<RunResult> {
  const { ports } = attempt;
  const timeout = AbortSignal.timeout(maxDuration);
  const signal = AbortSignal.any([attempt.signal, timeout]);
  try {
    const bytes = await ports.files.read(started.fileKey, started.sha256);
    if (!bytes) throw new AutomationFailed('The file of the version is missing');
    const surroundings = createEnvironment(attempt, started, log, signal);
    const outcome = await selectRunner(ports).run({ type: started.fileType, bytes }, surroundings);
    const evaluation = await selectEvaluator(ports).evaluate(started.evaluationCriteria, outcome, surroundings);
    return { outcome: { ...outcome, evaluation }, error: undefined };
  } catch (caught) {
    if (attempt.signal.aborted) throw caught;
    if (timeout.aborted) return { outcome: undefined, error: `The run took longer than ${maxDuration / 1_000} seconds` };
    if (caught instanceof AutomationFailed) return { outcome: undefined, error: caught.message };
    throw caught;
  }
}

/** Checks the input of a run of this kind. */
function automationRunIdIn(input: unknown): string {
  const { automationRunId }: { readonly automationRunId?: unknown } = isObject(input) ? input : {};
  if (typeof automationRunId !== 'string') throw new Error('the input of the run has no automationRunId');
  return automationRunId;
}
