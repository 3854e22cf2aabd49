/** Runs the admin command as an operator does. */
import { execFile } from 'node:child_process';
import { compiled } from './compiled.ts';

/** @param env the whole environment of the command @returns its exit code and output: JSON in `body`, lines of standard error in `err` */
export function admin(
  env: Record<string, string>,
  ...args: readonly string[]
): Promise<{ code: number; out: string; err: string[]; body: ReturnType<typeof JSON.parse> }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      // Most commands end before optimized WebAssembly code of the engine would pay off.
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
