/**
 * Checks one area each time a file is saved: `npm run dev:area -- risks`. The compiler, the test runner, the generator and a database keep
 * running between saves, so that an answer takes a few seconds. It ends with Ctrl+C. After a change of a migration, generate and start again.
 */
import { globSync } from 'node:fs';
import { operations } from '#generated/operations';
import { watchFiles } from './dev-area/changes.ts';
import { startCompiler } from './dev-area/compiler.ts';
import { generatedFiles, startGenerator } from './dev-area/generator.ts';
import { lint } from './dev-area/lint.ts';
import { printResult } from './dev-area/result.ts';
import { startTests } from './dev-area/tests.ts';

const [, , area] = process.argv;
const areas = [...new Set(Object.values(operations).map((operation) => operation.area))].sort();
if (area === undefined || !areas.some((name) => name === area)) {
  console.error(`npm run dev:area -- <area>, one of: ${areas.join(', ')}`);
  process.exit(1);
}

const sources = () => globSync([`server/areas/*/${area}/**/*.ts`, `server/areas/*/${area}.ts`, `test/areas/*/${area}{,.*}.test.ts`]).sort();
const compiler = await startCompiler();
const generator = startGenerator();
const tests = await startTests();
const changes = watchFiles(['spec', 'server', 'test']);

async function checkAfter(changedFiles: readonly string[]) {
  const startTime = performance.now();
  const files = sources();
  const isContractChanged = changedFiles.some((file) => file.startsWith('spec/'));
  let isPassed = !isContractChanged || (await printResult('contract', () => generator.writeContract()));
  if (isPassed) {
    const results = await Promise.all([
      printResult('style', () => lint(files)),
      printResult('types', async () => {
        if (isContractChanged) await generator.writeTypes();
        return compiler.check(files, isContractChanged ? [...changedFiles, ...generatedFiles] : changedFiles);
      }),
      printResult('tests', () => tests.run(files)),
    ]);
    isPassed = results.every(Boolean);
  }
  console.log(`${area}: ${isPassed ? 'ok' : 'FAILED'} after ${((performance.now() - startTime) / 1000).toFixed(1)} s\n`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void Promise.all([compiler.end(), generator.end(), tests.end()]).then(() => process.exit());
  });
await checkAfter([]);
for await (const changedFiles of changes) await checkAfter(changedFiles);
