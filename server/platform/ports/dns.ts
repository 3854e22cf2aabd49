/** Looks up DNS records to verify the ownership of domains. */
import { Resolver } from 'node:dns/promises';

export interface Dns {
  /** Returns a name's aliases; undefined when no name server answered. */
  cname(name: string): Promise<readonly string[] | undefined>;
  /** Returns the texts of a name's TXT records; undefined when no name server answered. */
  txt(name: string): Promise<readonly string[] | undefined>;
}

/** @param servers `address` or `address:port`; by default, the name servers of the machine */
export function createDns(servers: readonly string[]): Dns {
  const resolver = new Resolver({ timeout: 1_000, tries: 2 });
  if (servers.length) resolver.setServers(servers);
  return {
    cname: (name) => resolver.resolveCname(name).catch(emptyOrUnknown),
    txt: (name) => resolver.resolveTxt(name).then((texts) => texts.map((parts) => parts.join('')), emptyOrUnknown),
  };
}

/** Distinguishes an answer without records (empty) from no answer (undefined). */
function emptyOrUnknown(error: unknown): [] | undefined {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA') ? [] : undefined;
}
