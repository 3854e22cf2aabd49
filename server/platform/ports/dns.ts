/** Looks up DNS records, to check who owns a domain. */
import { Resolver } from 'node:dns/promises';

export interface Dns {
  /** Where a name leads to; undefined when no name server could say. */
  cname(name: string): Promise<readonly string[] | undefined>;
  /** The texts of a name; undefined when no name server could say. */
  txt(name: string): Promise<readonly string[] | undefined>;
}

/** @param servers `address` or `address:port`; without any those of the machine */
export function dnsOf(servers: readonly string[]): Dns {
  const resolver = new Resolver({ timeout: 1_000, tries: 2 });
  if (servers.length) resolver.setServers(servers);
  return {
    cname: (name) => resolver.resolveCname(name).catch(nothingOrUnknown),
    txt: (name) => resolver.resolveTxt(name).then((texts) => texts.map((parts) => parts.join('')), nothingOrUnknown),
  };
}

/** Either a name server answered that there is no record, or there was no answer. */
function nothingOrUnknown(error: unknown): [] | undefined {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA') ? [] : undefined;
}
