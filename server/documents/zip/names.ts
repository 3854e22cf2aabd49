/** Creates file names in archives that cannot lead out of their folder (evidence-export, rule 8; offboarding-checklist, rule 17). */

const maxCharacters = 50;
/** Maximum length of a name in bytes. File systems allow 255 bytes, so that a number can be added. */
const maxBytes = 200;
/** Matches names that Windows reserves for devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:$|[ .])/i;

/** @param fallback used if the text has no words @returns the words of the text in lowercase ASCII letters and digits, joined by `-` */
export function toSlug(text: string, fallback = 'export'): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return withoutDashes(withoutDashes(words).slice(0, maxCharacters)) || fallback;
}

function withoutDashes(text: string): string {
  return text.replace(/^-/, '').replace(/-$/, '');
}

/** @returns the end of an id, which distinguishes records with the same name */
export function idSuffix(id: string): string {
  return id.slice(-8);
}

/** @returns a file name that every system can store and that is as similar as possible to `name` */
export function toFileName(name: string): string {
  const cleanName = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[/\\<>:"|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/gu, '_')
    .trim();
  const { base, extension } = partsOf(cleanName);
  const shortName = trimEnd(`${truncateToBytes(base, maxBytes - Buffer.byteLength(extension))}${extension}`);
  if (shortName === '') return '_';
  return reserved.test(shortName) ? `_${shortName}` : shortName;
}

/**
 * Makes names in a folder unique, ignoring case.
 * @returns a function that returns the final name. The first file keeps its name. Later files with this name get ` (1)`, ` (2)` and so on
 * before the extension.
 */
export function createUniqueNamer(): (name: string) => string {
  const usedNames = new Set<string>();
  const lastNumbers = new Map<string, number>();
  const keyOf = (name: string) => name.normalize('NFKC').toLowerCase();
  return (name) => {
    const { base, extension } = partsOf(name);
    let [unique, number] = [name, lastNumbers.get(keyOf(name)) ?? 0];
    while (usedNames.has(keyOf(unique))) {
      number += 1;
      unique = `${base} (${number})${extension}`;
    }
    lastNumbers.set(keyOf(name), number);
    usedNames.add(keyOf(unique));
    return unique;
  };
}

/** Removes trailing dots and spaces, because Windows would drop them and so store a different name. */
function trimEnd(name: string): string {
  let end = name.length;
  while (end > 0 && '. '.includes(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
}

function partsOf(name: string): { readonly base: string; readonly extension: string } {
  const [extension = ''] = /(?<=.)\.[^.]{1,20}$/s.exec(name) ?? [];
  return { base: name.slice(0, name.length - extension.length), extension };
}

function truncateToBytes(text: string, maxLength: number): string {
  let size = 0;
  let truncated = '';
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > maxLength) break;
    truncated += character;
  }
  return truncated;
}
