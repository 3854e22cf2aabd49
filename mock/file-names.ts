/** Maps file name extensions to media types and back. */
import path from 'node:path';

const typesByExtension: ReadonlyMap<string, string> = new Map([
  ['csv', 'text/csv'],
  ['deb', 'application/vnd.debian.binary-package'],
  ['dmg', 'application/x-apple-diskimage'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['exe', 'application/octet-stream'],
  ['gif', 'image/gif'],
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['json', 'application/json'],
  ['md', 'text/markdown'],
  ['ndjson', 'application/x-ndjson'],
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['svg', 'image/svg+xml'],
  ['txt', 'text/plain'],
  ['webp', 'image/webp'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['zip', 'application/zip'],
]);

/** @param extension without its dot @returns the media type; undefined for an unknown extension */
export function typeOfExtension(extension: string): string | undefined {
  return typesByExtension.get(extension.toLowerCase());
}

/** @returns the media type for the extension of a file name; undefined for a name without a known extension */
export function typeOfName(name: string): string | undefined {
  return typeOfExtension(path.extname(name).slice(1));
}

/** @returns the file name without its extension */
export function titleOf(name: string): string {
  return path.parse(name).name;
}

/** @returns the file name with an extension for the media type, or the unchanged name if no extension is known */
export function withExtension(name: string, mediaType: string): string {
  if (typeOfName(name) === mediaType) return name;
  const extension = [...typesByExtension].find(([, type]) => type === mediaType)?.[0];
  return extension === undefined ? name : `${titleOf(name)}.${extension}`;
}
