/** Judges the output of automations by criteria, which is what happens without another evaluator (spec/areas/task-automations, rule 4). */
import { AutomationFailed, type EvidenceEvaluator } from '../../platform/ports/automation.ts';
import { examined } from './examine.ts';
import { verdictOf } from './runner.ts';

export const criteriaEvaluator: EvidenceEvaluator = {
  async evaluate(criteria, { output, verdict }, circumstances) {
    if (criteria === null) {
      if (!verdict) return { status: null, reason: null };
      return { status: verdict.holds ? 'pass' : 'fail', reason: verdict.reason };
    }
    // What cannot be judged as a whole is not judged.
    const found = await examined(
      { source: { kind: 'json' }, extract: {}, criteria, secrets: [], now: Date.now() },
      Buffer.from(JSON.stringify(output)),
      circumstances,
    ).catch((error: unknown) => {
      if (error instanceof AutomationFailed) return { fault: error.message };
      throw error;
    });
    if ('fault' in found) return { status: null, reason: found.fault };
    if (verdict && !verdict.holds) return { status: 'fail', reason: verdict.reason };
    const { holds, reason } = verdictOf(found.criteria, 'all');
    return { status: holds ? 'pass' : 'fail', reason };
  },
};
