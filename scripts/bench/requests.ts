/** The requests that are measured, and what one of them costs a server. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Measured } from './data.ts';
import type { Server } from './server.ts';

/** `amount` is asked for in each round, `warming` before the first, so that the compiler of Node has done its work. */
export interface Asked { readonly name: string; readonly method: string; readonly path: string; readonly body?: string; readonly amount: number; readonly warming: number }
/** Of one request, in ms: processor time of the server, and the time until half of them were answered. */
export interface Cost { readonly cpu: number; readonly p50: number }

export const connections = 4;
export const rounds = 3;

export function requestsOf({ risk }: Measured): Asked[] {
  const body = { title: 'Laptop theft', description: 'A laptop with customer data is lost or stolen while its owner travels.', category: 'technology', probability: 6, impact: 8 };
  return [
    { name: 'GET one risk', method: 'GET', path: `/v1/risks/${risk}`, amount: 1200, warming: 1500 },
    { name: 'GET a list of 50', method: 'GET', path: '/v1/risks?limit=50', amount: 400, warming: 800 },
    { name: 'POST a risk', method: 'POST', path: '/v1/risks', body: JSON.stringify(body), amount: 400, warming: 800 },
  ];
}

/** Of servers in turn, so that what disturbs one disturbs the other; the median of the rounds. */
export async function measure(servers: readonly Server[], asked: Asked, key: string): Promise<Cost[]> {
  for (const server of servers) await load(server, { ...asked, amount: asked.warming }, key);
  const costs = servers.map((): Cost[] => []);
  for (let round = 0; round < rounds; round += 1) for (const [index, server] of servers.entries()) {
    const before = await server.usage();
    const p50 = await load(server, asked, key);
    const after = await server.usage();
    costs[index]?.push({ cpu: (after.cpu - before.cpu) / asked.amount, p50 });
  }
  return costs.map((own) => ({ cpu: median(own.map(({ cpu }) => cpu)), p50: median(own.map(({ p50 }) => p50)) }));
}

/** @returns ms until half of the requests were answered */
async function load({ url }: Server, { method, path, body, amount }: Asked, key: string): Promise<number> {
  const options = { url: url + path, method, headers: { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) }, body, connections, amount };
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(new URL('load.ts', import.meta.url)), JSON.stringify(options)], { timeout: 60_000 });
  return JSON.parse(stdout);
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
