import path from 'node:path';
import { inThread, type Limits } from '../../../threads/thread.ts';
import type { Content } from './content.ts';
import type { ExportFormat } from './names.ts';

// Run from source it is .ts, built it is .js.
const worker = new URL(`worker${path.extname(import.meta.url)}`, import.meta.url);

/** Makes the file off the event loop. @throws TooBusy, TooMuch */
export async function render(content: Content, format: ExportFormat, limits: Pick<Limits, 'patience' | 'signal'> = {}): Promise<Buffer> {
  const made = await inThread(worker, { content, format }, [], { seconds: 120, megabytes: 1024, ...limits });
  if (!(made instanceof Uint8Array)) throw new TypeError('the thread made something else');
  return Buffer.from(made.buffer, made.byteOffset, made.byteLength);
}
