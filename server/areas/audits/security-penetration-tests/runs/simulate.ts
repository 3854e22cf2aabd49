/** Simulates a test without sending anything. The same order always has the same issues (security-penetration-tests, rule 9). */
import { setTimeout as wait } from 'node:timers/promises';
import type { PenetrationTestRunner } from '#platform/ports/penetration-testing';
import { simulatedIssues, simulationMethod } from '../rules/simulated.ts';

const phases = ['Reconnaissance', 'Analysis', 'Attacks', 'Report'] as const;
/** The duration of each phase, in milliseconds. */
const phaseMs = { quick: 250, standard: 750, deep: 1_500 } as const;
const agent = 'simulation';

export const simulate: PenetrationTestRunner['perform'] = async (order, { enter, progress, tell, found, signal }) => {
  if (order.repoUrl !== null) {
    await enter('cloning');
    await wait(phaseMs[order.scanDepth], undefined, { signal });
  }
  await enter('running');
  const issues = simulatedIssues(order);
  const [lastIndex, issuesPerPhase] = [phases.length - 1, Math.ceil(issues.length / phases.length)];
  for (const [index, phase] of phases.entries()) {
    await progress(phase, index, phases.length);
    await tell({ type: 'phase', agent, summary: phase, description: 'The test is simulated. Nothing is sent to the target.' });
    await wait(phaseMs[order.scanDepth], undefined, { signal });
    for (const issue of issues.slice(index * issuesPerPhase, index === lastIndex ? undefined : (index + 1) * issuesPerPhase)) {
      await found(issue);
      await tell({ type: 'finding', agent, summary: issue.title });
    }
  }
  await progress('Done', phases.length, phases.length);
  return { method: simulationMethod };
};
