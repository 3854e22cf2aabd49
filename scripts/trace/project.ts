/** Combines the claims, the contract and the tests of this project. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { operations } from '#generated/operations';
import { parseClaims } from './claims.ts';
import { parseClaimTests } from './claim-tests.ts';
import { type TracedClaim, traceClaims } from './states.ts';
import { findTests } from './tests.ts';

/** @returns each claim with its tests, and a line for each fault */
export function traceProject({ claims: claimTable = 'spec/claims.tsv', shown = 'spec/claims-tests.tsv', folder = 'test' } = {}): {
  readonly all: readonly TracedClaim[];
  readonly faults: readonly string[];
} {
  const claims = parseClaims(readFileSync(claimTable, 'utf8'));
  const showings = parseClaimTests(readFileSync(shown, 'utf8'));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .sort()
    .map((name) => path.posix.join(folder, name));
  const tests = files.flatMap((file) => findTests(file, readFileSync(file, 'utf8')));
  const offeredNames = new Set(Object.entries(operations).flatMap(([id, { area }]) => [id, `area:${area}`]));
  const withTests = showings.map((showing) => ({
    ...showing,
    test: tests.find(({ file, name }) => file === showing.file && name === showing.name),
  }));
  const tracedClaims = traceClaims(
    claims,
    withTests.flatMap(({ claim, test }) => (test ? [{ claim, ...test }] : [])),
    offeredNames,
  );
  const knownIds = new Set(claims.map(({ id }) => id));
  return {
    all: tracedClaims,
    faults: [
      ...showings
        .filter(({ claim }) => !knownIds.has(claim))
        .map(({ claim, file, name }) => `${file}: "${name}" shows ${claim}, and there is no such claim`),
      ...withTests
        .filter(({ test }) => !test)
        .map(({ claim, file, name }) => `${claim} is said to be shown by "${name}" in ${file}, and there is no such test`),
      ...tracedClaims.filter(({ state }) => state === 'missing').map(({ id, text }) => `${id} is shown by no test: ${text}`),
    ],
  };
}
