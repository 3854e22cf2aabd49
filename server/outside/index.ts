/** The ports: what the service needs of the world besides its database. */
import path from 'node:path';
import type { Config } from '../config.ts';
import { type DeviceManagement, noDeviceManagement } from './device-management.ts';
import type { Files } from './files.ts';
import { localFiles } from './local-files.ts';
import { s3Files } from './s3-files.ts';
import { keptSecret, type Secrets, secretsFrom } from './secrets.ts';

export interface Outside {
  /** Where the service, the application and the employee portal are reached, without a slash at their ends. */
  readonly baseUrl: string;
  readonly appUrl: string;
  readonly portalUrl: string;
  readonly files: Files;
  readonly secrets: Secrets;
  readonly devices: DeviceManagement;
  /** Who is granted access to the service (areas/organization, rule 7). */
  readonly access: { readonly selfHosted: boolean; readonly staffEmailDomains: readonly string[]; isActiveCustomer(domain: string): Promise<boolean> };
}

export function outsideFrom({ secret, dataDir, baseUrl, appUrl, portalUrl, s3, selfHosted, staffEmailDomains, customerDomains }: Config): Outside {
  const secrets = secretsFrom(secret ?? keptSecret(dataDir));
  const directory = path.join(dataDir, 'files');
  return {
    baseUrl,
    appUrl,
    portalUrl,
    secrets,
    files: s3 ? s3Files(s3, directory, baseUrl, secrets) : localFiles(directory, baseUrl, secrets),
    devices: noDeviceManagement,
    access: { selfHosted, staffEmailDomains, isActiveCustomer: async (domain) => customerDomains.includes(domain) },
  };
}
