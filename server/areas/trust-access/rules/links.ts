/** Where the links lead that outsiders get (spec/areas/trust-access, rule 6). */
import type { Ports } from '../../../platform/ports/index.ts';

export interface PortalAddress {
  readonly organizationId: string;
  readonly friendlyUrl: string | null;
  /** Once it is verified. */
  readonly domain: string | null;
}

type Places = Pick<Ports, 'trustUrl'>;

export function portalUrl({ trustUrl }: Places, { organizationId, friendlyUrl, domain }: PortalAddress): string {
  return domain === null ? `${trustUrl}/${friendlyUrl ?? organizationId}` : `https://${domain}`;
}

/** @param query a word that the page is told */
export function personalLink(places: Places, address: PortalAddress, token: string, query?: string): string {
  return `${portalUrl(places, address)}/access/${token}${query === undefined ? '' : `?query=${query}`}`;
}

export function signingLink({ trustUrl }: Places, token: string): string {
  return `${trustUrl}/nda/${token}`;
}
