/**
 * The one way in which the service reads directories that somebody named (LDAP, RFC 4511): guarded like its other calls, bounded in time
 * and size, and over TLS alone. It happens in a worker, because what a directory answers may be made to keep its reader busy for ever.
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
  /** Of the scheme `ldaps`, or `ldap`, with which TLS is asked for before anything else. */
  readonly url: URL;
  readonly bindDn: string;
  readonly password: string;
  /** Whose call it is. */
  readonly organizationId: string;
  readonly signal: AbortSignal;
}

export interface Ldap {
  /** @throws Unreachable, and LdapRefused when the directory answers with anything but entries */
  search(server: LdapServer, search: LdapSearch): Promise<LdapEntry[]>;
}

/** Why a directory gave no entries. */
export class LdapRefused extends Error {
  /** Whether it is about who asks. */
  readonly isOfCredentials: boolean;
  /** What the directory answered, as it stands. */
  readonly said: string;
  constructor(message: string, isOfCredentials: boolean, said: string) {
    super(message);
    this.isOfCredentials = isOfCredentials;
    this.said = said;
  }
}

const module = new URL(`ldap.worker${path.extname(import.meta.url)}`, import.meta.url);
/** Seconds that all of a search may take. */
const seconds = 60;
// The oldest versions of Node.js do not tell whom they trust; there a worker trusts what they bring, and NODE_EXTRA_CA_CERTS.
const { getCACertificates }: Partial<typeof tls> = tls;

/** @param allowed networks that may be reached although they are not public @param timeout milliseconds that one answer may take */
export function ldapWithin(allowed: readonly Network[], { timeout }: { readonly timeout: number }): Ldap {
  const networks = allowed.map(([address, bits]) => `${address.toString()}/${bits}`);
  return {
    async search({ url, bindDn, password, organizationId, signal }, asked) {
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
        ...asked,
      };
      try {
        const found = await runInWorker<typeof search>({ group: 'ask', organizationId, module, input, seconds, signal });
        return found.flat().map(entryOf);
      } catch (error) {
        if (!(error instanceof WorkerEnded)) throw error;
        if (error.why === 'time') throw new Unreachable(`${url.host} did not answer within ${seconds} seconds`, true);
        throw new LdapRefused(`The directory could not be read: ${error.message}`, false, '');
      }
    },
  };
}

/** @throws for what the worker tells in place of an entry */
function entryOf(part: unknown): LdapEntry {
  if (isObject(part) && typeof part.dn === 'string' && part.values instanceof Map) return { dn: part.dn, values: part.values };
  if (isObject(part) && typeof part.unreachable === 'string') throw new Unreachable(part.unreachable, true);
  if (isObject(part) && typeof part.refused === 'string')
    throw new LdapRefused(part.refused, part.isOfCredentials === true, String(part.said));
  throw new TypeError('the worker gave no entry');
}
