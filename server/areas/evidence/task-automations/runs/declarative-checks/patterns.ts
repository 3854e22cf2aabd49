/** Matches patterns from users with RE2, whose running time is linear. `RegExp` must never execute them. */
import { RE2JS } from 're2js';

/** Maximum length of a pattern, in characters. */
export const maxPatternLength = 500;
/** Compiled patterns, with undefined for invalid patterns. The cache helps because a JSONPath applies a pattern to every value. */
const compiledPatterns = new Map<string, RE2JS | undefined>();
const maxCompiledPatterns = 200;

/** @returns the compiled pattern; undefined if it is too long or invalid */
export function compilePattern(text: string): RE2JS | undefined {
  if (compiledPatterns.has(text)) return compiledPatterns.get(text);
  if (compiledPatterns.size >= maxCompiledPatterns) compiledPatterns.clear();
  const pattern = compile(text);
  compiledPatterns.set(text, pattern);
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
export function hasMatch(text: string, pattern: string): boolean {
  return compilePattern(pattern)?.matcher(text).find() === true;
}

/** @returns whether the pattern matches the whole text; false for an invalid pattern */
export function isFullMatch(text: string, pattern: string): boolean {
  return compilePattern(pattern)?.matcher(text).matches() === true;
}
