/** Where links in mails lead. */
import type { Ports } from '../../platform/ports/index.ts';

/**
 * @param page path below the organization @param contextUrl of the page where something was written: taken if it is one of the application's
 * and of the organization (spec/areas/comments, rule 6)
 */
export function addressOf({ appUrl }: Pick<Ports, 'appUrl'>, organizationId: string, page: string, contextUrl?: string): string {
  const own = `${appUrl}/${organizationId}`;
  const given = contextUrl !== undefined && URL.canParse(contextUrl) ? new URL(contextUrl) : undefined;
  const isOwn =
    given && `${given.origin}${given.pathname}/`.startsWith(`${new URL(own).href}/`) && given.username === '' && given.password === '';
  return isOwn ? given.href : `${own}${page}`;
}

/** A text as people read it: mentions as `@label`. */
export function readable(text: string): string {
  return text.replace(/@\[((?:[^\]\n@]|@(?!\[))*)\]\(usr_[0-9a-f]{24}\)/g, '@$1');
}
