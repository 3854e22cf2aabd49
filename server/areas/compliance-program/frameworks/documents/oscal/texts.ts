/** Converts text to the formats of OSCAL. */

/** @returns the text as one trimmed line @param replacement replaces an empty text, because OSCAL does not allow empty texts */
export function toLine(text: string, replacement = '-'): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim() || replacement;
}

/** Makes a token: a letter or underscore, followed by letters, digits, periods, hyphens and underscores. `AC-2(1)` → `ac-2.1` */
export function toToken(name: string): string {
  const token = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/ ?\(/g, '.')
    .replaceAll(/\)/g, '')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/^[.-]+/g, '')
    .replaceAll(/[.-]$/g, '');
  return /^[\p{L}_]/u.test(token) ? token : `_${token}`;
}

/** Returns a function that makes tokens unique: it keeps the first token, and appends `_2`, `_3` and so on to repeated tokens. */
export function createUniqueTokens(takenTokens = new Set<string>()): (token: string) => string {
  const lastNumbers = new Map<string, number>();
  return (token) => {
    let [unique, number] = [token, lastNumbers.get(token) ?? 1];
    while (takenTokens.has(unique)) {
      number += 1;
      unique = `${token}_${number}`;
    }
    lastNumbers.set(token, number);
    takenTokens.add(unique);
    return unique;
  };
}

/** @returns an object with the list as its property, or an empty object, because OSCAL does not allow empty arrays */
export function optionalList<Name extends string, Item>(name: Name, items: readonly Item[]): { readonly [N in Name]?: readonly Item[] };
export function optionalList<Item>(name: string, items: readonly Item[]) {
  return items.length ? { [name]: items } : {};
}
