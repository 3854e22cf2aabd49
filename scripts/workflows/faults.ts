/** Finds faults of the workflows that the linter cannot find (redocly.yaml configures the linter). */
import { type Document, operationsOf } from '../docs/contract.ts';
import type { Workflow } from './read.ts';

/** @returns a line for each fault: where, what, and the rule in parentheses */
export function faultsInWorkflows(document: Document, workflows: readonly Workflow[]): string[] {
  const operations = new Map(operationsOf(document).map(({ operation }) => [operation.operationId, operation]));
  const faults: string[] = [];
  const fault = (rule: string, where: string, what: string) => void faults.push(`${where}: ${what} (${rule})`);

  for (const { workflowId, steps } of workflows)
    for (const { stepId, operationId, successCriteria = [] } of steps) {
      if (operationId === undefined) continue;
      const where = `${workflowId} ${stepId}`;
      if (!operations.has(operationId)) fault('operation', where, `the contract has no ${operationId}`);
      const [status, ...otherConditions] = successCriteria.map(({ condition }) => condition);
      // The effect of an operation without a response body is checked by another step.
      if (!status?.startsWith('$statusCode == ') || (!otherConditions.length && status !== '$statusCode == 204'))
        fault('proof', where, 'expects a status first, and then something that proves the effect');
    }

  // This workflow must call each operation that the interface specification gives.
  const walk = workflows.find(({ workflowId }) => workflowId === 'given-operations');
  const walkedOperations = new Set(walk?.steps.map(({ operationId }) => operationId));
  for (const [id, operation] of operations)
    if (operation['x-provenance'].given !== undefined && !walkedOperations.has(id))
      fault('walk', id, 'is given, and the walk does not use it');
  return faults;
}
