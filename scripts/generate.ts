/**
 * Generates `generated/` from spec/ and the migrations. The output is deterministic. A failing step stops the others and is reported by
 * name.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { bundleArguments } from './generate/bundle-arguments.ts';

const failure = new AbortController();

/** @throws Error that names the program and its exit status */
async function run(...[command = '', ...parameters]: string[]) {
  if (failure.signal.aborted) return;
  const child = spawn(command, parameters, { stdio: ['ignore', 'ignore', 'inherit'] });
  const end = () => child.kill();
  failure.signal.addEventListener('abort', end);
  const [status] = await once(child, 'close');
  failure.signal.removeEventListener('abort', end);
  if (status === 0 || failure.signal.aborted) return;
  failure.abort();
  throw new Error(`${command} ${parameters.join(' ')} failed with exit status ${status}`);
}

async function generate() {
  await run('redocly', ...bundleArguments('generated/openapi.json'));
  await run('node', 'scripts/complete-contract.ts');
  // Each of these programs reads the completed contract, and none reads the output of another one.
  await Promise.all([
    run('node', 'scripts/generate-types.ts'),
    run('node', 'scripts/generate-contract.ts'),
    run('node', 'scripts/generate-problems.ts'),
    run('node', 'scripts/generate-operations.ts'),
    run('node', 'scripts/generate-permissions.ts'),
    run('node', 'scripts/generate-client.ts'),
    run('node', 'scripts/generate-labels.ts'),
    run('node', 'scripts/generate-transitions.ts'),
    run('node', 'scripts/generate-gate.ts'),
    run('node', 'scripts/generate-database.ts'),
  ]);
}

try {
  await generate();
} catch (error) {
  console.error(`generate: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
