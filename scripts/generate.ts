/** spec/ and the migrations → generated/. Deterministic: what does not change there does not change here. */
import { execFileSync } from 'node:child_process';

function run(...[command = '', ...parameters]: string[]) {
  execFileSync(command, parameters, { stdio: ['ignore', 'ignore', 'inherit'] });
}

run('redocly', 'bundle', 'spec/openapi.yaml', '--component-renaming-conflicts-severity=error', '-o', 'generated/openapi.json');
run('node', 'scripts/complete-contract.ts');
run('openapi-typescript', 'generated/openapi.json', '-o', 'generated/api.d.ts');
run('node', 'scripts/generate-contract.ts');
run('node', 'scripts/generate-problems.ts');
run('node', 'scripts/generate-operations.ts');
run('node', 'scripts/generate-client.ts');
run('node', 'scripts/generate-database.ts');
