/** spec/ and the migrations → generated/. Deterministic: what does not change there does not change here. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

async function run(...[command = '', ...parameters]: string[]) {
  const [status] = await once(spawn(command, parameters, { stdio: ['ignore', 'ignore', 'inherit'] }), 'close');
  if (status !== 0) throw new Error(`${command} ${parameters.join(' ')} ended with ${status}`);
}

async function contract() {
  await run('redocly', 'bundle', 'spec/openapi.yaml', '--component-renaming-conflicts-severity=error', '-o', 'generated/openapi.json');
  await run('node', 'scripts/complete-contract.ts');
  // Each of them reads the finished contract, and none what another one writes.
  await Promise.all([
    run('openapi-typescript', 'generated/openapi.json', '-o', 'generated/api.d.ts'),
    run('node', 'scripts/generate-contract.ts'),
    run('node', 'scripts/generate-problems.ts'),
    run('node', 'scripts/generate-operations.ts'),
    run('node', 'scripts/generate-client.ts'),
    run('node', 'scripts/generate-gate.ts'),
  ]);
}

await Promise.all([contract(), run('node', 'scripts/generate-database.ts')]);
