/** Names in archives that cannot lead out of their folder (evidence-export, rule 8; offboarding-checklist, rule 17). */

const maxCharacters = 50;
/** Maximum length of a name in bytes, leaving room for additions. File systems allow 255. */
const maxBytes = 200;
/** Names that Windows reserves for devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:$|[ .])/i;

/** @returns a slug: the words of the text in lowercase ASCII letters and digits, joined by `-` @param otherwise if there are none */
export function toSlug(text: string, otherwise = 'export'): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return withoutDashes(withoutDashes(words).slice(0, maxCharacters)) || otherwise;
}

function withoutDashes(text: string): string {
  return text.replace(/^-/, '').replace(/-$/, '');
}

/** @returns the end of an id, which distinguishes records with the same name */
export function idSuffix(id: string): string {
  return id.slice(-8);
}

/** @returns a file name that every system can store, as close as possible to the original */
export function toFileName(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[/\\<>:"|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/gu, '_')
    .trim();
  const { base, extension } = partsOf(plain);
  const short = trimEnd(`${truncateToBytes(base, maxBytes - Buffer.byteLength(extension))}${extension}`);
  if (short === '') return '_';
  return reserved.test(short) ? `_${short}` : short;
}

/**
 * Makes names in a folder unique, ignoring case.
 * @returns a function that returns the final name: the first keeps its name, later ones get ` (1)`, ` (2)` and so on before the extension
 */
export function createUniqueNamer(): (name: string) => string {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  const keyOf = (name: string) => name.normalize('NFKC').toLowerCase();
  return (name) => {
    const { base, extension } = partsOf(name);
    let [unique, number] = [name, next.get(keyOf(name)) ?? 0];
    while (taken.has(keyOf(unique))) {
      number += 1;
      unique = `${base} (${number})${extension}`;
    }
    next.set(keyOf(name), number);
    taken.add(keyOf(unique));
    return unique;
  };
}

/** Windows drops trailing dots and spaces, which would result in a different name. */
function trimEnd(name: string): string {
  let end = name.length;
  while (end > 0 && '. '.includes(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
}

function partsOf(name: string): { readonly base: string; readonly extension: string } {
  const [extension = ''] = /(?<=.)\.[^.]{1,20}$/s.exec(name) ?? [];
  return { base: name.slice(0, name.length - extension.length), extension };
}

function truncateToBytes(text: string, most: number): string {
  let size = 0;
  let kept = '';
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > most) break;
    kept += character;
  }
  return kept;
}
