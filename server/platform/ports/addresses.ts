/** Restricts which addresses the service connects to on behalf of users (integrations, rule 13). */
import { lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Network = ReturnType<typeof ipaddr.parseCIDR>;

/** An address that the service must not connect to. */
export class AddressRefused extends Error {
  constructor(host: string) {
    super(`the address of ${host} is not allowed`);
  }
}

export interface Addresses {
  /** Returns whether an address, in any notation, may be connected to. */
  permits(address: string): boolean;
  /** Resolves a name for the connection being made, so that a later DNS answer cannot redirect it. */
  readonly lookup: LookupFunction;
}

/** The permitted addresses; `listed` are only those in the networks that the installation lists. */
export interface GuardedAddresses extends Addresses {
  readonly listed: Addresses;
}

/** @returns undefined unless it is a network in CIDR form or an address */
export function networkFrom(text: string): Network | undefined {
  // Short forms are misleading: 10.1 means 10.0.0.1.
  if (isIP(text.split('/', 1)[0] ?? '') === 0) return undefined;
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.isValid(text)) return undefined;
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** These addresses are in a public range, but the host of a virtual machine answers them. */
const hostAddresses = ['168.63.129.16'];
/** All of IPv6's global unicast range, in which ipaddr.js knows the special networks except for the former 6bone (RFC 3701). */
const [globalUnicast, former6bone] = [ipaddr.parseCIDR('2000::/3'), ipaddr.parseCIDR('3ffe::/16')];

/** @param allowedNetworks networks that may be reached although they are not public */
export function guardAddresses(allowedNetworks: readonly Network[]): GuardedAddresses {
  function isListed(address: string): boolean {
    if (isIP(address) === 0) return false;
    const parsed = ipaddr.parse(address);
    return allowedNetworks.some((network) => network[0].kind() === parsed.kind() && parsed.match(network));
  }
  function permits(address: string): boolean {
    if (isIP(address) === 0) return false;
    if (isListed(address)) return true;
    const parsed = ipaddr.parse(address);
    // Addresses that embed another address (mapped, translated, tunneled) are in ranges other than `unicast`, and so are refused.
    if (parsed.range() !== 'unicast' || hostAddresses.includes(parsed.toString())) return false;
    return parsed.kind() === 'ipv4' || (parsed.match(globalUnicast) && !parsed.match(former6bone));
  }
  return { ...createAddresses(permits), listed: createAddresses(isListed) };
}

function createAddresses(permits: Addresses['permits']): Addresses {
  return {
    permits,
    lookup(hostname, options, callback) {
      resolve(hostname, { ...options, all: true }, (error, resolvedAddresses) => {
        if (error) return callback(error, '');
        const permittedAddresses = resolvedAddresses.filter(({ address }) => permits(address));
        const [first] = permittedAddresses;
        if (!first) return callback(new AddressRefused(hostname), '');
        if (options.all) return callback(null, permittedAddresses);
        callback(null, first.address, first.family);
      });
    },
  };
}
