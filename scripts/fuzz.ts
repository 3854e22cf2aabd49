/**
 * Sends generated requests for a given time: `npm run fuzz -- --minutes 10 [--seed 7]`. Tests the server alone, and the server compared to
 * the mock.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const {
  values: { minutes, seed },
} = parseArgs({ options: { minutes: { type: 'string', default: '5' }, seed: { type: 'string', default: '' } } });
if (!/^\d+(\.\d+)?$/.test(minutes) || !/^\d*$/.test(seed)) {
  console.error('Usage: npm run fuzz -- --minutes <number> [--seed <whole number>]');
  process.exit(1);
}
const { status } = spawnSync('vitest', ['run', 'test/properties'], {
  stdio: 'inherit',
  env: { ...process.env, FUZZ_SECONDS: String(Number(minutes) * 60), FUZZ_SEED: seed || String(Math.floor(Math.random() * 2 ** 31)) },
});
process.exitCode = status ?? 1;
