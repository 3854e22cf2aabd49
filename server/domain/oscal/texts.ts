/** Texts as OSCAL takes them. */

/** @returns a text as one line without spaces around it @param instead what an empty one becomes, which OSCAL does not have */
export function lineOf(text: string, instead = '-'): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim() || instead;
}

/** @returns a name as a token: a letter or an underscore, then letters, digits, periods, hyphens and underscores. `AC-2(1)` → `ac-2.1` */
export function tokenOf(name: string): string {
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

/** Keeps the tokens of one document apart: the first one stays as it is, and the others get `_2`, `_3` and so on. */
export function uniqueTokens(taken = new Set<string>()): (token: string) => string {
  const next = new Map<string, number>();
  return (token) => {
    let [unique, number] = [token, next.get(token) ?? 1];
    while (taken.has(unique)) {
      number += 1;
      unique = `${token}_${number}`;
    }
    next.set(token, number);
    taken.add(unique);
    return unique;
  };
}

/** @returns a member of a document, which OSCAL does not have where it is empty */
export function listOf<Name extends string, Item>(name: Name, items: readonly Item[]): { readonly [N in Name]?: readonly Item[] };
export function listOf<Item>(name: string, items: readonly Item[]) {
  return items.length ? { [name]: items } : {};
}
