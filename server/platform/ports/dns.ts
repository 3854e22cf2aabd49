/** Looks up DNS records to verify the ownership of domains. */
import { Resolver } from 'node:dns/promises';

export interface Dns {
  /** Returns a name's aliases; undefined when no name server answered. */
  cname(name: string): Promise<readonly string[] | undefined>;
  /** Returns a name's texts; undefined when no name server answered. */
  txt(name: string): Promise<readonly string[] | undefined>;
}

/** @param servers `address` or `address:port`; by default the machine's */
export function createDns(servers: readonly string[]): Dns {
  const resolver = new Resolver({ timeout: 1_000, tries: 2 });
  if (servers.length) resolver.setServers(servers);
  return {
    cname: (name) => resolver.resolveCname(name).catch(nothingOrUnknown),
    txt: (name) => resolver.resolveTxt(name).then((texts) => texts.map((parts) => parts.join('')), nothingOrUnknown),
  };
}

/** Distinguishes an answer without records (empty) from no answer (undefined). */
function nothingOrUnknown(error: unknown): [] | undefined {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA') ? [] : undefined;
}
