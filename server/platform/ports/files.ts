/** Port for the file store. Files are read and written in chunks, so that memory use does not depend on their size. */
import type { Readable } from 'node:stream';

/** Content to store: all of it, or chunks as they arrive. */
export type Content = Uint8Array | AsyncIterable<Uint8Array>;

/** Size and hash of content that has been read. */
export interface SizeAndHash {
  /** Bytes. */
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
}

/** Local bytes without a key. They are deleted by `discard` or, if the process ends before that, by a later cleanup. */
export interface Draft extends SizeAndHash {
  /** Name among the store's drafts, which clients cannot guess. */
  readonly name: string;
  /** The first bytes, up to 8 KiB. */
  readonly start: Buffer;
  read(): Promise<Buffer>;
  /** Yields the bytes in chunks. */
  content(): AsyncIterable<Uint8Array>;
  /** Stores the draft under this key, atomically and synced. The draft no longer exists afterwards. */
  keep(key: string): Promise<void>;
  /** Succeeds even if it no longer exists. */
  discard(): Promise<void>;
}

/** How a browser presents a linked file. */
export interface FilePresentation {
  readonly name: string;
  /** Media type. */
  readonly type: string;
  /** Whether the file is displayed in the browser instead of downloaded. */
  readonly inline?: boolean;
}

/** Presigned URLs of a store that clients access directly. */
export interface DirectUrls {
  /** Returns a URL for one PUT of the key's bytes. @param seconds until the URL expires */
  upload(key: string, seconds: number): Promise<string>;
  download(key: string, seconds: number, presentation: FilePresentation): Promise<string>;
}

/** A stored file. */
export interface StoredFile {
  readonly key: string;
  /** When it was stored, in ms since 1970. */
  readonly changedAt: number;
}

/** The positions of the first and the last byte of a part of a file. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Identifies the content that a file has now. */
export interface FileVersion {
  /** Bytes. */
  readonly size: number;
  /** A strong ETag, in quotes. */
  readonly etag: string;
}

export interface Files {
  /** Reads content into a draft. @throws what `content` throws, leaving nothing behind */
  draft(content: Content): Promise<Draft>;
  /**
   * Copies this file into a draft. A longer file is cut one byte above `maxBytes`, so that the size of the draft shows that it is too long.
   * @returns undefined when there is no such file
   */
  draftOf(key: string, maxBytes: number): Promise<Draft | undefined>;
  /** Returns the draft of this name; undefined when there is none. */
  findDraft(name: string): Draft | undefined;
  /** Stores content. @param key `<organization id>/<folder>/…/<name>` */
  put(key: string, content: Content): Promise<SizeAndHash>;
  /** @param sha256 expected hash, if known @returns undefined when there is no such file @throws when the content was changed */
  read(key: string, sha256?: string): Promise<Buffer | undefined>;
  /** Reads the file in chunks. If the content was changed, the stream fails before its end; a part is not checked. */
  stream(key: string, sha256?: string, part?: ByteRange): Promise<Readable | undefined>;
  /** @returns undefined when there is no such file */
  findVersion(key: string): Promise<FileVersion | undefined>;
  /** @returns its length in bytes; undefined when there is no such file */
  size(key: string): Promise<number | undefined>;
  /** Succeeds even if there is no such file. @returns false while deletions are on hold; then the file is deleted later */
  remove(key: string): Promise<boolean>;
  /** Lists all files of an organization. */
  list(organizationId: string): AsyncIterable<StoredFile>;
  /** Deletes all files of an organization. @returns false while deletions are on hold */
  removeAll(organizationId: string): Promise<boolean>;
  /** Stops deletions by all servers that use this store. @returns a function that allows them again */
  holdDeletions(): Promise<() => Promise<void>>;
  /**
   * Returns a link that needs no other credential until it expires.
   * @param presentation by default, the file is displayed in the browser under its own name
   */
  link(key: string, seconds: number, presentation?: FilePresentation): string;
  /** Deletes drafts left on this machine by ended processes. */
  removeDrafts(): Promise<void>;
  /** Set for stores that clients access directly; undefined for the built-in store. */
  readonly direct?: DirectUrls;
}

/** Returns a file name that cannot leave its folder. */
export function safeName(name: string): string {
  return name
    .replace(/[^A-Za-z0-9.-]/g, '_')
    .slice(-100)
    .replace(/^\.+/, '_');
}

/** Returns whether a key may contain this text between its slashes. */
export function isKeySegment(text: string): boolean {
  return /^[A-Za-z0-9_.-]+$/.test(text) && !/^\.+$/.test(text);
}

/** Splits a key into its folders and name. @throws if the key could escape its folder */
export function splitKey(key: string): string[] {
  const segments = key.split('/');
  if (!segments.every(isKeySegment)) throw new Error('not the key of a file');
  return segments;
}
