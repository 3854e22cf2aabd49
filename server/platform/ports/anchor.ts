/** Writes checkpoints of audit logs to a place that the owner of the database cannot reach (AUDIT_ANCHOR). */
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';
import type { Http } from './http.ts';
import type { Anchor } from './anchor-place.ts';

/** @param config determines the place, if any */
export async function anchorFrom(
  { audit: { anchor: anchorPlace, retention }, store }: Pick<Config, 'audit' | 'store'>,
  http: Http,
): Promise<Anchor | undefined> {
  switch (anchorPlace?.kind) {
    case undefined:
      return undefined;
    case 'file':
      return anchorInFile(anchorPlace.file);
    case 'url':
      return anchorByPost(new URL(anchorPlace.url), http);
    // The SDK is loaded only if there is a bucket.
    case 's3':
      return (await import('./s3-anchor.ts')).anchorInBucket(anchorPlace, store, retention);
  }
}

/**
 * Opens the anchor file at startup, to detect a wrong path early. Remote places are not checked, because they may be temporarily down. @throws when the
 * file cannot be opened
 */
export async function tryAnchor({ audit: { anchor: anchorPlace } }: Pick<Config, 'audit'>): Promise<void> {
  if (anchorPlace?.kind === 'file') await withFile(anchorPlace.file, async () => undefined);
}

function anchorInFile(file: string): Anchor {
  return (_checkpoint, line) =>
    withFile(file, async (handle) => {
      const { size } = await handle.stat();
      const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, Math.max(size - 1, 0));
      // Starts a new line if a crash has cut off the last one.
      await handle.appendFile(`${size > 0 && buffer.toString() !== '\n' ? '\n' : ''}${line}\n`);
      await handle.sync();
    });
}

async function withFile(file: string, work: (handle: FileHandle) => Promise<void>): Promise<void> {
  const handle = await open(file, 'a+', 0o600);
  await work(handle).finally(() => handle.close());
  // The directory entry of a new file has to reach the disk too.
  const folder = await open(path.dirname(file));
  await folder.sync().finally(() => folder.close());
}

function anchorByPost(url: URL, http: Http): Anchor {
  return async ({ id }, line) => {
    const { status } = await http.ask(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': id },
      body: line,
      repeats: 0,
    });
    if (status < 200 || status > 299) throw new Error(`${url.host} answered ${status}`);
  };
}
