/** Links to pages of the application, for mails. */
import type { Ports } from '#platform/ports/index';

/**
 * @param page path below the organization @param contextUrl of the page where a comment was written; used only if it is a page of the application and
 * of the organization (comments, rule 6)
 */
export function pageUrl({ appUrl }: Pick<Ports, 'appUrl'>, organizationId: string, page: string, contextUrl?: string): string {
  const base = `${appUrl}/${organizationId}`;
  const given = contextUrl !== undefined && URL.canParse(contextUrl) ? new URL(contextUrl) : undefined;
  const isOwn =
    given && `${given.origin}${given.pathname}/`.startsWith(`${new URL(base).href}/`) && given.username === '' && given.password === '';
  return isOwn ? given.href : `${base}${page}`;
}

/** The text with mentions replaced by `@label`. */
export function replaceMentions(text: string): string {
  return text.replace(/@\[((?:[^\]\n@]|@(?!\[))*)\]\(usr_[0-9a-f]{24}\)/g, '@$1');
}
