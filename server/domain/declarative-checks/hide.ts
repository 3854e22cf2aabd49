/** Hides the secrets of a run in what is kept of it (spec/areas/task-automations, rule 5). */
import { hidden } from '../redaction/redact.ts';

export interface Hider {
  text(text: string): string;
  /** The same in each text of JSON, names included. */
  value(value: unknown): unknown;
}

/** @param secrets that may have been sent back, as they are or as systems usually write them: in JSON, in an address, in Base64 */
export function hider(secrets: readonly string[]): Hider {
  const forms = [...new Set(secrets.flatMap(formsOf))].filter((form) => form !== '').toSorted((one, other) => other.length - one.length);
  const text = (given: string) => forms.reduce((rest, form) => rest.replaceAll(form, hidden), given);
  function value(given: unknown): unknown {
    if (typeof given === 'string') return text(given);
    if (typeof given === 'number') return text(String(given)) === String(given) ? given : hidden;
    if (Array.isArray(given)) return given.map(value);
    if (typeof given !== 'object' || given === null) return given;
    return Object.fromEntries(Object.entries(given).map(([name, inner]) => [text(name), value(inner)]));
  }
  return { text, value: forms.length ? value : (given) => given };
}

function formsOf(secret: string): string[] {
  // One that is this short is in every text, and protects nothing.
  if (secret.length < 4) return [];
  const base64 = Buffer.from(secret).toString('base64');
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed()), base64.replaceAll('=', '')];
}
