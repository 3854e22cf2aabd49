import { isIPv4 } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import type { Client } from '#platform/context';

/** Returns what identifies a client: its IPv4 address, or the /64 network of its IPv6 address, in which a client can change addresses. */
export function clientNetworkOf(address = ''): string {
  // Nearly all addresses are in this form and need no further work.
  if (isIPv4(address) || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const [withoutZone] = parsed.toNormalizedString().split('%');
  return ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone}/64`).toString();
}

/** Longer user agents are cut: they are stored as evidence of a signature, and no browser sends one that long. */
const maxUserAgentLength = 500;

/** Returns the client data stored with signatures. The user agent is unverified. */
export function clientFrom({ ip = '', headers: { 'user-agent': agent } }: Request): Client {
  const ipAddress = ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : ip;
  return { ipAddress, userAgent: agent?.slice(0, maxUserAgentLength) ?? null };
}
