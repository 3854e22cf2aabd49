/** The tests of an area, with a runner and a database that keep running. */
import path from 'node:path';
import { createVitest } from 'vitest/node';
import { compiled } from '../../test/support/compiled.ts';
import { postgresPrograms, startPostgres, withoutDisk } from '../../test/support/postgres.ts';

/** Starts the test runner, and PostgreSQL where it is installed, because it is faster than the embedded database. */
export async function startTests() {
  const server = postgresPrograms() === undefined ? undefined : await startPostgres(withoutDisk);
  if (server) process.env.TEST_DATABASE_URL = server.url;
  // Node loads the modules itself, which takes half as long as Vite. Each run has new processes, so they read changed files again.
  Object.assign(process.env, compiled);
  const runner = await createVitest('test', { watch: false, reporters: ['minimal'], experimental: { viteModuleRunner: false } });
  let isStarted = false;
  return {
    /** Runs the test files among `files`. The runner prints why tests fail. @returns the names of failed tests and files */
    async run(files: readonly string[]): Promise<readonly string[]> {
      const testFiles = files.filter((file) => file.startsWith('test/')).map((file) => path.resolve(file));
      if (isStarted) {
        await runner.rerunTestSpecifications(
          testFiles.flatMap((file) => runner.getModuleSpecifications(file)),
          true,
        );
      } else await runner.start(testFiles);
      isStarted = true;
      const modules = runner.state.getTestModules();
      const tests = modules.flatMap((module) => [...module.children.allTests()]);
      const failedTests = tests.filter((test) => test.result().state === 'failed');
      const failedModules = modules.filter((module) => module.errors().length);
      return [...failedModules.map((module) => module.relativeModuleId), ...failedTests.map((test) => test.fullName)];
    },
    async end() {
      // First, because the runner ends the process when it is closed during a run.
      await server?.end();
      await runner.close();
    },
  };
}
