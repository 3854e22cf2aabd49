/**
 * Holds the contract to what the linter cannot express (the rest: redocly.yaml).
 * Reads the bundle and the parts it was made of; prints one line for each fault and ends with 1 if there is any.
 */
import { readFileSync } from 'node:fs';
import { checkAreas } from './check-spec/areas.ts';
import { contractOf } from './check-spec/document.ts';
import { checkErrors } from './check-spec/errors.ts';
import { checkExamples } from './check-spec/examples.ts';
import { checkParts } from './check-spec/parts.ts';
import { checkPaths } from './check-spec/paths.ts';
import { checkPatterns } from './check-spec/patterns.ts';
import { checkPermissions } from './check-spec/permissions.ts';
import { checkSchemas } from './check-spec/schemas.ts';
import { checkStatuses } from './check-spec/statuses.ts';
import { checkSunset } from './check-spec/sunset.ts';
import { checkTexts } from './check-spec/texts.ts';
import { checkWords } from './check-spec/words.ts';

const [, , bundle = 'generated/openapi.json', folder = 'spec'] = process.argv;
const contract = contractOf(JSON.parse(readFileSync(bundle, 'utf8')), folder);
const faults: string[] = [];
const fault = (rule: string, where: string, what: string) => void faults.push(`${where}: ${what} (${rule})`);

checkPermissions(contract, fault);
checkPatterns(contract, fault);
// The examples are run through the patterns, and one that backtracks would never end.
const checks = [
  checkSunset,
  checkStatuses,
  checkPaths,
  checkExamples,
  checkErrors,
  checkSchemas,
  checkAreas,
  checkParts,
  checkTexts,
  checkWords,
];
if (!faults.some((line) => line.endsWith('(linear)'))) for (const check of checks) check(contract, fault);

for (const line of faults) console.log(line);
console.log(`spec: ${contract.operations.length} operations, ${faults.length} faults`);
process.exitCode = faults.length ? 1 : 0;
