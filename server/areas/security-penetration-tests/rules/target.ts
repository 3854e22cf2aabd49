/** Addresses of targets: which may be ordered, and which are the same (spec/areas/security-penetration-tests, rules 2 and 5). */

const fault = 'must be an http or https address without a user name';

/** @returns what is wrong with an address that is to be called */
export function faultOf(address: string): string | undefined {
  if (!URL.canParse(address)) return fault;
  const { protocol, username, password, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && username === '' && password === '' && hostname !== '' ? undefined : fault;
}

/** @returns an address as it is compared with others; what is no address stays as it is, without white space around it */
export function comparable(address: string): string {
  const trimmed = address.trim();
  if (!URL.canParse(trimmed)) return trimmed;
  const { protocol, host, pathname, search } = new URL(trimmed);
  return `${protocol}//${host}${withoutSlashesAtEnd(pathname)}${search}`;
}

function withoutSlashesAtEnd(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
