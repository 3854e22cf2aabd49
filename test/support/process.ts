/** Starts the server as its operator does, in a separate process. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { compiled } from './compiled.ts';

export const bootstrapKey = `cak_${'ab'.repeat(32)}`;

/** Creates a directory that is deleted after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'server-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export type Process = Awaited<ReturnType<typeof waitUntilListening>>;
/** The account that runs the process; only root may choose it. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** An account that may write only where everybody may, unlike root. */
export function accountOfNobody(): Account {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Starts the server on a free port, until the test ends. `url` is empty if the server ended instead. */
export async function startProcess(env: Record<string, string>, program?: string[], account?: Account): Promise<Process> {
  const child = spawnServer(env, program, account);
  onTestFinished(() => void child.kill('SIGKILL'));
  return waitUntilListening(child);
}

/** Starts the server without waiting until it listens. It runs until the test ends. */
export function startWithoutWaiting(env: Record<string, string>) {
  const child = spawnServer(env);
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { out: '' };
  child.stdout.on('data', (part) => {
    output.out += String(part);
  });
  return { child, said: output, exit: () => exitOf(child) };
}

/** Starts the server, which must succeed. @throws its output otherwise */
export async function startServer(env: Record<string, string>): Promise<Process> {
  const startedProcess = await startProcess(env);
  if (startedProcess.url === '') throw new Error(`it did not start: ${startedProcess.said.err}`);
  return startedProcess;
}

/** Starts the server for several tests: the caller must stop it. */
export function launch(env: Record<string, string>): Promise<Process> {
  return waitUntilListening(spawnServer(env));
}

function spawnServer(env: Record<string, string>, program = ['server/main.ts'], account: Account = {}) {
  return spawn(process.execPath, program, {
    ...account,
    env: { PATH: process.env.PATH, ...compiled, PORT: '0', LOG_LEVEL: 'fatal', BOOTSTRAP_API_KEY: bootstrapKey, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function waitUntilListening(child: ReturnType<typeof spawnServer>) {
  const output = { out: '', err: '' };
  const url = await new Promise<string>((resolve) => {
    child.stdout.on('data', (part) => {
      output.out += String(part);
      const address = /Compliance automation service +(\S+)/.exec(output.out)?.[1];
      if (address) resolve(address);
    });
    child.stderr.on('data', (part) => {
      output.err += String(part);
    });
    child.once('close', () => resolve(''));
  });
  return {
    url,
    said: output,
    child,
    pid: child.pid,
    exit: () => exitOf(child),
    stop: (signal: NodeJS.Signals) => {
      child.kill(signal);
      return exitOf(child);
    },
    /** The lines of its log at this level (pino's: 40 is a warning, 50 an error) or above. */
    logged: (level: number) =>
      output.err
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line): { level: number; msg: string; requestId?: string } => JSON.parse(line))
        .filter((line) => line.level >= level),
  };
}

async function exitOf(child: ChildProcess): Promise<number | string | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  return child.exitCode ?? child.signalCode;
}
