import type { Files } from '../ports/files.ts';

/** Returns a signed link to the file of an organization's logo, which is valid for one hour. */
export function logoLink(files: Files, key: string): string {
  return files.link(key, 3600);
}
