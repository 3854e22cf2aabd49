/** Runs generated requests for a limited time, and saves a request that fails. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import fc, { type Arbitrary } from 'fast-check';
import { contract, document } from '../support/contract.ts';
import { bodySchemaOf, type ContractOperation, validRequests, type GeneratedRequest, inputNames, invalidRequests } from './requests.ts';

const folder = 'test/regressions';

/** The same seed generates the same requests. The default comes from the contract, so a commit always gets the same requests. */
export const seed = Number(process.env.FUZZ_SEED || createHash('sha256').update(JSON.stringify(document)).digest().readUIntBE(0, 3));

/** Whether the run is long enough to see every status and difference that can occur. */
export const isLongRun = Number(process.env.FUZZ_SECONDS || 0) >= 120;

/** Milliseconds for additional requests of each operation, after the minimum: 0 without FUZZ_SECONDS. */
export const timePerOperation = (Number(process.env.FUZZ_SECONDS || 0) * 1000) / contract.length;

/**
 * The minimum requests for an operation: a valid one, a valid one with all parameters and fields, and one with an error in each parameter,
 * each field and the body. So the time of the suite grows only with the contract.
 */
function minimumRequests(operation: ContractOperation): Arbitrary<GeneratedRequest>[] {
  const names = inputNames(operation);
  const parts = bodySchemaOf(operation) ? [...names, '_errors'] : names;
  return [
    validRequests(operation),
    validRequests(operation, names),
    invalidRequests(operation),
    ...parts.map((name) => invalidRequests(operation, [name])),
  ];
}

/**
 * Sends the minimum requests, and then further valid and invalid requests while there is time.
 * @param verdict sends a request and returns what is wrong with the answer, or undefined if it is correct
 * @param draws generators of the minimum requests
 * @returns the number of requests
 * @throws {Error} with the smallest request that fails, which is also saved to a file
 */
export async function run(
  operation: ContractOperation,
  verdict: (request: GeneratedRequest) => Promise<string | undefined>,
  change: (requests: Arbitrary<GeneratedRequest>) => Arbitrary<GeneratedRequest> = (requests) => requests,
  draws = minimumRequests(operation),
): Promise<number> {
  const end = Date.now() + timePerOperation;
  const anyRequests = fc.oneof(validRequests(operation), invalidRequests(operation));
  let requestCount = 0;
  for (let requests = draws.shift(); requests; requests = draws.shift() ?? (Date.now() < end ? anyRequests : undefined)) {
    const faults: string[] = [];
    const property = fc.asyncProperty(change(requests), async (request) => {
      const fault = await verdict(request);
      if (fault !== undefined) faults.push(fault);
      return fault === undefined;
    });
    const result = await fc.check(property, { seed: seed + requestCount, numRuns: 1 });
    requestCount += result.numRuns;
    if (result.failed) {
      const [request] = result.counterexample ?? [];
      throw new Error(`seed ${seed}: ${faults.at(-1) ?? ''}\n${request ? saveRequest(request) : ''}`, { cause: result.errorInstance });
    }
  }
  return requestCount;
}

/** Saves a failed request. @returns its path and its text */
function saveRequest(request: GeneratedRequest): string {
  const text = `${JSON.stringify(request, undefined, 2)}\n`;
  const name = `${request.operation}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.json`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${name}`, text);
  return `${folder}/${name}: ${text.slice(0, 2000)}`;
}

/** @returns the saved requests that failed before, with the names of their files */
export function regressions(): { readonly name: string; readonly request: GeneratedRequest }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ name, request: JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) }));
}
