/**
 * Holds the contract to what the linter cannot express (the rest: redocly.yaml).
 * Reads the bundle and the parts it was made of; prints one line for each fault and ends with 1 if there is any.
 */
import { readFileSync } from 'node:fs';
import { contractOf } from './check-spec/document.ts';
import { faultsIn } from './check-spec/faults.ts';

const [, , bundle = 'generated/openapi.json', folder = 'spec'] = process.argv;
const contract = contractOf(JSON.parse(readFileSync(bundle, 'utf8')), folder);
const faults = faultsIn(contract);

for (const line of faults) console.log(line);
console.log(`spec: ${contract.operations.length} operations, ${faults.length} faults`);
process.exitCode = faults.length ? 1 : 0;
