/** Creates the links of mails, notifications and search results to pages for people. */
import type { Ports } from '../ports/index.ts';
import { pagePath } from './app-routes.ts';
import type { RecordReference } from './records.ts';

/** The settings that determine the links. */
export type LinkPorts = Pick<Ports, 'appUrl' | 'appRoutes' | 'portalUrl'>;

/**
 * @param contextUrl URL of the page where a comment was written; ignored unless it is a page of the organization (comments, rule 6)
 * @returns the URL of the record's page in the application; null if it has none
 */
export function pageUrl(
  ports: Pick<LinkPorts, 'appUrl' | 'appRoutes'>,
  organizationId: string,
  record: RecordReference,
  contextUrl?: string,
): string | null {
  const { appUrl, appRoutes } = ports;
  if (contextUrl !== undefined && isOrganizationPage(ports, organizationId, contextUrl)) return new URL(contextUrl).href;
  const path = pagePath(appRoutes, organizationId, record);
  return path === undefined ? null : `${appUrl}${path}`;
}

/** @returns the URL of the record's page; that of the application if it has none. Mails that ask for an answer always have a link. */
export function linkTo(ports: Pick<LinkPorts, 'appUrl' | 'appRoutes'>, organizationId: string, record: RecordReference): string {
  return pageUrl(ports, organizationId, record) ?? ports.appUrl;
}

function isOrganizationPage({ appUrl, appRoutes }: Pick<LinkPorts, 'appUrl' | 'appRoutes'>, id: string, address: string): boolean {
  const path = pagePath(appRoutes, id, { type: 'organization', id });
  if (path === undefined || !URL.canParse(address)) return false;
  const url = new URL(address);
  const base = new URL(`${appUrl}${path}`);
  return (
    `${url.origin}${url.pathname}/`.startsWith(`${base.origin}${base.pathname.replace(/\/$/, '')}/`) &&
    url.username === '' &&
    url.password === ''
  );
}

/** @returns the URL of the organization's employee portal */
export function portalLink({ portalUrl }: Pick<LinkPorts, 'portalUrl'>, organizationId: string): string {
  return `${portalUrl}/${organizationId}`;
}
