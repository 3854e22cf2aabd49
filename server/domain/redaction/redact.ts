/**
 * Removes secrets from evidence before somebody reads it. What a system answered may contain its own credentials, and evidence is handed
 * to people outside of the organization.
 */

/** This stands where a secret was. */
export const hidden = '[REDACTED]';
const circular = '[Circular]';

/**
 * Parts of names whose values are secret. They include longer names such as `access_token`, `client_secret`, `set-cookie` and
 * `sessionid`.
 */
const secretNames = /password|passphrase|secret|token|apikey|authorization|cookie|privatekey|sshkey|bearer|session/;

/** @returns whether the value of this name is secret, however the name is spelled */
function isSecretName(name: string): boolean {
  return secretNames.test(name.toLowerCase().replace(/[-_.\s]/g, ''));
}

/**
 * Hides the values that follow a secret name and `:` or `=`, and keeps the names.
 * @param text any text, also JSON and queries
 * @param isSecret whether values of this name are secret
 */
export function withoutNamed(text: string, isSecret: (name: string) => boolean): string {
  const name = /(?<![\w-])((?:(?:api|private|access|ssh) )?[\w-]+)["']?\s*[:=]\s*/gi;
  const value = /"[^"]*"|'[^']*'|(?:(?:bearer|basic|digest|token)\s+)?[^\s"'&,;}]+/iy;
  const shown: string[] = [];
  let from = 0;
  for (let found = name.exec(text); found; found = name.exec(text)) {
    value.lastIndex = name.lastIndex;
    if (!isSecret(found[1] ?? '') || !value.test(text)) continue;
    shown.push(text.slice(from, name.lastIndex), hidden);
    from = name.lastIndex = value.lastIndex;
  }
  return `${shown.join('')}${text.slice(from)}`;
}

/** Hides JSON Web Tokens. @param text any text */
export function withoutJwt(text: string): string {
  // Each run begins where no character of its kind stands before it, so no part of the text is read twice.
  return text.replace(/(?<![\w.-])[\w.-]{8,}/g, (run) => {
    const at = run.search(/\beyJ[\w-]/);
    return at >= 0 && run.includes('.', at) ? `${run.slice(0, at)}${hidden}` : run;
  });
}

/** A word after `bearer` is a token when it has a digit or is long. "Bearer tokens" stays. */
function withoutBearer(text: string): string {
  return text.replace(/\bbearer\s+([\w.~+/=-]+)/gi, (run, token: string) => (/\d/.test(token) || token.length >= 20 ? hidden : run));
}

function withoutKnown(text: string): string {
  return text.replace(/(?<![A-Za-z0-9])(?:sk_(?:live|test)|gh[a-z])_\w{4,}/g, hidden);
}

/**
 * Hides what looks like a secret in a text: bearer tokens, JSON Web Tokens, keys of well-known kinds, and values of secret names.
 * The time it takes is proportional to the length of the text.
 * @param text any text, for example the message of an error
 */
export function redactedText(text: string): string {
  return withoutNamed(withoutKnown(withoutJwt(withoutBearer(text))), isSecretName);
}

/**
 * Hides secrets in a value of JSON: everything below a secret name, and what looks like a secret in any text. True, false and null stay
 * below a secret name, because they only say whether there is one.
 * @param value of JSON; it is not changed. What contains itself is shown as `[Circular]`.
 * @returns a value of the same shape
 */
export function redactedValue(value: unknown): unknown {
  return redactedWithin(value, []);
}

function redactedWithin(value: unknown, above: readonly object[]): unknown {
  if (typeof value === 'string') return redactedText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (above.includes(value)) return circular;
  const inside = [...above, value];
  if (Array.isArray(value)) return value.map((item) => redactedWithin(item, inside));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isSecretName(name) ? hiddenUnlessPlain(inner) : redactedWithin(inner, inside)]),
  );
}

function hiddenUnlessPlain(value: unknown): unknown {
  return typeof value === 'boolean' || value === null || value === undefined ? value : hidden;
}
