/**
 * Strict JSON parser. It rejects what `JSON.parse` accepts but other programs may read differently: duplicate names, numbers out of range (1e400), lone
 * surrogates, the character U+0000 (which PostgreSQL cannot store), and unlimited nesting.
 */

import { type FieldError, fieldErrors } from '#platform/refusals/field-errors';

/** The problem with a body, and the dotted path of the field if there is one. */
export class MalformedJson extends Error {
  readonly error: FieldError;
  readonly field: string | undefined;
  constructor(error: FieldError, field?: readonly string[]) {
    super(error.message);
    this.error = error;
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
    throw new MalformedJson(fieldErrors.unreadable('the body is not valid JSON'));
  }
  checkStructure(text);
  checkValues(value, text.includes('\\u'), []);
  return value;
}

/** Checks a text that is known to be JSON for duplicate names and depth, in one pass. */
function checkStructure(text: string) {
  /** The objects and arrays around the current position. `step` is the name or index of the current value. */
  const openContainers: { readonly names: Set<string> | undefined; step: string | number }[] = [];
  let expectsName = false;
  for (let index = 0; index < text.length; index += 1) {
    const top = openContainers.at(-1);
    switch (text.charCodeAt(index)) {
      case 0x22: {
        // "
        const end = endOfString(text, index);
        if (expectsName && top?.names) {
          const name: unknown = JSON.parse(text.slice(index, end + 1));
          top.step = String(name);
          if (top.names.has(top.step))
            throw new MalformedJson(
              fieldErrors.duplicate('is given twice'),
              openContainers.map(({ step }) => String(step)),
            );
          top.names.add(top.step);
          expectsName = false;
        }
        index = end;
        break;
      }
      case 0x7b: // {
      case 0x5b: {
        // [
        if (openContainers.length === maxDepth)
          throw new MalformedJson(
            fieldErrors.unreadable(`is nested more than ${maxDepth} levels deep`),
            openContainers.slice(0, 1).map(({ step }) => String(step)),
          );
        const isObject = text.charCodeAt(index) === 0x7b;
        openContainers.push({ names: isObject ? new Set() : undefined, step: 0 });
        expectsName = isObject;
        break;
      }
      case 0x7d: // }
      case 0x5d: // ]
        openContainers.pop();
        expectsName = false;
        break;
      case 0x2c: // ,
        if (typeof top?.step === 'number') top.step += 1;
        expectsName = top?.names !== undefined;
        break;
    }
  }
}

/** @param start position of the opening quote @returns position of the closing quote */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
}

/** @param hasEscapes whether the text has any escape: only then can a string contain a lone surrogate or U+0000 */
function checkValues(value: unknown, hasEscapes: boolean, field: readonly string[]) {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new MalformedJson(fieldErrors.unreadable('is too large for a number'), field);
  if (typeof value === 'string' && hasEscapes) checkText(value, field);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (hasEscapes) checkText(name, field);
    checkValues(inner, hasEscapes, [...field, name]);
  }
}

function checkText(text: string, field: readonly string[]) {
  if (text.includes('\0')) throw new MalformedJson(fieldErrors.invalidCharacters('must not contain the character U+0000'), field);
  if (!text.isWellFormed()) throw new MalformedJson(fieldErrors.invalidCharacters('must not contain half of a surrogate pair'), field);
}
