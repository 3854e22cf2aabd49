/**
 * Checks the contract for rules that the linter cannot express (redocly.yaml configures the linter). Reads the bundle and its source files,
 * prints one line for each fault, and exits with 1 if there are any.
 */
import { readFileSync } from 'node:fs';
import { parseContract } from './check-spec/document.ts';
import { findContractFaults } from './check-spec/faults.ts';

const [, , bundle = 'generated/openapi.json', folder = 'spec'] = process.argv;
const contract = parseContract(JSON.parse(readFileSync(bundle, 'utf8')), folder);
const faults = findContractFaults(contract);

for (const line of faults) console.log(line);
console.log(`spec: ${contract.operations.length} operations, ${faults.length} faults`);
process.exitCode = faults.length ? 1 : 0;
