/**
 * Holds the workflows to the contract, as the linter cannot (the rest: redocly.yaml).
 * Prints one line for each fault and ends with 1 if there is any.
 */
import { type Document, operationsOf, readContract } from './docs/contract.ts';
import { readWorkflows } from './workflows/read.ts';

const [, , folder] = process.argv;
const document: Document = JSON.parse(readContract());
const workflows = readWorkflows(folder).map(({ workflow }) => workflow);
const operations = new Map(operationsOf(document).map(({ operation }) => [operation.operationId, operation]));
const faults: string[] = [];
const fault = (rule: string, where: string, what: string) => void faults.push(`${where}: ${what} (${rule})`);

for (const { workflowId, steps } of workflows)
  for (const { stepId, operationId, successCriteria = [] } of steps) {
    if (operationId === undefined) continue;
    const where = `${workflowId} ${stepId}`;
    if (!operations.has(operationId)) fault('operation', where, `the contract has no ${operationId}`);
    const [status, ...others] = successCriteria.map(({ condition }) => condition);
    // What answers nothing shows its effect in another step.
    if (!status?.startsWith('$statusCode == ') || (!others.length && status !== '$statusCode == 204'))
      fault('proof', where, 'expects a status first, and then something that proves the effect');
  }

const walk = workflows.find(({ workflowId }) => workflowId === 'given-operations');
const walked = new Set(walk?.steps.map(({ operationId }) => operationId));
for (const [id, operation] of operations)
  if (operation['x-provenance'].given !== undefined && !walked.has(id)) fault('walk', id, 'is given, and the walk does not use it');

for (const line of faults) console.log(line);
console.log(`workflows: ${workflows.length} with ${workflows.flatMap(({ steps }) => steps).length} steps, ${faults.length} faults`);
process.exitCode = faults.length ? 1 : 0;
