/** Normalizes e-mail addresses to the form in which they are stored and compared (spec/conventions, 8). */
import { domainToASCII } from 'node:url';

/** Matches a local part: words between single dots. */
const localPartPattern = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const maxLocalPartLength = 64;
const labelPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Letters, digits and marks of any script, hyphens, and the four characters that separate labels. */
const internationalPattern = /^[\p{L}\p{M}\p{N}\u002d.\u3002\uff0e\uff61]+$/u;
const maxDomainLength = 253;

/**
 * Trims white space, changes letters to lower case, and converts an internationalized domain to its ASCII form.
 * @param text as entered @returns undefined when it is not an e-mail address
 */
export function normalizeEmail(text: string): string | undefined {
  const trimmed = text.trim();
  const atIndex = trimmed.lastIndexOf('@');
  const localPart = trimmed.slice(0, atIndex);
  if (localPart.length > maxLocalPartLength || !localPartPattern.test(localPart)) return undefined;
  const domain = normalizeDomain(trimmed.slice(atIndex + 1));
  return domain === undefined ? undefined : `${localPart.toLowerCase()}@${domain}`;
}

/** Normalizes an e-mail address. Only trims other texts and changes them to lower case; they are rejected or compared later. */
export function normalizeEmailOrText(text: string): string {
  return normalizeEmail(text) ?? text.trim().toLowerCase();
}

/** @returns undefined when it is not a domain with at least two labels */
export function normalizeDomain(text: string): string | undefined {
  const isAscii = /^\p{ASCII}*$/u.test(text);
  if (!isAscii && !internationalPattern.test(text)) return undefined;
  const domain = isAscii ? text.toLowerCase() : domainToASCII(text);
  const labels = domain.split('.');
  const isDomain = labels.length > 1 && domain.length <= maxDomainLength && labels.every((part) => labelPattern.test(part));
  return isDomain && !/^\d+$/.test(labels.at(-1) ?? '') ? domain : undefined;
}
