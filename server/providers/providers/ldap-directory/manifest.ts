/** Provider for LDAP directories, such as OpenLDAP, Active Directory and FreeIPA. */
import { fieldErrors } from '#platform/refusals/field-errors';
import { UnexpectedAnswer } from '../../failures.ts';
import { type Manifest, textValue } from '../../manifest.ts';
import { toOptions } from '../../options.ts';
import { filterVariables } from '../../people-filter.ts';
import { idleAccounts, twoFactor, userAccess } from './checks.ts';
import { searchDirectory } from './directory.ts';
import { defaultPersonFilter, findFilterError } from './filter.ts';
import { listUsers } from './users.ts';

export const ldapDirectory: Manifest = {
  slug: 'ldap-directory',
  name: 'LDAP directory',
  description: 'Brings employees in from a directory that speaks LDAP, and looks at the second factors, groups and use of accounts.',
  category: 'Identity & Access',
  auth: { type: 'custom' },
  credentialFields: [
    {
      id: 'url',
      label: 'Address of the directory',
      type: 'text',
      role: 'destination',
      required: true,
      placeholder: 'ldaps://directory.example.com',
      pattern: '^ldaps?://(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252})|\\[[0-9A-Fa-f:.]{2,45}\\])(?::[0-9]{1,5})?/?$',
      helpText: 'Everything is sent over TLS: with ldap:// it is asked for first (StartTLS).',
    },
    {
      id: 'bindDn',
      label: 'Name of the account',
      type: 'text',
      role: 'other',
      required: true,
      placeholder: 'cn=compliance,ou=services,dc=example,dc=com',
      pattern: '^.{0,500}[=@\\\\].{1,500}$',
      helpText: 'An account that may read people and groups, and nothing else.',
    },
    { id: 'bindPassword', label: 'Password of the account', type: 'password', role: 'secret', required: true },
    {
      id: 'baseDn',
      label: 'Entry to search below',
      type: 'text',
      role: 'other',
      required: true,
      placeholder: 'dc=example,dc=com',
      pattern: '^[^=]{1,100}=.{1,1000}$',
    },
    {
      id: 'userFilter',
      label: 'Filter of people',
      type: 'text',
      role: 'other',
      required: false,
      placeholder: '(&(objectClass=person)(!(employeeType=service)))',
      helpText: `Which entries are people; without it ${defaultPersonFilter}.`,
    },
  ],
  setupInstructions:
    'Create an account that may read the people and groups of the directory, and nothing else.\nThe certificate of the directory has to be of an authority that this installation trusts.\n',
  services: [
    { id: 'sign-in', name: 'Sign-in', description: 'Whether accounts ask for a second factor.' },
    { id: 'access', name: 'Access', description: 'What users may do, and who answers for it.' },
    { id: 'usage', name: 'Usage', description: 'Whether accounts are in use.' },
  ],
  variables: filterVariables(async (source) => toOptions((await listUsers(source)).flatMap(({ department }) => department ?? []))),
  checks: [twoFactor, userAccess, idleAccounts],
  isDirectorySource: () => true,
  async employees(source) {
    return (await listUsers(source)).map(({ email, name, externalId, status, department }) => ({
      email,
      name,
      externalId,
      status,
      department,
    }));
  },
  async findErrors(credentials) {
    if (!URL.canParse(textValue(credentials, 'url')))
      return { 'credentials.url': fieldErrors.invalidFormat('an address such as ldaps://directory.example.com') };
    const filter = textValue(credentials, 'userFilter');
    const error = filter === '' ? undefined : await findFilterError(filter);
    return error === undefined ? {} : { 'credentials.userFilter': error };
  },
  async test(source) {
    const filter = textValue(source.credentials, 'userFilter') || defaultPersonFilter;
    const [firstEntry] = await searchDirectory(source, { filter, attributes: ['mail'], maxEntries: 1 });
    if (!firstEntry) throw new UnexpectedAnswer('No entry of the directory fits the filter');
    return 'The directory answers, and has people';
  },
};
