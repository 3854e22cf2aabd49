/** What the ending of the name of a file says of its media type, and the other way around. */
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

/** @param ending of a name, without its dot @returns undefined when it is not known */
export function typeOfEnding(ending: string): string | undefined {
  return types.get(ending.toLowerCase());
}

/** @returns undefined when the name has no ending that is known */
export function typeOfName(name: string): string | undefined {
  return typeOfEnding(path.extname(name).slice(1));
}

/** The name without its ending. */
export function titleOf(name: string): string {
  return path.parse(name).name;
}

/** The same name with an ending that fits the type, where one is known. */
export function nameAs(name: string, mediaType: string): string {
  if (typeOfName(name) === mediaType) return name;
  const ending = [...types].find(([, type]) => type === mediaType)?.[0];
  return ending === undefined ? name : `${titleOf(name)}.${ending}`;
}
