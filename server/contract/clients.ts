import ipaddr from 'ipaddr.js';

/** What one client has of addresses: one of IPv4, and of IPv6 a whole network of 64 bits, in which it may take a new one for each request. */
export function clientOf(address = ''): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const [withoutZone] = parsed.toNormalizedString().split('%');
  return ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone}/64`).toString();
}
