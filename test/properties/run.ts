/** Runs generated requests for a while, and keeps the one that failed. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import fc, { type Arbitrary } from 'fast-check';
import { contract, document } from '../support/contract.ts';
import { bodySchemaOf, type ContractOperation, fittingRequests, type GeneratedRequest, namesIn, wrongRequests } from './requests.ts';

const folder = 'test/regressions';

/** The same seed makes the same requests. Of the contract unless one is given, so that the same commit is judged alike; `npm run fuzz` draws new ones. */
export const seed = Number(process.env.FUZZ_SEED || createHash('sha256').update(JSON.stringify(document)).digest().readUIntBE(0, 3));

/** Whether there is time enough to meet everything that can be met. */
export const isLong = Number(process.env.FUZZ_SECONDS || 0) >= 120;

/** How many milliseconds each operation gets after the requests that are made of it in any case: none, unless the run is said to be longer. */
export const time = (Number(process.env.FUZZ_SECONDS || 0) * 1000) / contract.length;

/**
 * What is asked of an operation in any case: something that it may be given, all of that, and each parameter, each field and the body wrong once. So the
 * suite grows with what is to be proven, and with nothing else.
 */
function cover(operation: ContractOperation): Arbitrary<GeneratedRequest>[] {
  const names = namesIn(operation);
  const parts = bodySchemaOf(operation) ? [...names, '_errors'] : names;
  return [
    fittingRequests(operation),
    fittingRequests(operation, names),
    wrongRequests(operation),
    ...parts.map((name) => wrongRequests(operation, [name])),
  ];
}

/**
 * Asks what is asked in any case, and then goes on with requests that fit and that do not, while there is time.
 * @param verdict what is wrong with what a request brought about
 * @param draws what is asked in any case
 * @returns how many were made
 * @throws with the smallest request that fails, which is also kept as a file
 */
export async function run(
  operation: ContractOperation,
  verdict: (request: GeneratedRequest) => Promise<string | undefined>,
  change: (requests: Arbitrary<GeneratedRequest>) => Arbitrary<GeneratedRequest> = (requests) => requests,
  draws = cover(operation),
): Promise<number> {
  const end = Date.now() + time;
  const any = fc.oneof(fittingRequests(operation), wrongRequests(operation));
  let made = 0;
  for (let requests = draws.shift(); requests; requests = draws.shift() ?? (Date.now() < end ? any : undefined)) {
    const said: string[] = [];
    const property = fc.asyncProperty(change(requests), async (request) => {
      const fault = await verdict(request);
      if (fault !== undefined) said.push(fault);
      return fault === undefined;
    });
    const result = await fc.check(property, { seed: seed + made, numRuns: 1 });
    made += result.numRuns;
    if (result.failed) {
      const [request] = result.counterexample ?? [];
      throw new Error(`seed ${seed}: ${said.at(-1) ?? ''}\n${request ? kept(request) : ''}`, { cause: result.errorInstance });
    }
  }
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
