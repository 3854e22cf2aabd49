/** Names and links the file of a signed agreement. */
import type { Files } from '#platform/ports/files';

/** Seconds until a link to the file expires. */
const linkSeconds = 900;

export function ndaName({ organizationName }: { readonly organizationName: string }): string {
  return `NDA ${organizationName}.pdf`;
}

/**
 * @param key key of the file
 * @returns a download link to the file
 */
export function ndaLink(files: Pick<Files, 'link'>, page: { readonly organizationName: string }, key: string): string {
  return files.link(key, linkSeconds, { name: ndaName(page), type: 'application/pdf' });
}
