/** Provider for CSV lists of accounts. Exports of an identity provider show who uses a second factor, without a connection to it. */
import { fieldErrors } from '#platform/refusals/field-errors';
import type { Manifest } from '../../manifest.ts';
import { toOptions } from '../../options.ts';
import { filterVariables } from '../../people-filter.ts';
import { listAccounts } from './accounts.ts';
import { idleAccounts } from './idle-accounts.ts';
import { twoFactor } from './two-factor.ts';

export const csvAccounts: Manifest = {
  slug: 'csv-accounts',
  name: 'Accounts list',
  description: 'Looks whether accounts ask for a second factor and are in use, from a list in CSV, pasted or fetched from an address.',
  category: 'Identity & Access',
  auth: { type: 'custom' },
  credentialFields: [
    {
      id: 'csv',
      label: 'The list itself',
      type: 'textarea',
      role: 'other',
      required: false,
      placeholder: 'email,name,department,status,twoFactor,lastSignIn',
      helpText: 'A first line with the names of the columns, then a line for each account. Only email is required.',
    },
    {
      id: 'url',
      label: 'Address of the list',
      type: 'url',
      role: 'link',
      required: false,
      placeholder: 'https://files.example.com/accounts.csv',
      helpText: 'Fetched anew at each run. Either the list or its address, not both.',
    },
  ],
  setupInstructions:
    'Export the accounts of your identity provider as CSV in UTF-8 with the columns email, name, department, status, twoFactor (true or false) and lastSignIn, in any order.\nPaste the list, or put it where this service can fetch it.\n',
  services: [
    { id: 'sign-in', name: 'Sign-in', description: 'Whether accounts ask for a second factor.' },
    { id: 'usage', name: 'Usage', description: 'Whether accounts are in use.' },
  ],
  variables: filterVariables(async (source) => toOptions((await listAccounts(source)).flatMap(({ department }) => department ?? []))),
  checks: [twoFactor, idleAccounts],
  supportsMultipleConnections: true,
  findErrors: ({ csv, url }) =>
    (csv === undefined) === (url === undefined) ? { 'credentials.csv': fieldErrors.eitherOr('csv', 'url') } : {},
  async test(source) {
    return `The list has ${(await listAccounts(source)).length} accounts`;
  },
};
