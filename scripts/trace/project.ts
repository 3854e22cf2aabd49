/** The claims of this project, its contract and its tests, put together. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { operations } from '../../generated/operations.ts';
import { claimsIn } from './claims.ts';
import { type Traced, traced } from './states.ts';
import { showingsIn } from './tests.ts';

/** @returns each claim with what shows it, and a line for each thing that is wrong */
export function traceProject({ table = 'spec/claims.tsv', folder = 'test' } = {}): { readonly all: readonly Traced[]; readonly faults: readonly string[] } {
  const claims = claimsIn(readFileSync(table, 'utf8'));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.ts')).sort().map((name) => path.join(folder, name));
  const found = files.map((file) => ({ file, ...showingsIn(file, readFileSync(file, 'utf8')) }));
  const showings = found.flatMap((one) => one.showings);
  const offered = new Set(Object.entries(operations).flatMap(([id, { area }]) => [id, `area:${area}`]));
  const all = traced(claims, showings, offered);
  const known = new Set(claims.map(({ id }) => id));
  return {
    all,
    faults: [
      ...found.flatMap(({ file, astray }) => astray.map((id) => `${file}: ${id} stands outside of any test`)),
      ...showings.flatMap(({ file, line, claims: named }) => named.filter((id) => !known.has(id)).map((id) => `${file}:${line}: there is no claim ${id}`)),
      ...all.filter(({ state }) => state === 'missing').map(({ id, text }) => `${id} is shown by no test: ${text}`),
    ],
  };
}
