/** The file of a signed agreement. */
import type { Files } from '../../../platform/ports/files.ts';

/** Seconds for which links to it work. */
const works = 900;

export function ndaName({ organizationName }: { readonly organizationName: string }): string {
  return `NDA ${organizationName}.pdf`;
}

/** @param key of the file @returns a link to download it with */
export function ndaLink(files: Pick<Files, 'link'>, page: { readonly organizationName: string }, key: string): string {
  return files.link(key, works, { name: ndaName(page), type: 'application/pdf' });
}
