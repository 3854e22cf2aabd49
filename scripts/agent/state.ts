/** The stored state of the agent: its session and its installation id, readable by its user only. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

export interface State {
  readonly token: string;
  /** A random id that stays the same when the session ends. */
  readonly installationId: string;
}

/** @returns a new installation without a token when the file does not exist */
export async function readState(file: string): Promise<Partial<State> & Pick<State, 'installationId'>> {
  try {
    const state: unknown = JSON.parse(await readFile(file, 'utf8'));
    const valueOf = (name: string): unknown => (typeof state === 'object' && state !== null ? Reflect.get(state, name) : undefined);
    const [token, installationId] = [valueOf('token'), valueOf('installationId')];
    return {
      installationId: typeof installationId === 'string' ? installationId : randomUUID(),
      ...(typeof token === 'string' && { token }),
    };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { installationId: randomUUID() };
    throw error;
  }
}

export async function writeState(file: string, state: Partial<State>): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, `${JSON.stringify(state)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
