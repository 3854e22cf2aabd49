/** Measures the cost of a request by the processor time of the server while another process sends requests. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Server } from './server.ts';

export interface RequestSpec {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether each request gets a unique Idempotency-Key. */
  readonly once?: boolean;
  /** The status that all answers must have. */
  readonly status: number;
}
/** Either `amount` requests or as many as fit into `seconds`, at most `perSecond`, alternating between several kinds. */
export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly amount?: number;
  readonly seconds?: number;
  readonly perSecond?: number;
  readonly asked: readonly RequestSpec[];
}
/** `others` counts answers with an unexpected status; times in ms. */
export interface LoadResult {
  readonly answered: number;
  readonly failed: number;
  readonly others: Readonly<Record<string, number>>;
  readonly p50: number;
  readonly p99: number;
  readonly perSecond: number;
}
/** For one request, in ms: processor time of the server (user and system), and the median and 99th percentile of the response time. */
export interface Cost {
  readonly cpu: number;
  readonly p50: number;
  readonly p99: number;
}

export const connections = 4;
export const rounds = 3;

/** @throws when any answer was not as expected */
export async function load(options: Load): Promise<LoadResult> {
  const limit = 60_000 + (options.seconds ?? 0) * 1000;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [fileURLToPath(new URL('./load.ts', import.meta.url)), JSON.stringify(options)],
    { timeout: limit },
  );
  const result: LoadResult = JSON.parse(stdout);
  if (result.failed > 0 || Object.keys(result.others).length > 0 || result.answered === 0)
    throw new Error(`${options.asked.map(({ name }) => name).join(', ')} at ${options.url}: ${stdout}`);
  return result;
}

/**
 * Measures servers alternately, so that disturbances affect all of them, and returns the median of the rounds.
 * @param amount of requests in each round; twice as many precede the first round to warm up the JIT compiler
 */
export async function measure(servers: readonly Pick<Server, 'url' | 'usage'>[], asked: RequestSpec, amount: number): Promise<Cost[]> {
  for (const { url } of servers) await load({ url, connections, amount: amount * 2, asked: [asked] });
  const costs = servers.map((): Cost[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, server] of servers.entries()) {
      const usageBefore = await server.usage();
      const { p50, p99 } = await load({ url: server.url, connections, amount, asked: [asked] });
      const usageAfter = await server.usage();
      costs[index]?.push({ cpu: (usageAfter.cpu - usageBefore.cpu) / amount, p50, p99 });
    }
  const medianOf = (serverCosts: readonly Cost[], part: keyof Cost) => median(serverCosts.map((cost) => cost[part]));
  return costs.map((serverCosts) => ({
    cpu: medianOf(serverCosts, 'cpu'),
    p50: medianOf(serverCosts, 'p50'),
    p99: medianOf(serverCosts, 'p99'),
  }));
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
