/**
 * What a module that runs in a worker has as its default export. Such a module is called `*.worker.ts`. What it is given and what it gives
 * travels in parts, so that no message is long: each holds the event loop of the server for as long as it is written or read.
 */
export type Work<Input, Part> = (input: Input, parts: readonly Part[]) => Promise<Iterable<unknown>>;

const megabyte = 1024 * 1024;

/** Bytes as parts. */
export function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += megabyte) yield bytes.subarray(at, at + megabyte);
}

/** A list as parts. @param size of each, in items */
export function* groupsOf<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

/** Parts of bytes put together. @throws for anything else */
export function bytesIn(parts: readonly unknown[]): Buffer {
  return Buffer.concat(
    parts.map((part) => {
      if (part instanceof Uint8Array) return part;
      throw new TypeError('a part is no bytes');
    }),
  );
}
