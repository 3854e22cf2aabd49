/** One attempt at a penetration test (spec/areas/security-penetration-tests, rules 3, 4, 6, 8 and 12). */
import type { components } from '../../../../generated/api.d.ts';
import { RunLost } from '../../../platform/jobs/attempt.ts';
import { type Attempt, RunFailed } from '../../../platform/jobs/job-handlers.ts';
import { storeInRun } from '../../../platform/jobs/store.ts';
import { isObject } from '../../../platform/json-object.ts';
import {
  PenetrationTestFailed,
  type PenetrationTestOrder,
  type PenetrationTestOutcome,
  type PenetrationTestSurroundings,
} from '../../../platform/ports/penetration-testing.ts';
import { renderReport } from '../documents/render.ts';
import { awaitRetry, beginAttempt, completeTest, enter, failTest, insertEvent, noteProgress, saveIssue } from '../queries/attempts.ts';
import { issuesOf } from '../queries/issues.ts';
import { notesAbout } from '../queries/notes.ts';
import { briefingOf } from '../rules/briefing.ts';
import { isFinished } from '../rules/changes.ts';
import { failureText } from '../rules/failures.ts';
import { keptEvent, keptIssue, keptReport } from '../rules/kept.ts';
import { depthOf, depths, mostAttempts } from '../rules/limits.ts';
import { type Reported, reportOf } from '../rules/report.ts';
import { checksIn } from '../rules/stored.ts';
import { runnerOf } from './runner.ts';

type Schemas = components['schemas'];
type Begun = NonNullable<Awaited<ReturnType<typeof beginAttempt>>>;

export async function carryOut(attempt: Attempt): Promise<Schemas['PenetrationTestResult']> {
  const testId = testIdIn(attempt.input);
  const begun = await attempt.step((db) => beginAttempt(db, testId, attempt.attempt));
  if (!begun) throw new RunFailed('Penetration test not found');
  // An attempt before this one may have ended it.
  if (isFinished(begun.status)) return { testId };
  const start = performance.now();
  const late = AbortSignal.timeout(depths[depthOf(begun)].minutes * 60_000);
  try {
    const order = await orderOf(attempt, testId, begun);
    const surroundings = surroundingsOf(attempt, order, AbortSignal.any([attempt.signal, late]));
    const outcome = await runnerOf(attempt.ports).perform(order, surroundings);
    await complete(attempt, order, outcome, start);
    return { testId };
  } catch (thrown) {
    if (attempt.signal.aborted || thrown instanceof RunLost) throw thrown;
    const code = late.aborted ? 'time_limit' : thrown instanceof PenetrationTestFailed ? thrown.code : 'unknown';
    // What no retry can mend is not tried again.
    const isLast = attempt.attempt >= mostAttempts || code === 'time_limit' || thrown instanceof RunFailed;
    await attempt.step(async (db, audit) => {
      if (!isLast) return awaitRetry(db, testId);
      await failTest(db, testId, code);
      if (begun.charged) audit.did('Returned penetration test allowance', { entityId: testId, data: { failureCode: code } });
    });
    throw isLast ? new RunFailed(failureText(code, depthOf(begun))) : thrown;
  }
}

async function orderOf({ read, actor, attempt }: Attempt, testId: string, begun: Begun): Promise<PenetrationTestOrder> {
  // Notes that cannot be read prevent no test.
  const notes = await read((db) => notesAbout(db, begun.target)).catch(() => []);
  const { targetUrl, repoUrl, testMode, evidenceLevel, checks, additionalContext } = begun;
  return {
    testId,
    attempt,
    organizationId: actor.organizationId,
    targetUrl,
    repoUrl,
    testMode,
    scanDepth: depthOf(begun),
    evidenceLevel: evidenceLevel ?? 'safe_proof',
    checks: checksIn(checks),
    briefing: briefingOf(additionalContext, notes),
  };
}

function surroundingsOf(
  { step }: Attempt,
  { testId, evidenceLevel }: PenetrationTestOrder,
  signal: AbortSignal,
): PenetrationTestSurroundings {
  return {
    signal,
    enter: (status) => step((db) => enter(db, testId, status)),
    progress: (phase, done, total) => step((db) => noteProgress(db, testId, phase, done, total), { done, total }),
    async tell(event) {
      const { type } = event;
      // Notes of the runner to itself are for nobody else.
      if (type !== 'planning' && type !== 'internal') await step((db) => insertEvent(db, testId, type, keptEvent(event)));
    },
    found: (issue) => step((db) => saveIssue(db, testId, keptIssue(issue, evidenceLevel))),
  };
}

/** Makes the report of what was found, and ends the test. */
async function complete(attempt: Attempt, order: PenetrationTestOrder, outcome: PenetrationTestOutcome, start: number): Promise<void> {
  const { testId, targetUrl, scanDepth, checks } = order;
  const issues = await attempt.read((db) => issuesOf(db, testId));
  const reported: Reported = { targetUrl, scanDepth, checks, issues, method: outcome.method, completedAt: new Date().toISOString() };
  const pdf = outcome.pdf ?? (await renderReport(attempt.actor.organizationId, reported, attempt.signal));
  const report = outcome.report === undefined ? reportOf(reported) : keptReport(outcome.report);
  const durationMs = Math.round(performance.now() - start);
  await storeInRun(attempt, pdf, 'penetration-tests', `penetration-test-${testId}.pdf`, async (db, audit, key) => {
    await completeTest(db, testId, report, key);
    audit.did('pentest_completed', { entityId: testId, data: { targetUrl, issues: issues.length, durationMs } });
  });
}

/** Proves what a run of this kind was given. */
function testIdIn(input: unknown): string {
  const { testId }: { readonly testId?: unknown } = isObject(input) ? input : {};
  if (typeof testId !== 'string') throw new Error('a run without its test');
  return testId;
}
