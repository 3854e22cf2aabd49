/** Maps file name extensions to media types and back. */
import path from 'node:path';

const types: ReadonlyMap<string, string> = new Map([
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

/** @param ending the extension without its dot @returns undefined for an unknown extension */
export function typeOfEnding(ending: string): string | undefined {
  return types.get(ending.toLowerCase());
}

/** @returns undefined for a name without a known extension */
export function typeOfName(name: string): string | undefined {
  return typeOfEnding(path.extname(name).slice(1));
}

/** The name without its extension. */
export function titleOf(name: string): string {
  return path.parse(name).name;
}

/** The same name with the extension of the type, if that is known. */
export function withExtension(name: string, mediaType: string): string {
  if (typeOfName(name) === mediaType) return name;
  const ending = [...types].find(([, type]) => type === mediaType)?.[0];
  return ending === undefined ? name : `${titleOf(name)}.${ending}`;
}
