/** Normalizes e-mail addresses to the form in which they are stored and compared (spec/conventions, 8). */
import { domainToASCII } from 'node:url';

/** Parts between single dots. */
const local = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const longestLocal = 64;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Letters, digits and marks of any script, hyphens, and the four characters that separate labels. */
const international = /^[\p{L}\p{M}\p{N}\u002d.\u3002\uff0e\uff61]+$/u;
const longestDomain = 253;

/**
 * Trims white space, lower-cases, and converts an internationalized domain to its A-label.
 * @param text as entered @returns undefined when it is not an e-mail address
 */
export function normalEmail(text: string): string | undefined {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf('@');
  const name = trimmed.slice(0, at);
  if (name.length > longestLocal || !local.test(name)) return undefined;
  const domain = normalDomain(trimmed.slice(at + 1));
  return domain === undefined ? undefined : `${name.toLowerCase()}@${domain}`;
}

/** Normalizes an e-mail address. Returns other texts unchanged, which are rejected later or compared as they are. */
export function emailOrText(text: string): string {
  return normalEmail(text) ?? text.trim().toLowerCase();
}

/** @returns undefined when it is not a domain with at least two labels */
export function normalDomain(text: string): string | undefined {
  const isPlain = /^\p{ASCII}*$/u.test(text);
  if (!isPlain && !international.test(text)) return undefined;
  const domain = isPlain ? text.toLowerCase() : domainToASCII(text);
  const labels = domain.split('.');
  const isDomain = labels.length > 1 && domain.length <= longestDomain && labels.every((part) => label.test(part));
  return isDomain && !/^\d+$/.test(labels.at(-1) ?? '') ? domain : undefined;
}
