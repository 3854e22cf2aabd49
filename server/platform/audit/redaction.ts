/** What the audit log must not show (spec/areas/audit-logs, rule 7). */
import type { Changes } from './changes.ts';
import { isObject } from '../json-object.ts';

const redacted = '[REDACTED]';
const secrets = /secret|password|passphrase|credential|token|apikey|privatekey|accesskey|totp|authorization/;
/** An API key, the content of a file, and where that is stored (spec/conventions, 8). */
const wholeNames = /^(key|filedata|filekey)$/;

/** Whether a value of this name is secret, however the name is spelled. */
export function isSecret(name: string): boolean {
  const plain = name.toLowerCase().replace(/[-_\s]/g, '');
  return secrets.test(plain) || wholeNames.test(plain);
}

/** The value of a field as the log shows it. Of what is nested it shows only that it is there. */
export function redactedValue(field: string, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (isSecret(field)) return redacted;
  return Array.isArray(value) ? value.map(redactedItem) : redactedItem(value);
}

/** Each field of a change, before and after, as the log shows it. */
export function redactedChanges(changes: Changes): Changes {
  return Object.fromEntries(
    Object.entries(changes).map(([field, { previous, current }]) => [
      field,
      { previous: redactedValue(field, previous), current: redactedValue(field, current) },
    ]),
  );
}

function redactedItem(value: unknown): unknown {
  return isObject(value) || Array.isArray(value) ? '[Object]' : (value ?? null);
}

/**
 * The URL of a request, as it was sent but for secrets in its path and in its query.
 * @param path the path parameters, decoded
 */
export function redactedUrl(url: string, path: Readonly<Record<string, string>>): string {
  const [place = '', ...queries] = url.split('?');
  const hidden = Object.entries(path).flatMap(([name, value]) => (isSecret(name) ? [value] : []));
  const steps = hidden.length ? place.split('/').map((step) => (hidden.includes(decodeURIComponent(step)) ? redacted : step)) : [place];
  if (!queries.length) return steps.join('/');
  const pairs = queries
    .join('?')
    .split('&')
    .map((pair) => {
      const [name = ''] = new URLSearchParams(pair).keys();
      return isSecret(name) ? `${pair.slice(0, pair.indexOf('=') + 1)}${redacted}` : pair;
    });
  return `${steps.join('/')}?${pairs.join('&')}`;
}
