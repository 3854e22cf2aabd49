/** Validates the websites of vendors and finds their domains (vendors, rule 4). */
import { fieldErrors } from '#platform/refusals/field-errors';
import { isIP } from 'node:net';

export const notAWebsite = fieldErrors.invalidUrl('an address that begins with http:// or https://');

/** @returns whether the text is an absolute URL with the scheme http or https */
export function isWebsite(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).hostname !== '';
}

/**
 * @param website a URL for which `isWebsite` returns true
 * @returns the public domain of the website without `www.`; undefined if the host is not a public domain
 */
export function domainOf(website: string): string | undefined {
  const host = new URL(website).hostname
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');
  const isPublic = host.includes('.') && isIP(host) === 0 && !host.startsWith('[');
  return isPublic ? host : undefined;
}
