/** Creates signed links to the files of the trust portal (trust-portal, rule 8). */
import type { components } from '#generated/api';
import type { Files } from '#platform/ports/files';

/** The lifetimes of the links, in seconds. */
const lifetimes = { file: 900, favicon: 3600, badge: 86_400, publicFavicon: 86_400 } as const;

export interface LinkedFile {
  readonly fileKey: string;
  readonly name: string;
  /** The media type. */
  readonly type: string;
  /** The size in bytes. */
  readonly size: number;
}

/** @returns a download link for a certificate or a document */
export function createDownloadLink(files: Files, { fileKey, name, type, size }: LinkedFile): components['schemas']['FileLink'] {
  return { downloadUrl: files.link(fileKey, lifetimes.file, { name, type }), fileName: name, fileSize: size, expiresIn: lifetimes.file };
}

/** @param key file key of the favicon @param lifetime names the link's lifetime, which is longer on the public page @returns the link */
export function createFaviconLink(files: Files, key: string, lifetime: 'favicon' | 'publicFavicon' = 'favicon'): string {
  return key.endsWith('.ico')
    ? files.link(key, lifetimes[lifetime], { name: 'favicon.ico', type: 'image/x-icon', inline: true })
    : files.link(key, lifetimes[lifetime]);
}

/** @param key the file key of a framework's badge @returns a link to the badge */
export function createBadgeLink(files: Files, key: string): string {
  return files.link(key, lifetimes.badge);
}
