/** What outside systems said, fit to be stored and shown (spec/areas/integrations, credential storage 5). */
import { hidden, withoutJwt, withoutNamed } from '../redaction/redact.ts';

/** What has this in its name is one. */
const secretName = /secret|passwo?r?d|passphrase|credential|token|api[-_ ]?key|private[-_ ]?key|access[-_ ]?key|authorization/i;

/** Each of the patterns begins where nothing of its kind stands before it, so that no part of a text is looked at twice. */
const steps: readonly ((text: string) => string)[] = [
  (text) => text.replace(/\b(bearer|basic)\s+[^\s"',;]+/gi, `$1 ${hidden}`),
  withoutJwt,
  (text) => withoutNamed(text, (name) => secretName.test(name)),
  (text) => text.replace(/(?<![\w-])[\w-]{10,}/g, (run) => run.replace(/\b(?:sk|pk|rk|gh[a-z]|xox[a-z]|glpat|AKIA|ASIA)[\w-]{8,}/, hidden)),
  // Long enough to be a token, and no word: with a digit in it.
  (text) => text.replace(/(?<![\w+=-])[\w+=-]{24,}/g, (run) => (/\d/.test(run) ? hidden : run)),
];

/** @param secrets of the connection, wherever they stand */
export function redacted(text: string, secrets: readonly string[] = []): string {
  const without = secrets.filter((secret) => secret.length >= 4).reduce((rest, secret) => rest.replaceAll(secret, hidden), text);
  return storable(steps.reduce((rest, step) => step(rest), without));
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
