/**
 * The type of a worker module's default export. Such modules are named `*.worker.ts`. Inputs and results are split into parts, because a long message would
 * block the server's event loop while it is written or read.
 */
export type Work<Input, Part> = (input: Input, parts: readonly Part[]) => Promise<Iterable<unknown>>;

const megabyte = 1024 * 1024;

/** Splits bytes into parts of a megabyte. */
export function* splitBytes(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += megabyte) yield bytes.subarray(start, start + megabyte);
}

/** Splits a list into parts. @param size of each, in items */
export function* splitList<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Joins parts of bytes. @throws for anything else */
export function joinBytes(parts: readonly unknown[]): Buffer {
  return Buffer.concat(
    parts.map((part) => {
      if (part instanceof Uint8Array) return part;
      throw new TypeError('a part is not bytes');
    }),
  );
}
