import { createRegistry } from '../registry.ts';
import { aws } from './aws/manifest.ts';
import { azure } from './azure/manifest.ts';
import { csvAccounts } from './csv-accounts/manifest.ts';
import { csvPeople } from './csv-people/manifest.ts';
import { gcp } from './gcp/manifest.ts';
import { gitServer } from './git-server/manifest.ts';
import { httpJson, httpJsonBasic } from './http-json/manifest.ts';
import { ldapDirectory } from './ldap-directory/manifest.ts';
import { objectStorage } from './object-storage/manifest.ts';
import { scimDirectory } from './scim-directory/manifest.ts';

/** The registry of all providers. */
export const providers = createRegistry([
  aws,
  azure,
  csvAccounts,
  csvPeople,
  gcp,
  gitServer,
  httpJson,
  httpJsonBasic,
  ldapDirectory,
  objectStorage,
  scimDirectory,
]);
