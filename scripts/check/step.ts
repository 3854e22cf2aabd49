/** The steps of a check, which pass or fail, and the counts of their tests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';

export interface Step {
  readonly name: string;
  /** @param run runs a program and returns whether it succeeded */
  readonly work: (run: Run) => Promise<boolean>;
}
export type Run = (...command: readonly string[]) => Promise<boolean>;

const reportFolder = mkdtempSync(path.join(tmpdir(), 'check-'));
const totals = { passed: 0, failed: 0 };

/** Runs steps one after another, each with its output. */
export async function runInOrder(...steps: readonly Step[]): Promise<void> {
  for (const { name, work } of steps) await runStep(name, () => work((...command) => runShown(command)));
}

/** Runs as many steps concurrently as there are cores. The output of a step is printed when it has ended. */
export async function runConcurrently(...steps: readonly Step[]): Promise<void> {
  const remainingSteps = steps.values();
  const worker = async () => {
    for (const { name, work } of remainingSteps) await runStep(name, () => work((...command) => runQuietly(command)));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

async function runStep(name: string, work: () => Promise<boolean>) {
  const startTime = Date.now();
  const succeeded = await work();
  console.log(`${succeeded ? 'ok     ' : 'FAILED '} ${name} (${((Date.now() - startTime) / 1000).toFixed(1)} s)`);
  if (!succeeded) process.exitCode = 1;
}

async function runShown([program = '', ...parameters]: readonly string[]): Promise<boolean> {
  const [code] = await once(spawn(program, parameters, { stdio: 'inherit' }), 'close');
  return code === 0;
}

async function runQuietly([program = '', ...parameters]: readonly string[]): Promise<boolean> {
  const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const [code] = await once(child, 'close');
  process.stdout.write(Buffer.concat(output));
  return code === 0;
}

/** @returns a step that runs a program */
export function programStep(name: string, ...command: readonly string[]): Step {
  return { name, work: (run) => run(...command) };
}

/** @returns a step that runs tests and counts them. @param command vitest, or a program that passes its arguments on to vitest */
export function testStep(name: string, ...command: readonly string[]): Step {
  const report = path.join(reportFolder, 'report.json');
  const work = async (run: Run) => {
    rmSync(report, { force: true });
    const succeeded = await run(...command, '--reporter=default', '--reporter=json', `--outputFile=${report}`);
    try {
      const { numPassedTests, numFailedTests }: { numPassedTests: number; numFailedTests: number } = JSON.parse(
        readFileSync(report, 'utf8'),
      );
      totals.passed += numPassedTests;
      totals.failed += numFailedTests;
      return succeeded && numPassedTests > 0;
    } catch {
      // There is no report if PostgreSQL is not installed, which is no failure, or if the run was aborted, which the exit status shows.
      return succeeded;
    }
  };
  return { name, work };
}

/** Prints the last line: the number of tests that passed and failed. */
export function printTotals() {
  rmSync(reportFolder, { recursive: true });
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
}
