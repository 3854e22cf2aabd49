/** What the agent remembers: its session, for its user alone. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

export interface State {
  readonly token: string;
}

/** @returns undefined when there is none */
export async function readState(file: string): Promise<State | undefined> {
  try {
    const state: unknown = JSON.parse(await readFile(file, 'utf8'));
    const token: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'token') : undefined;
    return typeof token === 'string' ? { token } : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

export async function writeState(file: string, state: State): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, `${JSON.stringify(state)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** A session that is over. */
export async function forgetState(file: string): Promise<void> {
  await rm(file, { force: true });
}
