/** What outside systems said, fit to be stored and shown (areas/integrations, credential storage 5). */

const hidden = '[REDACTED]';
const patterns: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic)\s+[^\s"',;]+/gi, `$1 ${hidden}`],
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, hidden],
  [/((?:secret|passwo?r?d|passphrase|credential|token|api[-_ ]?key|private[-_ ]?key|access[-_ ]?key|authorization)[\w-]*["']?\s*[:=]\s*)("[^"]*"|'[^']*'|[^\s"'&,;}]+)/gi, `$1${hidden}`],
  [/\b(?:sk|pk|rk|gh[a-z]|xox[a-z]|glpat|AKIA|ASIA)[-_]?[A-Za-z0-9_-]{8,}/g, hidden],
  // Long enough to be a token, and no word: with a digit in it.
  [/(?=[\w+=-]*\d)[\w+=-]{24,}/g, hidden],
];

/** @param secrets of the connection, wherever they stand */
export function redacted(text: string, secrets: readonly string[] = []): string {
  const without = secrets.filter((secret) => secret.length >= 4).reduce((rest, secret) => rest.replaceAll(secret, hidden), text);
  return storable(patterns.reduce((rest, [pattern, shown]) => rest.replace(pattern, shown), without));
}

/** Without what the database takes in no text. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** The same of everything in a value that came as JSON. */
export function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return storable(value);
  if (Array.isArray(value)) return value.map(storableValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [storable(name), storableValue(inner)]));
}
