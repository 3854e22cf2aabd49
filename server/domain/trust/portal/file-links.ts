/** Signed links to the files of the page (trust-portal, rule 8). */
import type { components } from '#generated/api';
import type { Files } from '#platform/ports/files';

/** Lifetime of links, in seconds. */
const lifetimes = { file: 900, favicon: 3600, badge: 86_400, publicFavicon: 86_400 } as const;

export interface LinkedFile {
  readonly fileKey: string;
  readonly name: string;
  /** Media type. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
}

/** @returns a download link for a certificate or a document */
export function createDownloadLink(files: Files, { fileKey, name, type, size }: LinkedFile): components['schemas']['FileLink'] {
  return { downloadUrl: files.link(fileKey, lifetimes.file, { name, type }), fileName: name, fileSize: size, expiresIn: lifetimes.file };
}

/** @param key of the favicon @param use for members, or for the public page, where the link lives longer @returns a link that displays it */
export function createFaviconLink(files: Files, key: string, use: 'favicon' | 'publicFavicon' = 'favicon'): string {
  return key.endsWith('.ico')
    ? files.link(key, lifetimes[use], { name: 'favicon.ico', type: 'image/x-icon', inline: true })
    : files.link(key, lifetimes[use]);
}

/** @param key of a framework's badge @returns a link that displays it */
export function createBadgeLink(files: Files, key: string): string {
  return files.link(key, lifetimes.badge);
}
