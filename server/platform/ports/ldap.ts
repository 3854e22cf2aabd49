/**
 * Reads LDAP directories (RFC 4511) named by users, with checked addresses, limits of time and size, and only over TLS. It runs in a worker, because a
 * malicious answer may keep its reader busy forever.
 */
import path from 'node:path';
import tls from 'node:tls';
import { isObject } from '../json-object.ts';
import { runInWorker } from '../workers/pool.ts';
import { WorkerEnded } from '../workers/process.ts';
import type { Network } from './addresses.ts';
import type search from './ldap.worker.ts';
import type { LdapEntry, LdapSearch } from './ldap-search.ts';
import { Unreachable } from './unreachable.ts';

export interface LdapServer {
  /** Scheme `ldaps`, or `ldap` with StartTLS before anything else. */
  readonly url: URL;
  readonly bindDn: string;
  readonly password: string;
  /** The organization on whose behalf the directory is read. */
  readonly organizationId: string;
  readonly signal: AbortSignal;
}

export interface Ldap {
  /** @throws Unreachable, or LdapRefused when the directory answers with anything but entries */
  search(server: LdapServer, search: LdapSearch): Promise<LdapEntry[]>;
}

/** Why a directory returned no entries. */
export class LdapRefused extends Error {
  /** Whether the cause is the credentials. */
  readonly isAboutCredentials: boolean;
  /** The directory's answer, unchanged. */
  readonly directoryMessage: string;
  constructor(message: string, isAboutCredentials: boolean, directoryMessage: string) {
    super(message);
    this.isAboutCredentials = isAboutCredentials;
    this.directoryMessage = directoryMessage;
  }
}

const module = new URL(`ldap.worker${path.extname(import.meta.url)}`, import.meta.url);
/** Time limit of a whole search in seconds. */
const seconds = 60;
// The oldest supported versions of Node.js lack this function; there a worker trusts the built-in authorities and NODE_EXTRA_CA_CERTS.
const { getCACertificates }: Partial<typeof tls> = tls;

/** @param allowedNetworks networks that may be reached although they are not public @param timeout of one answer in milliseconds */
export function createLdap(allowedNetworks: readonly Network[], { timeout }: { readonly timeout: number }): Ldap {
  const networks = allowedNetworks.map(([address, bits]) => `${address.toString()}/${bits}`);
  return {
    async search({ url, bindDn, password, organizationId, signal }, searchOptions) {
      const secure = url.protocol === 'ldaps:';
      const input = {
        host: url.hostname.replace(/^\[|\]$/g, ''),
        port: Number(url.port || (secure ? 636 : 389)),
        secure,
        networks,
        authorities: getCACertificates?.('default'),
        timeout,
        bindDn,
        password,
        ...searchOptions,
      };
      try {
        const parts = await runInWorker<typeof search>({ group: 'ask', organizationId, module, input, seconds, signal });
        return parts.flat().map(entryOf);
      } catch (error) {
        if (!(error instanceof WorkerEnded)) throw error;
        if (error.why === 'time') throw new Unreachable(`${url.host} did not answer within ${seconds} seconds`, true);
        throw new LdapRefused(`The directory could not be read: ${error.message}`, false, '');
      }
    },
  };
}

/** @throws for an error that the worker reports in place of an entry */
function entryOf(part: unknown): LdapEntry {
  if (isObject(part) && typeof part.dn === 'string' && part.values instanceof Map) return { dn: part.dn, values: part.values };
  if (isObject(part) && typeof part.unreachable === 'string') throw new Unreachable(part.unreachable, true);
  if (isObject(part) && typeof part.refused === 'string')
    throw new LdapRefused(part.refused, part.isOfCredentials === true, String(part.said));
  throw new TypeError('the worker returned no entry');
}
