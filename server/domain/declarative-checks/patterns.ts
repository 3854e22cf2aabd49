/** Patterns of callers, in an engine whose time is proportional to the text. They never become a `RegExp`. */
import { RE2JS } from 're2js';

/** Characters of a pattern. */
export const longestPattern = 500;
/** Compiled patterns are kept, because a JSONPath applies one to each value. */
const compiled = new Map<string, RE2JS | undefined>();
const mostCompiled = 200;

/** @returns the pattern, ready to be applied; undefined for one that is too long or not valid */
export function patternOf(text: string): RE2JS | undefined {
  if (compiled.has(text)) return compiled.get(text);
  if (compiled.size >= mostCompiled) compiled.clear();
  const pattern = compile(text);
  compiled.set(text, pattern);
  return pattern;
}

function compile(text: string): RE2JS | undefined {
  if (text.length > longestPattern) return undefined;
  try {
    return RE2JS.compile(text);
  } catch {
    return undefined;
  }
}

/** @returns whether the pattern occurs in the text; never for a pattern that is not valid */
export function occurs(text: string, pattern: string): boolean {
  return patternOf(pattern)?.matcher(text).find() === true;
}

/** @returns whether the pattern describes the whole text */
export function describes(text: string, pattern: string): boolean {
  return patternOf(pattern)?.matcher(text).matches() === true;
}
