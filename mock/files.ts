/** Answers that are not JSON: how the example of each media type becomes the bytes that a client receives. */
import type { operations } from '../generated/operations.ts';

type MediaType = Exclude<(typeof operations)[keyof typeof operations]['produces'][number], 'application/json'>;

/** One entry for each media type of the contract, or it does not compile. What no example can show, such as a PDF, is to be made here. */
const files: Readonly<Record<MediaType, (example: unknown) => Uint8Array>> = {
  'application/x-ndjson': asWritten,
  '*/*': asWritten,
};

export function isFile(mediaType: string | undefined): mediaType is MediaType {
  return mediaType !== undefined && Object.hasOwn(files, mediaType);
}

export function fileOf(mediaType: MediaType, example: unknown): Uint8Array {
  return files[mediaType](example);
}

function asWritten(example: unknown): Uint8Array {
  return Buffer.from(String(example));
}
