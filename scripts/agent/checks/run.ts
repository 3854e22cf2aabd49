/** Runs the checks of this computer. */
import { execFile } from 'node:child_process';
import type { components } from '#generated/api';
import type { Check, CheckResult } from './check.ts';
import { linuxChecks } from './linux.ts';
import { macosChecks } from './macos.ts';
import { windowsChecks } from './windows.ts';

export const checksOf: Readonly<Record<components['schemas']['DevicePlatform'], readonly Check[]>> = {
  linux: linuxChecks,
  macos: macosChecks,
  windows: windowsChecks,
};

/**
 * Runs a command.
 * @returns its output, whatever its exit status, because some commands answer "no" by failing
 * @throws if the command does not exist, takes too long or prints too much
 */
export type Run = (file: string, args: readonly string[]) => Promise<string>;

export const runCommand: Run = (file, args) =>
  new Promise((resolve, reject) => {
    execFile(file, [...args], { timeout: 30_000, maxBuffer: 4 * 1024 * 1024, windowsHide: true }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') reject(error);
      else resolve(stdout + stderr);
    });
  });

/** @returns the result; a check that cannot be run fails with the reason */
export async function runCheck({ checkType, commands, evaluate }: Check, run: Run): Promise<CheckResult> {
  const method = commands.map(([file]) => file).join(', ');
  const checkedAt = new Date().toISOString();
  let raw = '';
  try {
    for (const [file, ...args] of commands) raw += `${(await run(file, args)).trimEnd()}\n`;
    const { passed, message } = evaluate(raw);
    return { checkType, passed, checkedAt, details: { method, raw: truncate(raw, 2000), message: truncate(message, 1000) } };
  } catch (error) {
    const exception = truncate(error instanceof Error ? error.message : String(error), 500);
    const details = { method, raw: truncate(raw, 2000), message: 'The check could not be made.', exception };
    return { checkType, passed: false, checkedAt, details };
  }
}

/** Makes a text valid for the contract: at most this long, without U+0000, and without half of a surrogate pair at its end. */
function truncate(text: string, maxLength: number): string {
  const shortened = text.replaceAll('\u0000', '').slice(0, maxLength);
  return /[\ud800-\udbff]$/.test(shortened) ? shortened.slice(0, -1) : shortened;
}
