/** Runs generated requests for a while, and keeps the one that failed. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import fc, { type Arbitrary } from 'fast-check';
import { contract, document } from '../support/contract.ts';
import type { GeneratedRequest } from './requests.ts';

const folder = 'test/regressions';

/** The same seed makes the same requests. Of the contract unless one is given, so that the same commit is judged alike; `npm run fuzz` draws new ones. */
export const seed = Number(process.env.FUZZ_SEED || createHash('sha256').update(JSON.stringify(document)).digest().readUIntBE(0, 3));

/** Whether there is time enough to meet everything that can be met. */
export const isLong = Number(process.env.FUZZ_SECONDS || 0) >= 120;

/** How many milliseconds each operation gets. @param usual seconds for all of them, when the run is not said to be longer */
export function share(usual: number): number {
  return (Number(process.env.FUZZ_SECONDS || usual) * 1000) / contract.length;
}

/** Requests are made in batches, so that even on a slow machine some are made of each operation. */
const batch = 6;

/**
 * @param time milliseconds; the first batch is finished in any case
 * @param verdict what is wrong with what a request brought about
 * @returns how many were made
 * @throws with the smallest request that fails, which is also kept as a file
 */
export async function run(
  requests: Arbitrary<GeneratedRequest>,
  time: number,
  verdict: (request: GeneratedRequest) => Promise<string | undefined>,
): Promise<number> {
  const end = Date.now() + time;
  let made = 0;
  do {
    const said: string[] = [];
    const property = fc.asyncProperty(requests, async (request) => {
      const fault = await verdict(request);
      if (fault !== undefined) said.push(fault);
      return fault === undefined;
    });
    const result = await fc.check(property, { seed: seed + made, numRuns: batch });
    made += result.numRuns;
    if (result.failed) {
      const [request] = result.counterexample ?? [];
      throw new Error(`seed ${seed}: ${said.at(-1) ?? fc.defaultReportMessage(result) ?? ''}\n${request ? kept(request) : ''}`);
    }
  } while (Date.now() < end);
  return made;
}

/** @returns where the request is to be found, and the request */
function kept(request: GeneratedRequest): string {
  const text = `${JSON.stringify(request, undefined, 2)}\n`;
  const name = `${request.operation}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.json`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${name}`, text);
  return `${folder}/${name}: ${text.slice(0, 2000)}`;
}

/** What failed once, by name. */
export function regressions(): { readonly name: string; readonly request: GeneratedRequest }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ name, request: JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) }));
}
