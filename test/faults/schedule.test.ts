/** Tests the timer that puts due work into the queue. */
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logAt } from '#platform/log';
import { schedule } from '#platform/jobs/schedule';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
const minute = 60_000;

test('the timer checks repeatedly, wakes the workers when work was due, and continues after a failure', async () => {
  const counts = [2, 0, 0];
  let [checkCount, wakeCount] = [0, 0];
  const due = () => {
    checkCount += 1;
    return checkCount === 2 ? Promise.reject(new Error('the database is away')) : Promise.resolve(counts.shift() ?? 0);
  };
  const stop = schedule(
    [due],
    () => {
      wakeCount += 1;
    },
    logAt('silent'),
  );
  await vi.advanceTimersByTimeAsync(2 * minute);
  expect([checkCount, wakeCount]).toEqual([4, 1]);
  await stop();
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(checkCount).toBe(4);
});
test('a failing check is logged and does not delay the checks after it', async () => {
  const fails = () => Promise.reject(new Error('the job throws'));
  const lines: unknown[] = [];
  const log = pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line)) });
  let [checkCount, wakeCount] = [0, 0];
  const due = async () => (checkCount += 1);
  const stop = schedule(
    [fails, due, fails],
    () => {
      wakeCount += 1;
    },
    log,
  );
  await vi.advanceTimersByTimeAsync(minute);
  expect([checkCount, wakeCount]).toEqual([2, 2]);
  expect(lines).toHaveLength(4);
  for (const line of lines) expect(line).toMatchObject({ err: { message: 'the job throws' } });
  await stop();
});
test('the timer stops only when the running check is done', async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  let hasStopped = false;
  const stop = schedule([() => promise], () => undefined, logAt('silent'));
  await vi.advanceTimersByTimeAsync(minute);
  const ending = stop().then(() => {
    hasStopped = true;
  });
  await vi.advanceTimersByTimeAsync(minute);
  expect(hasStopped).toBe(false);
  resolve(0);
  await ending;
  expect(hasStopped).toBe(true);
});
