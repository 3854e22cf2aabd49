/** Creates the links that are sent to external parties (trust-access, rule 6). */
import type { Ports } from '#platform/ports/index';

export interface PortalAddress {
  readonly organizationId: string;
  readonly friendlyUrl: string | null;
  /** The custom domain if it is verified. */
  readonly domain: string | null;
}

type TrustPorts = Pick<Ports, 'trustUrl'>;

export function portalUrl({ trustUrl }: TrustPorts, { organizationId, friendlyUrl, domain }: PortalAddress): string {
  return domain === null ? `${trustUrl}/${friendlyUrl ?? organizationId}` : `https://${domain}`;
}

/** @param query the value of the URL parameter `query`, which the page interprets */
export function personalUrl(ports: TrustPorts, address: PortalAddress, token: string, query?: string): string {
  return `${portalUrl(ports, address)}/access/${token}${query === undefined ? '' : `?query=${query}`}`;
}

export function signingUrl({ trustUrl }: TrustPorts, token: string): string {
  return `${trustUrl}/nda/${token}`;
}

/** @returns the day on which a link expires, formatted for people */
export function formatDay(time: string): string {
  return new Date(time).toLocaleDateString('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}
