/** User-provided patterns, executed by an engine with linear running time (RE2) and never by `RegExp`. */
import { RE2JS } from 're2js';

/** Maximum length of a pattern, in characters. */
export const maxPatternLength = 500;
/** Compiled patterns are cached, because a JSONPath applies a pattern to every value. */
const compiled = new Map<string, RE2JS | undefined>();
const maxCompiled = 200;

/** @returns the compiled pattern; undefined when it is too long or invalid */
export function compilePattern(text: string): RE2JS | undefined {
  if (compiled.has(text)) return compiled.get(text);
  if (compiled.size >= maxCompiled) compiled.clear();
  const pattern = compile(text);
  compiled.set(text, pattern);
  return pattern;
}

function compile(text: string): RE2JS | undefined {
  if (text.length > maxPatternLength) return undefined;
  try {
    return RE2JS.compile(text);
  } catch {
    return undefined;
  }
}

/** @returns whether the pattern occurs in the text; false for an invalid pattern */
export function isFound(text: string, pattern: string): boolean {
  return compilePattern(pattern)?.matcher(text).find() === true;
}

/** @returns whether the pattern matches the whole text */
export function isFullMatch(text: string, pattern: string): boolean {
  return compilePattern(pattern)?.matcher(text).matches() === true;
}
