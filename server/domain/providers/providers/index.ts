import { registryOf } from '../registry.ts';
import { csvAccounts } from './csv-accounts/manifest.ts';
import { csvPeople } from './csv-people/manifest.ts';
import { httpJson, httpJsonBasic } from './http-json/manifest.ts';
import { scimDirectory } from './scim-directory/manifest.ts';

/** Every provider there is. */
export const providers = registryOf([csvAccounts, csvPeople, httpJson, httpJsonBasic, scimDirectory]);
