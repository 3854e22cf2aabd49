/** Writes files for commands: readable by their owner only, and under a temporary name until complete and on disk. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { fileMode } from '#platform/ports/modes';
import { syncDirectory } from '#platform/ports/sync';
import { Failure } from './command.ts';

/** @param fileNoun noun for the file in error messages @param write must end the stream @throws Failure if the system cannot write the file */
export async function writeFile<R>(fileNoun: string, file: string, write: (output: Writable) => Promise<R>): Promise<R> {
  const draft = `${file}.part`;
  try {
    // The file may be left over from an earlier attempt, possibly with other permissions.
    await rm(draft, { force: true });
    const result = await write(createWriteStream(draft, { flags: 'wx', mode: fileMode, flush: true }));
    await rename(draft, file);
    await syncDirectory(path.dirname(file));
    return result;
  } catch (error) {
    await rm(draft, { force: true });
    return failToWrite(fileNoun, error);
  }
}

/** Turns the system's error for a file or a pipe into a message for the operator. @throws Failure for such errors; other errors unchanged */
export function failToWrite(fileNoun: string, error: unknown): never {
  if (error instanceof Error && 'syscall' in error)
    throw new Failure(`the ${fileNoun} could not be written: ${error.message}`, { cause: error });
  throw error;
}
