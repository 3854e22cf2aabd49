/** Runs all checks of the contract. */
import { checkAreas } from './areas.ts';
import { checkConflicts } from './conflicts.ts';
import { checkDisclosures } from './disclosures.ts';
import type { Contract } from './document.ts';
import { checkErrors } from './errors.ts';
import { checkExamples } from './examples.ts';
import { checkIfMatch } from './if-match.ts';
import { checkLabels } from './labels.ts';
import { checkParameters } from './parameters.ts';
import { checkParts } from './parts.ts';
import { checkPaths } from './paths.ts';
import { checkPatterns } from './patterns.ts';
import { checkPermissions } from './permissions.ts';
import { checkSchemas } from './schemas.ts';
import { checkStatuses } from './statuses.ts';
import { checkStoredTexts } from './stored-texts.ts';
import { checkSunset } from './sunset.ts';
import { checkTexts } from './texts.ts';
import { checkTransitions } from './transitions.ts';
import { checkWords } from './words.ts';

const checks = [
  checkSunset,
  checkStatuses,
  checkIfMatch,
  checkPaths,
  checkParameters,
  checkExamples,
  checkErrors,
  checkConflicts,
  checkSchemas,
  checkLabels,
  checkTransitions,
  checkStoredTexts,
  checkAreas,
  checkParts,
  checkTexts,
  checkWords,
];

/** @returns a line for each fault: where, what, and the rule in parentheses */
export function findContractFaults(contract: Contract): string[] {
  const faults: string[] = [];
  const fault = (rule: string, where: string, what: string) => void faults.push(`${where}: ${what} (${rule})`);
  checkPermissions(contract, fault);
  checkDisclosures(contract, fault);
  checkPatterns(contract, fault);
  // Matching examples against a pattern that backtracks could take forever, so the other checks require that there is none.
  if (!faults.some((line) => line.endsWith('(linear)'))) for (const check of checks) check(contract, fault);
  return faults;
}
