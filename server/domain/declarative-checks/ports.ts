/** What executes and judges automations in this installation. */
import type { AutomationRunner, EvidenceEvaluator } from '../../platform/ports/automation.ts';
import type { Ports } from '../../platform/ports/index.ts';
import { criteriaEvaluator } from './evaluator.ts';
import { declarativeRunner } from './runner.ts';

type Given = Pick<Ports, 'automation' | 'http'>;

/** @returns the runner of the installation, by default that of declarative checks */
export function runnerOf({ automation, http }: Given): AutomationRunner {
  return automation.runner ?? declarativeRunner(http);
}

/** @returns the evaluator of the installation, by default that of criteria */
export function evaluatorOf({ automation }: Given): EvidenceEvaluator {
  return automation.evaluator ?? criteriaEvaluator;
}
