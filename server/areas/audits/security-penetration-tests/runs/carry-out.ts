/** Carries out one attempt at a penetration test (security-penetration-tests, rules 3, 4, 6, 8 and 12). */
import type { components } from '#generated/api';
import { RunLost } from '#platform/jobs/attempt';
import { type Attempt, RunFailed } from '#platform/jobs/job-handlers';
import { storeRunFile } from '#platform/jobs/store';
import { isObject } from '#platform/json-object';
import {
  PenetrationTestFailed,
  type PenetrationTestOrder,
  type PenetrationTestOutcome,
  type PenetrationTestContext,
} from '#platform/ports/penetration-testing';
import { renderReport } from '../documents/render.ts';
import {
  markRetrying,
  beginAttempt,
  completeTest,
  enterPhase,
  failTest,
  insertEvent,
  saveProgress,
  saveIssue,
} from '../queries/attempts.ts';
import { listIssuesOfTest } from '../queries/issues.ts';
import { listNotesAbout } from '../queries/notes.ts';
import { createBriefing } from '../rules/briefing.ts';
import { isFinished } from '../rules/changes.ts';
import { failureText } from '../rules/failures.ts';
import { filterEvent, filterIssue, filterReport } from '../rules/filter-output.ts';
import { depthOf, depths, maxAttempts } from '../rules/limits.ts';
import { type ReportContent, createReport } from '../rules/report.ts';
import { checksIn } from '../rules/stored.ts';
import { selectRunner } from './runner.ts';

type Schemas = components['schemas'];
type StartedTest = NonNullable<Awaited<ReturnType<typeof beginAttempt>>>;

export async function carryOut(attempt: Attempt): Promise<Schemas['PenetrationTestResult']> {
  const testId = testIdIn(attempt.input);
  const startedTest = await attempt.step((db) => beginAttempt(db, testId, attempt.attempt));
  if (!startedTest) throw new RunFailed('Penetration test not found');
  // An earlier attempt may have finished the test.
  if (isFinished(startedTest.status)) return { testId };
  const startTime = performance.now();
  const timeout = AbortSignal.timeout(depths[depthOf(startedTest)].minutes * 60_000);
  try {
    const order = await createOrder(attempt, testId, startedTest);
    const runnerContext = createContext(attempt, order, AbortSignal.any([attempt.signal, timeout]));
    const outcome = await selectRunner(attempt.ports).perform(order, runnerContext);
    await complete(attempt, order, outcome, startTime);
    return { testId };
  } catch (error) {
    if (attempt.signal.aborted || error instanceof RunLost) throw error;
    const code = timeout.aborted ? 'time_limit' : error instanceof PenetrationTestFailed ? error.code : 'unknown';
    // Errors that a retry cannot fix are final.
    const isFinal = attempt.attempt >= maxAttempts || code === 'time_limit' || error instanceof RunFailed;
    await attempt.step(async (db, audit) => {
      if (!isFinal) return markRetrying(db, testId);
      await failTest(db, testId, code);
      if (startedTest.charged) audit.performed('Returned penetration test allowance', { entityId: testId, data: { failureCode: code } });
    });
    throw isFinal ? new RunFailed(failureText(code, depthOf(startedTest))) : error;
  }
}

async function createOrder({ read, actor, attempt }: Attempt, testId: string, startedTest: StartedTest): Promise<PenetrationTestOrder> {
  // The test continues without notes if they cannot be read.
  const notes = await read((db) => listNotesAbout(db, startedTest.target)).catch(() => []);
  const { targetUrl, repoUrl, testMode, evidenceLevel, checks, additionalContext } = startedTest;
  return {
    testId,
    attempt,
    organizationId: actor.organizationId,
    targetUrl,
    repoUrl,
    testMode,
    scanDepth: depthOf(startedTest),
    evidenceLevel: evidenceLevel ?? 'safe_proof',
    checks: checksIn(checks),
    briefing: createBriefing(additionalContext, notes),
  };
}

function createContext({ step }: Attempt, { testId, evidenceLevel }: PenetrationTestOrder, signal: AbortSignal): PenetrationTestContext {
  return {
    signal,
    enter: (status) => step((db) => enterPhase(db, testId, status)),
    progress: (phase, done, total) => step((db) => saveProgress(db, testId, phase, done, total), { done, total }),
    async tell(event) {
      const { type } = event;
      // Planning and internal events of the runner are not published.
      if (type !== 'planning' && type !== 'internal') await step((db) => insertEvent(db, testId, type, filterEvent(event)));
    },
    found: (issue) => step((db) => saveIssue(db, testId, filterIssue(issue, evidenceLevel))),
  };
}

/** Creates the report, and completes the test. */
async function complete(attempt: Attempt, order: PenetrationTestOrder, outcome: PenetrationTestOutcome, startTime: number): Promise<void> {
  const { testId, targetUrl, scanDepth, checks } = order;
  const issues = await attempt.read((db) => listIssuesOfTest(db, testId));
  const content: ReportContent = { targetUrl, scanDepth, checks, issues, method: outcome.method, completedAt: new Date().toISOString() };
  const pdf = outcome.pdf ?? (await renderReport(attempt.actor.organizationId, content, attempt.signal));
  const report = outcome.report === undefined ? createReport(content) : filterReport(outcome.report);
  const durationMs = Math.round(performance.now() - startTime);
  await storeRunFile(attempt, pdf, 'penetration-tests', `penetration-test-${testId}.pdf`, async (db, audit, key) => {
    await completeTest(db, testId, report, key);
    audit.performed('pentest_completed', { entityId: testId, data: { targetUrl, issues: issues.length, durationMs } });
  });
}

/** Returns the test id in the input of the run. Throws if the input has none. */
function testIdIn(input: unknown): string {
  const { testId }: { readonly testId?: unknown } = isObject(input) ? input : {};
  if (typeof testId !== 'string') throw new Error('the input of the run has no testId');
  return testId;
}
