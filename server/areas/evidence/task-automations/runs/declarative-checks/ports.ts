/** The runner and the evaluator of automations in this installation. */
import type { AutomationRunner, EvidenceEvaluator } from '#platform/ports/automation';
import type { Ports } from '#platform/ports/index';
import { criteriaEvaluator } from './evaluator.ts';
import { createDeclarativeRunner } from './runner.ts';

type Given = Pick<Ports, 'automation' | 'http'>;

/** @returns the configured runner; defaults to that of declarative checks */
export function selectRunner({ automation, http }: Given): AutomationRunner {
  return automation.runner ?? createDeclarativeRunner(http);
}

/** @returns the configured evaluator; defaults to that of criteria */
export function selectEvaluator({ automation }: Given): EvidenceEvaluator {
  return automation.evaluator ?? criteriaEvaluator;
}
