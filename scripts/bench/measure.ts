/** What a request costs a server, told by the server's own processor time while another process asks. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Server } from './server.ts';

export interface Asked {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether each gets an Idempotency-Key of its own. */
  readonly once?: boolean;
  /** What all of them have to be answered with. */
  readonly status: number;
}
/** Either `amount` requests or as many as fit into `seconds`, no more than `perSecond`, of several kinds in turn. */
export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly amount?: number;
  readonly seconds?: number;
  readonly perSecond?: number;
  readonly asked: readonly Asked[];
}
/** `others` counts answers with a status that nobody expected; times in ms. */
export interface Served {
  readonly answered: number;
  readonly failed: number;
  readonly others: Readonly<Record<string, number>>;
  readonly p50: number;
  readonly p99: number;
  readonly perSecond: number;
}
/** Of one request, in ms: processor time of the server, user and system together, and the time until half of them, and 99 of 100, were answered. */
export interface Cost {
  readonly cpu: number;
  readonly p50: number;
  readonly p99: number;
}

export const connections = 4;
export const rounds = 3;

/** @throws when anything was not answered as expected */
export async function load(options: Load): Promise<Served> {
  const limit = 60_000 + (options.seconds ?? 0) * 1000;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [fileURLToPath(new URL('./load.ts', import.meta.url)), JSON.stringify(options)],
    { timeout: limit },
  );
  const served: Served = JSON.parse(stdout);
  if (served.failed > 0 || Object.keys(served.others).length > 0 || served.answered === 0)
    throw new Error(`${options.asked.map(({ name }) => name).join(', ')} at ${options.url}: ${stdout}`);
  return served;
}

/**
 * Of servers in turn, so that what disturbs one disturbs the other; the median of the rounds.
 * @param amount of each round; twice as many come before the first one, so that the compiler of Node has done its work
 */
export async function measure(servers: readonly Pick<Server, 'url' | 'usage'>[], asked: Asked, amount: number): Promise<Cost[]> {
  for (const { url } of servers) await load({ url, connections, amount: amount * 2, asked: [asked] });
  const costs = servers.map((): Cost[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, server] of servers.entries()) {
      const before = await server.usage();
      const { p50, p99 } = await load({ url: server.url, connections, amount, asked: [asked] });
      const after = await server.usage();
      costs[index]?.push({ cpu: (after.cpu - before.cpu) / amount, p50, p99 });
    }
  const medianOf = (own: readonly Cost[], part: keyof Cost) => median(own.map((cost) => cost[part]));
  return costs.map((own) => ({ cpu: medianOf(own, 'cpu'), p50: medianOf(own, 'p50'), p99: medianOf(own, 'p99') }));
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
