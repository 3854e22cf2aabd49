/** Validates and normalizes the URLs of targets (security-penetration-tests, rules 2 and 5). */
import { type FieldError, fieldErrors } from '#platform/refusals/field-errors';

const urlError = fieldErrors.invalidUrl('an http or https address without a user name');

/** @returns the validation error of a URL; undefined if it is valid */
export function validateUrl(url: string): FieldError | undefined {
  if (!URL.canParse(url)) return urlError;
  const { protocol, username, password, hostname } = new URL(url);
  return /^https?:$/.test(protocol) && username === '' && password === '' && hostname !== '' ? undefined : urlError;
}

/** @returns the URL in a form that can be compared; an invalid URL is only trimmed */
export function normalizeUrl(url: string): string {
  const trimmedUrl = url.trim();
  if (!URL.canParse(trimmedUrl)) return trimmedUrl;
  const { protocol, host, pathname, search } = new URL(trimmedUrl);
  return `${protocol}//${host}${trimTrailingSlashes(pathname)}${search}`;
}

function trimTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
