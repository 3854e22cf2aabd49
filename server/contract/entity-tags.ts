/** Reads ETags of the form `"<version>.<hash>"` and the preconditions that name them. */

/** @param headerValue of a precondition: `*`, or ETags separated by commas */
export function tagsIn(headerValue: string): string[] {
  return headerValue.split(',').map((tag) => tag.trim());
}

/** Returns whether `If-Match` names the version of an ETag. */
export function matchesVersion(ifMatch: string, etag: string): boolean {
  const version = versionOf(etag);
  return tagsIn(ifMatch).some((tag) => tag === '*' || versionOf(tag) === version);
}

/**
 * Returns the part of an ETag that `If-Match` compares: `7` of `"7.hash"` and of `"7"`, which a client makes of the version in a list, and
 * all of an ETag without a version or of a weak one, which never matches.
 */
function versionOf(tag: string): string {
  return /^"(\d+)(?:\.[\w-]*)?"$/.exec(tag)?.[1] ?? tag;
}
