/** Validates and normalizes the addresses of targets (security-penetration-tests, rules 2 and 5). */

const addressError = 'must be an http or https address without a user name';

/** @returns the validation error of an address; undefined if it is valid */
export function validateAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return addressError;
  const { protocol, username, password, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && username === '' && password === '' && hostname !== '' ? undefined : addressError;
}

/** @returns the address in a form that can be compared; an invalid address is only trimmed */
export function normalizeAddress(address: string): string {
  const trimmed = address.trim();
  if (!URL.canParse(trimmed)) return trimmed;
  const { protocol, host, pathname, search } = new URL(trimmed);
  return `${protocol}//${host}${trimTrailingSlashes(pathname)}${search}`;
}

function trimTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
