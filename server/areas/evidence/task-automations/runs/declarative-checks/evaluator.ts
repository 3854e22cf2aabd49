/** The default evaluator. It applies criteria to the output of automations (task-automations, rule 4). */
import { AutomationFailed, type EvidenceEvaluator } from '#platform/ports/automation';
import { examineInWorker } from './examine.ts';
import { verdictOf } from './runner.ts';

export const criteriaEvaluator: EvidenceEvaluator = {
  async evaluate(criteria, { output, verdict }, context) {
    if (criteria === null) {
      if (!verdict) return { status: null, reason: null };
      return { status: verdict.holds ? 'pass' : 'fail', reason: verdict.reason };
    }
    // The status is null for an output that cannot be evaluated completely.
    const examination = await examineInWorker(
      { source: { kind: 'json' }, extract: {}, criteria, secrets: [], now: Date.now() },
      Buffer.from(JSON.stringify(output)),
      context,
    ).catch((error: unknown) => {
      if (error instanceof AutomationFailed) return { fault: error.message };
      throw error;
    });
    if ('fault' in examination) return { status: null, reason: examination.fault };
    if (verdict && !verdict.holds) return { status: 'fail', reason: verdict.reason };
    const { holds, reason } = verdictOf(examination.criteria, 'all');
    return { status: holds ? 'pass' : 'fail', reason };
  },
};
