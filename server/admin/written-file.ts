/** What a command leaves behind: a file that is readable by its owner only, and has another name until it is complete and on the disk. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { fileMode } from '../platform/ports/modes.ts';
import { syncDirectory } from '../platform/ports/sync.ts';
import { Failure } from './command.ts';

/** @param what the file is, for the operator @param write ends what it writes to @throws Failure */
export async function writeFile<R>(what: string, file: string, write: (to: Writable) => Promise<R>): Promise<R> {
  const draft = `${file}.part`;
  try {
    // Of an earlier attempt, with whatever rights it had.
    await rm(draft, { force: true });
    const result = await write(createWriteStream(draft, { flags: 'wx', mode: fileMode, flush: true }));
    await rename(draft, file);
    await syncDirectory(path.dirname(file));
    return result;
  } catch (error) {
    await rm(draft, { force: true });
    return unwritten(what, error);
  }
}

/** What the system says of a file or a pipe is for the operator. */
export function unwritten(what: string, error: unknown): never {
  if (error instanceof Error && 'syscall' in error)
    throw new Failure(`the ${what} could not be written: ${error.message}`, { cause: error });
  throw error;
}
