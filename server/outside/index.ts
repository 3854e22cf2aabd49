/** The ports: what the service needs of the world besides its database. */
import path from 'node:path';
import type { Config } from '../config.ts';
import { type Dns, dnsOf } from './dns.ts';
import { type Files, localFiles } from './files.ts';
import { keptSecret, type Secrets, secretsFrom } from './secrets.ts';

export interface Outside {
  readonly files: Files;
  readonly secrets: Secrets;
  readonly dns: Dns;
  /** Where the own domains of trust portals have to lead to. */
  readonly trustPortalHost: string;
  /** Who is granted access to the service (areas/organization, rule 7). */
  readonly access: { readonly selfHosted: boolean; readonly staffEmailDomains: readonly string[]; isActiveCustomer(domain: string): Promise<boolean> };
}

export function outsideFrom({ secret, dataDir, baseUrl, selfHosted, staffEmailDomains, customerDomains, dnsServers, trustPortalHost }: Config): Outside {
  const secrets = secretsFrom(secret ?? keptSecret(dataDir));
  return {
    secrets,
    dns: dnsOf(dnsServers),
    trustPortalHost,
    files: localFiles(path.join(dataDir, 'files'), baseUrl, secrets),
    access: { selfHosted, staffEmailDomains, isActiveCustomer: async (domain) => customerDomains.includes(domain) },
  };
}
