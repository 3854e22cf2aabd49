/** Redacts secrets and nested values, which the audit log must not contain (audit-logs, rule 7). */
import type { Changes } from './changes.ts';
import { isObject } from '../json-object.ts';
import { redactionMarker, redactSecrets } from '../redaction/redact-secrets.ts';
import { isPermission } from '../identity/roles.ts';
import { isSecretName } from '../redaction/secret-names.ts';

/** Further secret names, only as a whole: those of an API key, and of a file's content and storage key (spec/conventions, 8). */
const exactNames = /^(?:key|file[-_]?data|file[-_]?key)$/i;

/** Returns whether a field with this name is secret, however the name is spelled. */
export function isSecret(name: string): boolean {
  return isSecretName(name) || exactNames.test(name);
}

/** Returns a field's value for the log. Secrets are redacted, and nested values become `[Object]`. */
export function redactField(field: string, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (isSecret(field)) return redactionMarker;
  return Array.isArray(value) ? value.map(redactedItem) : redactedItem(value);
}

/** Redacts the previous and the current value of each changed field. */
export function redactChanges(changes: Changes): Changes {
  return Object.fromEntries(
    Object.entries(changes).map(([field, { previous, current }]) => [
      field,
      { previous: redactField(field, previous), current: redactField(field, current) },
    ]),
  );
}

/** Removes text that looks like a secret from an entry's data. `changes` and `path` have already been redacted by name. */
export function redactEntryData(data: object): Record<string, unknown> {
  const redactTexts = (value: unknown): unknown => {
    if (typeof value === 'string') return redactSecrets(value);
    if (Array.isArray(value)) return value.map(redactTexts);
    return isObject(value) ? redactEntryData(value) : value;
  };
  const isAlreadyRedacted = (name: string) => name === 'changes' || name === 'path';
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, isAlreadyRedacted(name) ? value : redactTexts(value)]));
}

function redactedItem(value: unknown): unknown {
  if (typeof value === 'string') return isPermission(value) ? value : redactSecrets(value);
  return isObject(value) || Array.isArray(value) ? '[Object]' : (value ?? null);
}

/**
 * Returns a request's URL without the secrets in its path and query.
 * @param path the path parameters, decoded
 */
export function redactUrl(url: string, path: Readonly<Record<string, string>>): string {
  const [pathText = '', ...queryParts] = url.split('?');
  const secrets = Object.entries(path).flatMap(([name, value]) => (isSecret(name) ? [value] : []));
  const segments = secrets.length
    ? pathText.split('/').map((segment) => (secrets.includes(decodeURIComponent(segment)) ? redactionMarker : segment))
    : [pathText];
  if (!queryParts.length) return segments.join('/');
  const pairs = queryParts
    .join('?')
    .split('&')
    .map((pair) => {
      const [name = ''] = new URLSearchParams(pair).keys();
      return isSecret(name) ? `${pair.slice(0, pair.indexOf('=') + 1)}${redactionMarker}` : pair;
    });
  return `${segments.join('/')}?${pairs.join('&')}`;
}
