/** Selects the runner and the evaluator of automations in this installation. */
import type { AutomationRunner, EvidenceEvaluator } from '#platform/ports/automation';
import type { Ports } from '#platform/ports/index';
import { criteriaEvaluator } from './evaluator.ts';
import { createDeclarativeRunner } from './runner.ts';

type AutomationPorts = Pick<Ports, 'automation' | 'http'>;

/** @returns the configured runner; by default, the runner of declarative checks */
export function selectRunner({ automation, http }: AutomationPorts): AutomationRunner {
  return automation.runner ?? createDeclarativeRunner(http);
}

/** @returns the configured evaluator; by default, the evaluator that applies criteria */
export function selectEvaluator({ automation }: AutomationPorts): EvidenceEvaluator {
  return automation.evaluator ?? criteriaEvaluator;
}
