/** Generates the load in a separate process: sends requests, either a given number or for a given time, and prints the result. */
import { randomUUID } from 'node:crypto';
import autocannon, { type Request } from 'autocannon';
import type { Load, LoadResult } from './measure.ts';

const { url, connections, amount, seconds, perSecond, asked }: Load = JSON.parse(process.argv[2] ?? '');
const requests = asked.map(({ method, path, body, headers, once }): Request => {
  const request = {
    method,
    path,
    ...(body !== undefined && { body }),
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
  };
  return once ? { ...request, setupRequest: (one) => ({ ...one, headers: { ...one.headers, 'idempotency-key': randomUUID() } }) } : request;
});
const expectedStatuses = new Set(asked.map(({ status }) => status));
const times: number[] = [];
const unexpectedStatuses = new Map<number, number>();
const startTime = performance.now();
const run = autocannon({
  url,
  connections,
  requests,
  sampleInt: 20,
  ...(amount !== undefined && { amount }),
  ...(seconds !== undefined && { duration: seconds }),
  ...(perSecond !== undefined && { overallRate: perSecond }),
});
// The histogram of autocannon has a resolution of whole milliseconds only.
void run.on('response', (_client: unknown, status: number, _bytes: number, time: number) => {
  times.push(time);
  if (!expectedStatuses.has(status)) unexpectedStatuses.set(status, (unexpectedStatuses.get(status) ?? 0) + 1);
});
const { errors, timeouts } = await run;
const elapsedSeconds = (performance.now() - startTime) / 1000;
times.sort((a, b) => a - b);
const percentile = (share: number) => times[Math.floor(times.length * share)] ?? NaN;
const result: LoadResult = {
  answered: times.length,
  failed: errors + timeouts,
  others: Object.fromEntries(unexpectedStatuses),
  p50: percentile(0.5),
  p99: percentile(0.99),
  perSecond: times.length / elapsedSeconds,
};
console.log(JSON.stringify(result));
