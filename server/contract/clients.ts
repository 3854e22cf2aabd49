import { isIPv4 } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import type { Client } from '../platform/context.ts';

/** What one client has of addresses: one of IPv4, and of IPv6 a whole network of 64 bits, in which it may take a new one for each request. */
export function clientOf(address = ''): string {
  // In this form, which nearly all have, nothing else is to be done.
  if (isIPv4(address) || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const [withoutZone] = parsed.toNormalizedString().split('%');
  return ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone}/64`).toString();
}

/** Longer ones are cut: they are kept as evidence of a signature, and no browser has one. */
const mostOfUserAgent = 500;

/** Where a request came from, as its signatures keep it, and as far as its sender says the truth. */
export function clientIn({ ip = '', headers: { 'user-agent': agent } }: Request): Client {
  const ipAddress = ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : ip;
  return { ipAddress, userAgent: agent?.slice(0, mostOfUserAgent) ?? null };
}
