/**
 * Strict JSON parser. It rejects what `JSON.parse` accepts but other programs may read differently: duplicate names, numbers out of range (1e400), lone
 * surrogates, the character U+0000 (which PostgreSQL cannot store), and unlimited nesting.
 */

/** The problem with a body, and the dotted path of the field if there is one. */
export class MalformedJson extends Error {
  readonly field: string | undefined;
  constructor(message: string, field?: readonly string[]) {
    super(message);
    this.field = field?.length ? field.join('.') : undefined;
  }
}

const maxDepth = 32;

/** @param bytes UTF-8 @throws MalformedJson */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw new MalformedJson('the body is not valid JSON');
  }
  checkStructure(text);
  checkValues(value, text.includes('\\u'), []);
  return value;
}

/** Checks a text that is known to be JSON for duplicate names and depth, in one pass. */
function checkStructure(text: string) {
  const open: { readonly names: Set<string> | undefined; step: string | number }[] = [];
  let nameNext = false;
  for (let place = 0; place < text.length; place += 1) {
    const top = open.at(-1);
    switch (text.charCodeAt(place)) {
      case 0x22: {
        // "
        const end = endOfString(text, place);
        if (nameNext && top?.names) {
          const name: unknown = JSON.parse(text.slice(place, end + 1));
          top.step = String(name);
          if (top.names.has(top.step))
            throw new MalformedJson(
              'is given twice',
              open.map(({ step }) => String(step)),
            );
          top.names.add(top.step);
          nameNext = false;
        }
        place = end;
        break;
      }
      case 0x7b: // {
      case 0x5b: {
        // [
        if (open.length === maxDepth)
          throw new MalformedJson(
            `is nested more than ${maxDepth} levels deep`,
            open.slice(0, 1).map(({ step }) => String(step)),
          );
        const object = text.charCodeAt(place) === 0x7b;
        open.push({ names: object ? new Set() : undefined, step: 0 });
        nameNext = object;
        break;
      }
      case 0x7d: // }
      case 0x5d: // ]
        open.pop();
        nameNext = false;
        break;
      case 0x2c: // ,
        if (typeof top?.step === 'number') top.step += 1;
        nameNext = top?.names !== undefined;
        break;
    }
  }
}

/** @param start position of the opening quote @returns position of the closing one */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
}

/** @param escaped whether the text has any escape: only then can a string contain a lone surrogate or U+0000 */
function checkValues(value: unknown, escaped: boolean, field: readonly string[]) {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new MalformedJson('is too large for a number', field);
  if (typeof value === 'string' && escaped) checkText(value, field);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (escaped) checkText(name, field);
    checkValues(inner, escaped, [...field, name]);
  }
}

function checkText(text: string, field: readonly string[]) {
  if (text.includes('\0')) throw new MalformedJson('must not contain the character U+0000', field);
  if (!text.isWellFormed()) throw new MalformedJson('must not contain half of a surrogate pair', field);
}
