/**
 * Checks the workflows against the contract for faults that the linter cannot find (redocly.yaml configures the linter). Prints one line
 * for each fault and exits with 1 if there are any.
 */
import { readContract } from './docs/contract.ts';
import { faultsInWorkflows } from './workflows/faults.ts';
import { readWorkflows } from './workflows/read.ts';

const workflows = readWorkflows().map(({ workflow }) => workflow);
const faults = faultsInWorkflows(JSON.parse(readContract()), workflows);

for (const line of faults) console.log(line);
console.log(`workflows: ${workflows.length} with ${workflows.flatMap(({ steps }) => steps).length} steps, ${faults.length} faults`);
process.exitCode = faults.length ? 1 : 0;
