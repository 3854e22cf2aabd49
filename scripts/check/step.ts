/** What a check consists of: steps that hold or fail, and what the tests among them came to. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const reports = mkdtempSync(path.join(tmpdir(), 'check-'));
const total = { passed: 0, failed: 0 };

export function step(name: string, work: () => boolean) {
  const started = Date.now();
  const good = work();
  console.log(`${good ? 'ok     ' : 'FAILED '} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (good) return;
  process.exitCode = 1;
}

export function run(...[program = '', ...parameters]: readonly string[]): boolean {
  return spawnSync(program, parameters, { stdio: 'inherit' }).status === 0;
}

/** Runs tests, and counts them. @param program vitest, or what passes its arguments on to it */
export function tests(...program: readonly string[]): boolean {
  const report = path.join(reports, 'report.json');
  rmSync(report, { force: true });
  const good = run(...program, '--reporter=default', '--reporter=json', `--outputFile=${report}`);
  try {
    const { numPassedTests, numFailedTests }: { numPassedTests: number; numFailedTests: number } = JSON.parse(readFileSync(report, 'utf8'));
    total.passed += numPassedTests;
    total.failed += numFailedTests;
    return good && numPassedTests > 0;
  } catch {
    // Without PostgreSQL there is nothing to report; a run that broke off has said so by its status.
    return good;
  }
}

/** The last line: how many tests passed and failed. */
export function sum() {
  rmSync(reports, { recursive: true });
  console.log(`${total.passed} passed, ${total.failed} failed`);
}
