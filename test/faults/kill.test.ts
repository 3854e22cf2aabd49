/** Kills the server with kill -9 under write load. ROUNDS=20 repeats this more often; SEED=… uses the same moments again. */
import { describe, expect, test } from 'vitest';
import { startServer, temporaryFolder } from '../support/process.ts';
import { engines, prepare } from './engines.ts';
import { expectConsistent, newLedger, writeUnderLoad } from './load.ts';

const rounds = Number(process.env.ROUNDS ?? 3);
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));

describe.each(engines)('%s', (engine) => {
  test(
    `201 stays 201 through kill -9, ${rounds} times`,
    async () => {
      const {
        env,
        organization: { key },
        end,
      } = await prepare(engine, temporaryFolder());
      const ledger = newLedger();
      let checked = { rows: 0, entries: 0, acknowledged: 0 };
      let interruptedCount = 0;
      try {
        let server = await startServer(env);
        // All clients may be between two creations when the server is killed. Then further moments are tried.
        for (let round = 0; round < rounds || (interruptedCount === 0 && round < 5 * rounds); round += 1) {
          const stop = writeUnderLoad(() => server.url, key, ledger);
          const minAcknowledged = ledger.acknowledged.length + 10 + ((seed + round * 7_919) % 60);
          await expect.poll(() => ledger.acknowledged.length, { interval: 1 }).toBeGreaterThan(minAcknowledged);
          expect(await server.stop('SIGKILL')).toBe('SIGKILL');
          await stop();
          interruptedCount += ledger.unanswered.size;
          server = await startServer(env);
          checked = await expectConsistent(server.url, key, ledger);
        }
        expect(await server.stop('SIGTERM')).toBe(0);
      } finally {
        await end();
      }
      console.log(
        `kill -9, ${engine}, SEED=${seed}: ${rounds} kills, ${checked.acknowledged} changes acknowledged, ${checked.rows} risks, ${checked.entries} entries, ${interruptedCount} creations broken off and sent again`,
      );
      expect(interruptedCount, 'a kill that meets no request proves nothing').toBeGreaterThan(0);
    },
    180_000 + rounds * 60_000,
  );
});
