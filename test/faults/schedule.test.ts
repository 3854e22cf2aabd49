/** The clock that puts what is due into the queue. */
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
test('what fails is logged and holds up nothing that is due after it', async () => {
  const fails = () => Promise.reject(new Error('the job throws'));
  const lines: unknown[] = [];
  const log = pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line)) });
  let [asked, woken] = [0, 0];
  const due = async () => (asked += 1);
  const stop = schedule(
    [fails, due, fails],
    () => {
      woken += 1;
    },
    log,
  );
  await vi.advanceTimersByTimeAsync(minute);
  expect([asked, woken]).toEqual([2, 2]);
  expect(lines).toHaveLength(4);
  for (const line of lines) expect(line).toMatchObject({ err: { message: 'the job throws' } });
  await stop();
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
