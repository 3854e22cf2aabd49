/** Generates the load in a separate process: sends a given number of requests, or for a given time, and prints the result. */
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
const expected = new Set(asked.map(({ status }) => status));
const times: number[] = [];
const others = new Map<number, number>();
const started = performance.now();
const running = autocannon({
  url,
  connections,
  requests,
  sampleInt: 20,
  ...(amount !== undefined && { amount }),
  ...(seconds !== undefined && { duration: seconds }),
  ...(perSecond !== undefined && { overallRate: perSecond }),
});
// The histogram of autocannon has a resolution of whole milliseconds only.
void running.on('response', (_client: unknown, status: number, _bytes: number, time: number) => {
  times.push(time);
  if (!expected.has(status)) others.set(status, (others.get(status) ?? 0) + 1);
});
const { errors, timeouts } = await running;
const took = (performance.now() - started) / 1000;
times.sort((a, b) => a - b);
const at = (share: number) => times[Math.floor(times.length * share)] ?? NaN;
const served: LoadResult = {
  answered: times.length,
  failed: errors + timeouts,
  others: Object.fromEntries(others),
  p50: at(0.5),
  p99: at(0.99),
  perSecond: times.length / took,
};
console.log(JSON.stringify(served));
