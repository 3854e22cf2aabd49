/** The operator's command, run as the operator runs it. */
import { execFile } from 'node:child_process';
import { compiled } from './compiled.ts';

/** @param env all of its environment @returns its exit code and what it said: the JSON in `body`, the lines of standard error in `err` */
export function admin(
  env: Record<string, string>,
  ...args: readonly string[]
): Promise<{ code: number; out: string; err: string[]; body: ReturnType<typeof JSON.parse> }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      // Most commands end before the engine would be any faster for being compiled a second time.
      ['--liftoff-only', 'server/admin/main.ts', ...args],
      { env: { PATH: process.env.PATH, ...compiled, ...env }, maxBuffer: 10_000_000 },
      (_error, out, err) => {
        resolve({
          code: child.exitCode ?? -1,
          out,
          err: err.split('\n').slice(0, -1),
          body: out.startsWith('{') && out.indexOf('\n') === out.length - 1 ? JSON.parse(out) : undefined,
        });
      },
    );
    child.stdin?.end();
  });
}
