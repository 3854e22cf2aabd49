/** Writes files for commands: readable by their owner only, and under a temporary name until complete and on disk. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { fileMode } from '#platform/ports/modes';
import { syncDirectory } from '#platform/ports/sync';
import { Failure } from './command.ts';

/** @param what describes the file for the operator @param write must end the stream @throws Failure */
export async function writeFile<R>(what: string, file: string, write: (to: Writable) => Promise<R>): Promise<R> {
  const draft = `${file}.part`;
  try {
    // Left over from an earlier attempt, possibly with other permissions.
    await rm(draft, { force: true });
    const result = await write(createWriteStream(draft, { flags: 'wx', mode: fileMode, flush: true }));
    await rename(draft, file);
    await syncDirectory(path.dirname(file));
    return result;
  } catch (error) {
    await rm(draft, { force: true });
    return failToWrite(what, error);
  }
}

/** Shows the operator the system's error for a file or a pipe. */
export function failToWrite(what: string, error: unknown): never {
  if (error instanceof Error && 'syscall' in error)
    throw new Failure(`the ${what} could not be written: ${error.message}`, { cause: error });
  throw error;
}
