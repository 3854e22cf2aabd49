/** Signed links to the files of the page (spec/areas/trust-portal, rule 8). */
import type { components } from '../../../generated/api.d.ts';
import type { Files } from '../../platform/ports/files.ts';

/** Seconds for which links work. */
const works = { file: 900, favicon: 3600, badge: 86_400, publicFavicon: 86_400 } as const;

export interface LinkedFile {
  readonly fileKey: string;
  readonly name: string;
  /** Media type. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
}

/** @returns a link to download a certificate or a document with */
export function downloadOf(files: Files, { fileKey, name, type, size }: LinkedFile): components['schemas']['FileLink'] {
  return { downloadUrl: files.link(fileKey, works.file, { name, type }), fileName: name, fileSize: size, expiresIn: works.file };
}

/** @param key of the favicon @param use for members, or for the public page, which is read for longer @returns a link that displays it */
export function faviconLink(files: Files, key: string, use: 'favicon' | 'publicFavicon' = 'favicon'): string {
  return key.endsWith('.ico')
    ? files.link(key, works[use], { name: 'favicon.ico', type: 'image/x-icon', inline: true })
    : files.link(key, works[use]);
}

/** @param key of the badge of a framework @returns a link that displays it */
export function badgeLink(files: Files, key: string): string {
  return files.link(key, works.badge);
}
