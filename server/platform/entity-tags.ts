/** Reads the ETags that preconditions name (RFC 9110, 13.1). */

/** @param headerValue of a precondition: `*`, or ETags separated by commas */
export function tagsIn(headerValue: string): string[] {
  return headerValue.split(',').map((tag) => tag.trim());
}

/** Returns whether `If-None-Match` names this ETag, which may be marked as weak. @param ifNoneMatch empty without the header */
export function matchesTag(ifNoneMatch: string, etag: string): boolean {
  return tagsIn(ifNoneMatch).some((tag) => tag === '*' || tag === etag || tag === `W/${etag}`);
}
