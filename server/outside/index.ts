/** The ports: what the service needs of the world besides its database. */
import path from 'node:path';
import type { Config } from '../config.ts';
import { type DeviceManagement, noDeviceManagement } from './device-management.ts';
import { type Files, localFiles } from './files.ts';
import { keptSecret, type Secrets, secretsFrom } from './secrets.ts';

export interface Outside {
  readonly files: Files;
  readonly secrets: Secrets;
  /** Where people go: the application, and the portal for what compliance asks of them. Without a slash at the end. */
  readonly addresses: { readonly app: string; readonly portal: string };
  readonly devices: DeviceManagement;
  /** Who is granted access to the service (areas/organization, rule 7). */
  readonly access: { readonly selfHosted: boolean; readonly staffEmailDomains: readonly string[]; isActiveCustomer(domain: string): Promise<boolean> };
}

export function outsideFrom({ secret, dataDir, baseUrl, appUrl, portalUrl, selfHosted, staffEmailDomains, customerDomains }: Config): Outside {
  const secrets = secretsFrom(secret ?? keptSecret(dataDir));
  return {
    secrets,
    files: localFiles(path.join(dataDir, 'files'), baseUrl, secrets),
    addresses: { app: appUrl, portal: portalUrl },
    devices: noDeviceManagement,
    access: { selfHosted, staffEmailDomains, isActiveCustomer: async (domain) => customerDomains.includes(domain) },
  };
}
