/** Websites of vendors and their domains (vendors, rule 4). */
import { isIP } from 'node:net';

export const notAWebsite = 'must be an address that begins with http:// or https://';

/** Whether this is an absolute URL with the scheme http or https. */
export function isWebsite(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).hostname !== '';
}

/**
 * @param website that `isWebsite` accepts
 * @returns its public domain; undefined if its host is not a public domain
 */
export function domainOf(website: string): string | undefined {
  const host = new URL(website).hostname
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');
  const isPublic = host.includes('.') && isIP(host) === 0 && !host.startsWith('[');
  return isPublic ? host : undefined;
}
