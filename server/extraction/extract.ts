/** Takes the text out of a file, off the event loop and within limits. */
import path from 'node:path';
import { isObject } from '../contract/changes.ts';
import { inThread, TooMuch } from '../threads/thread.ts';
import type { Block } from './blocks.ts';
import type { FileKind } from './kinds.ts';
import { tooMuchText, Unusable } from './unusable.ts';

// Run from source it is .ts, built it is .js.
const worker = new URL(`worker${path.extname(import.meta.url)}`, import.meta.url);
const limits = { seconds: 60, megabytes: 1024 };

/**
 * @param patience seconds to wait while other files are read; without it as long as it takes
 * @returns what the file says, in its order: some text at least
 * @throws Unusable for a file that nothing can be taken from; TooBusy
 */
export async function extractText(bytes: Uint8Array, kind: FileKind, { patience, signal }: { readonly patience?: number; readonly signal?: AbortSignal } = {}): Promise<readonly Block[]> {
  const own = new Uint8Array(bytes);
  const message = await inThread(worker, { bytes: own, kind }, [own], { ...limits, signal, ...(patience !== undefined && { patience }) }).catch((error: unknown) => {
    throw error instanceof TooMuch ? tooMuchText() : error;
  });
  if (isTaken(message)) return message.blocks;
  if (isRefused(message)) throw new Unusable(message.unusable, message.status);
  throw new TypeError('the thread said something else');
}

function isTaken(message: unknown): message is { blocks: readonly Block[] } {
  return isObject(message) && Array.isArray(message.blocks);
}

function isRefused(message: unknown): message is { unusable: string; status: 413 | 422 } {
  return isObject(message) && typeof message.unusable === 'string' && (message.status === 413 || message.status === 422);
}
