/** Creates links to pages of the application, for mails. */
import type { Ports } from '#platform/ports/index';

/**
 * @param page path of a page below the organization's base URL
 * @param contextUrl URL of the page where a comment was written; ignored unless it is a page of the organization (comments, rule 6)
 * @returns the absolute URL of the page
 */
export function pageUrl({ appUrl }: Pick<Ports, 'appUrl'>, organizationId: string, page: string, contextUrl?: string): string {
  const base = `${appUrl}/${organizationId}`;
  const url = contextUrl !== undefined && URL.canParse(contextUrl) ? new URL(contextUrl) : undefined;
  const isOrganizationPage =
    url && `${url.origin}${url.pathname}/`.startsWith(`${new URL(base).href}/`) && url.username === '' && url.password === '';
  return isOrganizationPage ? url.href : `${base}${page}`;
}

/** @returns the text with each mention replaced by `@label` */
export function replaceMentions(text: string): string {
  return text.replace(/@\[((?:[^\]\n@]|@(?!\[))*)\]\(usr_[0-9a-f]{24}\)/g, '@$1');
}
