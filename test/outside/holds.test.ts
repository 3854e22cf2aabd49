/** Tests how long a hold on a file store lasts, with a simulated clock. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHolds } from '#platform/ports/holds';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createStore() {
  const notes = new Map<string, number>();
  let isAway = false;
  const { hold, isHeld } = createHolds({
    write: async (name) => {
      if (isAway) throw new Error('away');
      notes.set(name, Date.now());
    },
    remove: async (name) => void notes.delete(name),
    list: async () => [...notes].map(([name, changedAt]) => ({ name, changedAt })),
  });
  return {
    notes,
    hold,
    isHeld,
    away: (value: boolean) => {
      isAway = value;
    },
  };
}

test('a hold lasts as long as its work, even if the store is unavailable for a time', async () => {
  const { hold, isHeld, away } = createStore();
  const release = await hold();
  for (let minutes = 0; minutes < 600; minutes += 1) {
    away(minutes % 4 !== 0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await isHeld(), `after ${minutes} minutes`).toBe(true);
  }
  await release();
  expect(await isHeld()).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});
test('the note of a killed process counts for five minutes, and the next hold removes it', async () => {
  const { notes, hold, isHeld } = createStore();
  notes.set('killed', Date.now());
  await vi.advanceTimersByTimeAsync(299_000);
  expect(await isHeld()).toBe(true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await isHeld()).toBe(false);
  const release = await hold();
  expect(notes.has('killed')).toBe(false);
  await release();
  expect(notes.size).toBe(0);
});
