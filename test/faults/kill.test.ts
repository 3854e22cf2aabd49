/** kill -9 of the server under write load. ROUNDS=20 tries it longer; SEED=… repeats the moments. */
import { describe, expect, test } from 'vitest';
import { startServer, temporaryFolder } from '../support/process.ts';
import { engines, prepare } from './engines.ts';
import { expectWhole, newLedger, writeUnderLoad } from './load.ts';

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
      let looked = { rows: 0, entries: 0, acknowledged: 0 };
      let broken = 0;
      try {
        let server = await startServer(env);
        // The clients may all be between two creations; then it is tried at further moments.
        for (let round = 0; round < rounds || (broken === 0 && round < 5 * rounds); round += 1) {
          const stop = writeUnderLoad(() => server.url, key, ledger);
          const enough = ledger.acknowledged.length + 10 + ((seed + round * 7_919) % 60);
          await expect.poll(() => ledger.acknowledged.length, { interval: 1 }).toBeGreaterThan(enough);
          expect(await server.stop('SIGKILL')).toBe('SIGKILL');
          await stop();
          broken += ledger.unanswered.size;
          server = await startServer(env);
          looked = await expectWhole(server.url, key, ledger);
        }
        expect(await server.stop('SIGTERM')).toBe(0);
      } finally {
        await end();
      }
      console.log(
        `kill -9, ${engine}, SEED=${seed}: ${rounds} kills, ${looked.acknowledged} changes acknowledged, ${looked.rows} risks, ${looked.entries} entries, ${broken} creations broken off and sent again`,
      );
      expect(broken, 'a kill that meets no request proves nothing').toBeGreaterThan(0);
    },
    60_000 + rounds * 15_000,
  );
});
