/** Names in archives, none of which leads out of its folder (spec/areas/evidence-export, rule 8; spec/areas/offboarding-checklist, rule 17). */

const mostCharacters = 50;
/** Bytes that a name may have beside what is added to it. File systems take 255. */
const mostBytes = 200;
/** Names that Windows keeps for devices, whatever their extension. */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:$|[ .])/i;

/** @returns the words of a text as a name: lower case, letters and digits of ASCII joined by `-` @param otherwise where there are none */
export function slugOf(text: string, otherwise = 'export'): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return withoutDashes(withoutDashes(words).slice(0, mostCharacters)) || otherwise;
}

function withoutDashes(text: string): string {
  return text.replace(/^-/, '').replace(/-$/, '');
}

/** @returns the end of an id, which tells records of one name apart */
export function endOf(id: string): string {
  return id.slice(-8);
}

/** @returns a file name that every system can store, as close to its own as possible */
export function fileNameOf(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[/\\<>:"|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/gu, '_')
    .trim();
  const { base, extension } = partsOf(plain);
  const short = withoutEnd(`${withinBytes(base, mostBytes - Buffer.byteLength(extension))}${extension}`);
  if (short === '') return '_';
  return reserved.test(short) ? `_${short}` : short;
}

/**
 * Keeps names in one folder apart, also where case does not count.
 * @returns what gives a name its final form: the first of its kind stays, the others get ` (1)`, ` (2)` and so on before the extension
 */
export function uniqueNames(): (name: string) => string {
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

/** Windows drops dots and spaces at the end, so that another name would result. */
function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && '. '.includes(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
}

function partsOf(name: string): { readonly base: string; readonly extension: string } {
  const [extension = ''] = /(?<=.)\.[^.]{1,20}$/s.exec(name) ?? [];
  return { base: name.slice(0, name.length - extension.length), extension };
}

function withinBytes(text: string, most: number): string {
  let size = 0;
  let kept = '';
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > most) break;
    kept += character;
  }
  return kept;
}
