/** What a check consists of: steps that hold or fail, and what the tests among them came to. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';

export interface Step {
  readonly name: string;
  /** @param run runs a program, and says whether it ended well */
  readonly work: (run: Run) => Promise<boolean>;
}
export type Run = (...command: readonly string[]) => Promise<boolean>;

const reports = mkdtempSync(path.join(tmpdir(), 'check-'));
const total = { passed: 0, failed: 0 };

/** One after another, each with what it says. */
export async function inOrder(...steps: readonly Step[]): Promise<void> {
  for (const { name, work } of steps) await judge(name, () => work((...command) => runShown(command)));
}

/** As many at a time as there are cores. What a step says is shown when it has ended. */
export async function atOnce(...steps: readonly Step[]): Promise<void> {
  const waiting = steps.values();
  const worker = async () => {
    for (const { name, work } of waiting) await judge(name, () => work((...command) => runQuietly(command)));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

async function judge(name: string, work: () => Promise<boolean>) {
  const started = Date.now();
  const good = await work();
  console.log(`${good ? 'ok     ' : 'FAILED '} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (!good) process.exitCode = 1;
}

async function runShown([program = '', ...parameters]: readonly string[]): Promise<boolean> {
  const [code] = await once(spawn(program, parameters, { stdio: 'inherit' }), 'close');
  return code === 0;
}

async function runQuietly([program = '', ...parameters]: readonly string[]): Promise<boolean> {
  const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part));
  const [code] = await once(child, 'close');
  process.stdout.write(Buffer.concat(said));
  return code === 0;
}

/** A step that is a program. */
export function program(name: string, ...command: readonly string[]): Step {
  return { name, work: (run) => run(...command) };
}

/** A step that runs tests, which are counted. @param command vitest, or what passes its arguments on to it */
export function tests(name: string, ...command: readonly string[]): Step {
  const report = path.join(reports, 'report.json');
  const work = async (run: Run) => {
    rmSync(report, { force: true });
    const good = await run(...command, '--reporter=default', '--reporter=json', `--outputFile=${report}`);
    try {
      const { numPassedTests, numFailedTests }: { numPassedTests: number; numFailedTests: number } = JSON.parse(
        readFileSync(report, 'utf8'),
      );
      total.passed += numPassedTests;
      total.failed += numFailedTests;
      return good && numPassedTests > 0;
    } catch {
      // Without PostgreSQL there is nothing to report; a run that broke off has said so by its status.
      return good;
    }
  };
  return { name, work };
}

/** The last line: how many tests passed and failed. */
export function sum() {
  rmSync(reports, { recursive: true });
  console.log(`${total.passed} passed, ${total.failed} failed`);
}
