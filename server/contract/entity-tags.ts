/** Compares the versions in ETags of the form `"<version>.<hash>"`. */
import { tagsIn } from '#platform/entity-tags';

/** Returns whether `If-Match` names the version of an ETag. */
export function matchesVersion(ifMatch: string, etag: string): boolean {
  const part = comparedPart(etag);
  return tagsIn(ifMatch).some((tag) => tag === '*' || comparedPart(tag) === part);
}

/**
 * Returns the part of an ETag that `If-Match` compares: `7` of `"7.hash"`, and of `"7"`, which a client makes from the version in a list.
 * An ETag without a version is compared as a whole, and so is a weak one, which never matches.
 */
function comparedPart(tag: string): string {
  return /^"(\d+)(?:\.[\w-]*)?"$/.exec(tag)?.[1] ?? tag;
}
