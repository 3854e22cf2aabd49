/** The links that are sent to external parties (trust-access, rule 6). */
import type { Ports } from '#platform/ports/index';

export interface PortalAddress {
  readonly organizationId: string;
  readonly friendlyUrl: string | null;
  /** The custom domain if it is verified. */
  readonly domain: string | null;
}

type Places = Pick<Ports, 'trustUrl'>;

export function portalUrl({ trustUrl }: Places, { organizationId, friendlyUrl, domain }: PortalAddress): string {
  return domain === null ? `${trustUrl}/${friendlyUrl ?? organizationId}` : `https://${domain}`;
}

/** @param query value of the query parameter, which the page interprets */
export function personalUrl(places: Places, address: PortalAddress, token: string, query?: string): string {
  return `${portalUrl(places, address)}/access/${token}${query === undefined ? '' : `?query=${query}`}`;
}

export function signingUrl({ trustUrl }: Places, token: string): string {
  return `${trustUrl}/nda/${token}`;
}

/** @returns the day on which a link expires, formatted for people */
export function formatDay(time: string): string {
  return new Date(time).toLocaleDateString('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}
