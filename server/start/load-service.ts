import { setImmediate as nextTurn } from 'node:timers/promises';

/** Loads the modules that answer requests, with all their dependencies. */
export async function loadService() {
  // Loading blocks this thread, so wait until the engine's thread has started.
  await nextTurn();
  const [{ createApp }, { loadDemonstration }, { schedules }] = await Promise.all([
    import('../app.ts'),
    import('#demonstration/load'),
    import('#areas/schedules'),
  ]);
  return { createApp, loadDemonstration, schedules };
}
