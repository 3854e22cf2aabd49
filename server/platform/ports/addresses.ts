/** Which addresses the service may be led to by what somebody typed (spec/areas/integrations, rule 13). */
import { lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Network = ReturnType<typeof ipaddr.parseCIDR>;

/** An address that must not be reached from here. */
export class AddressRefused extends Error {
  constructor(host: string) {
    super(`the address of ${host} is not allowed`);
  }
}

export interface Addresses {
  /** Whether an address, in any notation, may be connected to. */
  permits(address: string): boolean;
  /** Resolves a name for the very connection that is being made, so that no later answer of the name server can lead elsewhere. */
  readonly lookup: LookupFunction;
}

/** Addresses that may be reached, and those of them that the installation lists by itself. */
export interface GuardedAddresses extends Addresses {
  readonly listed: Addresses;
}

/** @returns undefined for what is no network, in CIDR form, and no address either */
export function networkFrom(text: string): Network | undefined {
  // Short forms such as 10.1 mean something else than one would think.
  if (isIP(text.split('/', 1)[0] ?? '') === 0) return undefined;
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.isValid(text)) return undefined;
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Public by its range, and all the same answered by the host of a virtual machine. */
const metadata = ['168.63.129.16'];
/** All of IPv6 that is given out to be reached, in which ipaddr.js knows what is special; and the network of the former 6bone (RFC 3701), which it does not. */
const [global, returned] = [ipaddr.parseCIDR('2000::/3'), ipaddr.parseCIDR('3ffe::/16')];

/** @param allowed networks that may be reached although they are not public */
export function addressesBut(allowed: readonly Network[]): GuardedAddresses {
  function isListed(address: string): boolean {
    if (isIP(address) === 0) return false;
    const parsed = ipaddr.parse(address);
    return allowed.some((network) => network[0].kind() === parsed.kind() && parsed.match(network));
  }
  function permits(address: string): boolean {
    if (isIP(address) === 0) return false;
    if (isListed(address)) return true;
    const parsed = ipaddr.parse(address);
    // Whatever stands for another address (mapped, translated, tunnelled) is of another range than this.
    if (parsed.range() !== 'unicast' || metadata.includes(parsed.toString())) return false;
    return parsed.kind() === 'ipv4' || (parsed.match(global) && !parsed.match(returned));
  }
  return { ...addressesThat(permits), listed: addressesThat(isListed) };
}

function addressesThat(permits: Addresses['permits']): Addresses {
  return {
    permits,
    lookup(hostname, options, callback) {
      resolve(hostname, { ...options, all: true }, (error, found) => {
        if (error) return callback(error, '');
        const reachable = found.filter(({ address }) => permits(address));
        const [first] = reachable;
        if (!first) return callback(new AddressRefused(hostname), '');
        if (options.all) return callback(null, reachable);
        callback(null, first.address, first.family);
      });
    },
  };
}
