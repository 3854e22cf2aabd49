/** All checks of the contract, one after another. */
import { checkAreas } from './areas.ts';
import type { Contract } from './document.ts';
import { checkErrors } from './errors.ts';
import { checkExamples } from './examples.ts';
import { checkParts } from './parts.ts';
import { checkPaths } from './paths.ts';
import { checkPatterns } from './patterns.ts';
import { checkPermissions } from './permissions.ts';
import { checkSchemas } from './schemas.ts';
import { checkStatuses } from './statuses.ts';
import { checkSunset } from './sunset.ts';
import { checkTexts } from './texts.ts';
import { checkWords } from './words.ts';

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

/** @returns a line for each fault: where, what, and the rule in parentheses */
export function faultsIn(contract: Contract): string[] {
  const faults: string[] = [];
  const fault = (rule: string, where: string, what: string) => void faults.push(`${where}: ${what} (${rule})`);
  checkPermissions(contract, fault);
  checkPatterns(contract, fault);
  if (!faults.some((line) => line.endsWith('(linear)'))) for (const check of checks) check(contract, fault);
  return faults;
}
