/** Removes secrets from evidence (cloud-security, rule 4). */
import { makeStorable } from '#providers/redaction';
import { redactionMarker, redactTokens } from '#platform/redaction/redact-secrets';
import { endsAsSecret } from '#platform/redaction/secret-names';

/** Maximum depth of nested values. Deeper values are left out. */
const maxDepth = 32;

/** @param value a JSON value @returns a copy without secrets and without characters that the database rejects */
export function withoutSecrets(value: unknown, isSecret = false, depth = 0): unknown {
  if (typeof value === 'string') return isSecret ? redactionMarker : makeStorable(redactTokens(value));
  if (typeof value === 'number' && isSecret) return redactionMarker;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return depth < maxDepth ? value.map((item) => withoutSecrets(item, isSecret, depth + 1)) : [];
  if (isSecret) return redactionMarker;
  if (depth >= maxDepth) return {};
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [makeStorable(name), withoutSecrets(inner, endsAsSecret(name), depth + 1)]),
  );
}
