/** The clock that puts what is due into the queue. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logAt } from '../../server/platform/log.ts';
import { schedule } from '../../server/platform/jobs/schedule.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
const minute = 60_000;

test('it looks again and again, wakes the workers when something was due, and goes on after a failure', async () => {
  const counts = [2, 0, 0];
  let [asked, woken] = [0, 0];
  const due = () => {
    asked += 1;
    return asked === 2 ? Promise.reject(new Error('the database is away')) : Promise.resolve(counts.shift() ?? 0);
  };
  const stop = schedule(
    [due],
    () => {
      woken += 1;
    },
    logAt('silent'),
  );
  await vi.advanceTimersByTimeAsync(2 * minute);
  expect([asked, woken]).toEqual([4, 1]);
  await stop();
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(asked).toBe(4);
});
test('it ends only when what was begun is done', async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  let ended = false;
  const stop = schedule([() => promise], () => undefined, logAt('silent'));
  await vi.advanceTimersByTimeAsync(minute);
  const ending = stop().then(() => {
    ended = true;
  });
  await vi.advanceTimersByTimeAsync(minute);
  expect(ended).toBe(false);
  resolve(0);
  await ending;
  expect(ended).toBe(true);
});
