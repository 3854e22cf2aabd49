/** Prepares answers of other systems for storage: without the secrets of the connection and without tokens of any known kind. */
import { redactTokens } from '../redact-secrets.ts';
import { createSecretHider } from './known-secrets.ts';

/** @param value of JSON; it is not changed @param secrets of the connection @returns a value of the same shape */
export function redactAnswer(value: unknown, secrets: readonly string[]): unknown {
  return hideTokens(createSecretHider(secrets).value(value));
}

function hideTokens(value: unknown): unknown {
  if (typeof value === 'string') return redactTokens(value);
  if (Array.isArray(value)) return value.map(hideTokens);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hideTokens(inner)]));
}
