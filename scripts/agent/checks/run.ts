/** Runs the checks of this computer. */
import { execFile } from 'node:child_process';
import type { components } from '../../../generated/api.d.ts';
import type { Check, CheckResult } from './check.ts';
import { linuxChecks } from './linux.ts';
import { macosChecks } from './macos.ts';
import { windowsChecks } from './windows.ts';

export const checksOf: Readonly<Record<components['schemas']['DevicePlatform'], readonly Check[]>> = {
  linux: linuxChecks,
  macos: macosChecks,
  windows: windowsChecks,
};

/** Runs a command. @returns what it prints, also when it ends with a failure, as that is how some say "no" @throws when it is not there */
export type Run = (file: string, args: readonly string[]) => Promise<string>;

export const runHere: Run = (file, args) =>
  new Promise((resolve, reject) => {
    execFile(file, [...args], { timeout: 30_000, maxBuffer: 4 * 1024 * 1024, windowsHide: true }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') reject(error);
      else resolve(stdout + stderr);
    });
  });

/** @returns the result; a check that cannot be made is not passed, and says why */
export async function runCheck({ checkType, commands, judge }: Check, run: Run): Promise<CheckResult> {
  const method = commands.map(([file]) => file).join(', ');
  const checkedAt = new Date().toISOString();
  let raw = '';
  try {
    for (const [file, ...args] of commands) raw += `${(await run(file, args)).trimEnd()}\n`;
    const { passed, message } = judge(raw);
    return { checkType, passed, checkedAt, details: { method, raw: fitted(raw, 2000), message: fitted(message, 1000) } };
  } catch (error) {
    const exception = fitted(error instanceof Error ? error.message : String(error), 500);
    const details = { method, raw: fitted(raw, 2000), message: 'The check could not be made.', exception };
    return { checkType, passed: false, checkedAt, details };
  }
}

/** A text as the contract takes it: so long at most, without U+0000, and without half of a character at its end. */
function fitted(text: string, most: number): string {
  const short = text.replaceAll('\u0000', '').slice(0, most);
  return /[\ud800-\udbff]$/.test(short) ? short.slice(0, -1) : short;
}
