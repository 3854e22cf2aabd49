/** The server as its operator starts it: a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

export const bootstrapKey = `cak_${'ab'.repeat(32)}`;

/** A directory that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'server-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts it on a free port. `url` is empty when it ended instead. */
export async function startProcess(env: Record<string, string>, program = ['server/main.ts']) {
  const child = spawn(process.execPath, program, { env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'fatal', BOOTSTRAP_API_KEY: bootstrapKey, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { out: '', err: '' };
  const url = await new Promise<string>((resolve) => {
    child.stdout.on('data', (part) => {
      said.out += String(part);
      const found = /Compliance automation service +(\S+)/.exec(said.out)?.[1];
      if (found) resolve(found);
    });
    child.stderr.on('data', (part) => { said.err += String(part); });
    child.once('close', () => resolve(''));
  });
  return { url, said, child, pid: child.pid, exit: () => exitOf(child), stop: (signal: NodeJS.Signals) => { child.kill(signal); return exitOf(child); } };
}

async function exitOf(child: ChildProcess): Promise<number | string | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  return child.exitCode ?? child.signalCode;
}
