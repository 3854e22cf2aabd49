/**
 * Removes secrets from evidence before anyone reads it. A system's answers may contain its own credentials, and evidence is shared with external
 * parties.
 */

import { redactionMarker, redactSecrets } from '../redact-secrets.ts';
import { isForeignSecretName } from '../secret-names.ts';

export { redactionMarker as redactionMark };
const circular = '[Circular]';

/**
 * Hides text that looks like a secret. The time is proportional to the length of the text.
 * @param text any text, for example an error message
 */
export const redactText = redactSecrets;

/**
 * Hides secrets in a JSON value: every value with a secret name, and text that looks like a secret. With a secret name, true, false and null are
 * kept, because they only say whether a secret is set.
 * @param value of JSON; it is not changed. Circular references are replaced by `[Circular]`.
 * @returns a value of the same shape
 */
export function redactValue(value: unknown): unknown {
  return redactWithin(value, []);
}

function redactWithin(value: unknown, ancestors: readonly object[]): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (ancestors.includes(value)) return circular;
  const innerAncestors = [...ancestors, value];
  if (Array.isArray(value)) return value.map((item) => redactWithin(item, innerAncestors));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isForeignSecretName(name) ? hideUnlessFlag(inner) : redactWithin(inner, innerAncestors),
    ]),
  );
}

function hideUnlessFlag(value: unknown): unknown {
  return typeof value === 'boolean' || value === null || value === undefined ? value : redactionMarker;
}
