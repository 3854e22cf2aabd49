/** The store of files, as a port. Files go in and come out in pieces, so that memory does not grow with them. */
import type { Readable } from 'node:stream';

/** What is put into a file: all of it, or pieces as they come. */
export type Content = Uint8Array | AsyncIterable<Uint8Array>;

/** What is known of a file once it was read. */
export interface Measure {
  /** Bytes. */
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
}

/** Bytes that are here and have no key yet. They are gone after `discard`, and with the process. */
export interface Draft extends Measure {
  /** The name among the drafts of this store. It cannot be guessed from outside. */
  readonly name: string;
  /** The first of its bytes, 8 KiB at most. */
  readonly start: Buffer;
  read(): Promise<Buffer>;
  /** The same in pieces. */
  content(): AsyncIterable<Uint8Array>;
  /** Makes it the file of this key, all at once and on the disk. The draft is gone then. */
  keep(key: string): Promise<void>;
  /** Also when it is gone. */
  discard(): Promise<void>;
}

/** How a file is shown to who follows a link to it. */
export interface Shown {
  readonly name: string;
  /** Media type. */
  readonly type: string;
  /** Whether the file is displayed in the browser and not downloaded. */
  readonly inline?: boolean;
}

/** Addresses of a store that clients reach themselves. */
export interface DirectAddresses {
  /** For one PUT of the bytes of this key. @param seconds for which it works */
  upload(key: string, seconds: number): Promise<string>;
  download(key: string, seconds: number, shown: Shown): Promise<string>;
}

/** A file that is there. */
export interface Found {
  readonly key: string;
  /** When it was put, in ms since 1970. */
  readonly changedAt: number;
}

export interface Files {
  /** Takes bytes in. @throws what `content` throws; nothing is left of it then */
  draft(content: Content): Promise<Draft>;
  /** A draft of the same bytes as this file, which stays; all are read, but none behind this many and one more. @returns undefined when there is none */
  draftOf(key: string, maxBytes: number): Promise<Draft | undefined>;
  /** The draft of this name; undefined when there is none. */
  drafted(name: string): Draft | undefined;
  /** @param key `<organization id>/<folder>/…/<name>` */
  put(key: string, content: Content): Promise<Measure>;
  /** @param sha256 that it must have, if that is known @returns undefined when there is none @throws when it is not as it was put */
  read(key: string, sha256?: string): Promise<Buffer | undefined>;
  /** The same in pieces. One that is not as it was put breaks off before its end. */
  stream(key: string, sha256?: string): Promise<Readable | undefined>;
  /** @returns its length in bytes, undefined when there is none */
  size(key: string): Promise<number | undefined>;
  /** Also when there is none. @returns false while the store is held: the file stays, and is removed later */
  remove(key: string): Promise<boolean>;
  /** Everything of an organization. */
  list(organizationId: string): AsyncIterable<Found>;
  /** Everything of an organization. @returns false while the store is held */
  removeAll(organizationId: string): Promise<boolean>;
  /** From now on nothing is removed, by any server that has this store. @returns ends that */
  hold(): Promise<() => Promise<void>>;
  /** A link that works for this many seconds without any other credential. @param shown otherwise what its name says, in the browser */
  link(key: string, seconds: number, shown?: Shown): string;
  /** Removes drafts that processes which are no more left on this machine. */
  removeDrafts(): Promise<void>;
  /** Of a store that clients reach themselves; of the built-in one none. */
  readonly direct?: DirectAddresses;
}

/** A file name that cannot leave its folder. */
export function safeName(name: string): string {
  return name
    .replace(/[^A-Za-z0-9.-]/g, '_')
    .slice(-100)
    .replace(/^\.+/, '_');
}

/** Whether a key may have this between its slashes. */
export function isStep(text: string): boolean {
  return /^[A-Za-z0-9_.-]+$/.test(text) && !/^\.+$/.test(text);
}

/** The folders and the name that a key is made of. @throws when it could lead out of them */
export function stepsOf(key: string): string[] {
  const steps = key.split('/');
  if (!steps.every(isStep)) throw new Error('not the key of a file');
  return steps;
}
