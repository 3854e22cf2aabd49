import { isObject } from '../json-object.ts';
import { redactSecrets } from '../redaction/redact-secrets.ts';

const maxDepth = 6;

/** @returns the fields of a log line with possible secrets redacted; errors are left to their serializer */
export function redactFields(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, redactValue(value, 0)]));
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactSecrets(value);
  if (value instanceof Error || depth === maxDepth) return value;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redactValue(inner, depth + 1)]));
}
