/** A directory that speaks LDAP: OpenLDAP, Active Directory, FreeIPA and others. */
import { UnexpectedAnswer } from '../../failures.ts';
import { type Manifest, textIn } from '../../manifest.ts';
import { optionsOf } from '../../options.ts';
import { filterVariables } from '../../people-filter.ts';
import { idleAccounts, twoFactor, userAccess } from './checks.ts';
import { searched } from './directory.ts';
import { everyPerson, faultInFilter } from './filter.ts';
import { usersOf } from './users.ts';

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
      required: true,
      placeholder: 'ldaps://directory.example.com',
      pattern: '^ldaps?://(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252})|\\[[0-9A-Fa-f:.]{2,45}\\])(?::[0-9]{1,5})?/?$',
      helpText: 'Everything is sent over TLS: with ldap:// it is asked for first (StartTLS).',
    },
    {
      id: 'bindDn',
      label: 'Name of the account',
      type: 'text',
      required: true,
      placeholder: 'cn=compliance,ou=services,dc=example,dc=com',
      pattern: '^.{0,500}[=@\\\\].{1,500}$',
      helpText: 'An account that may read people and groups, and nothing else.',
    },
    { id: 'bindPassword', label: 'Password of the account', type: 'password', required: true },
    {
      id: 'baseDn',
      label: 'Entry to search below',
      type: 'text',
      required: true,
      placeholder: 'dc=example,dc=com',
      pattern: '^[^=]{1,100}=.{1,1000}$',
    },
    {
      id: 'userFilter',
      label: 'Filter of people',
      type: 'text',
      required: false,
      placeholder: '(&(objectClass=person)(!(employeeType=service)))',
      helpText: `Which entries are people; without it ${everyPerson}.`,
    },
  ],
  setupInstructions:
    'Create an account that may read the people and groups of the directory, and nothing else.\nThe certificate of the directory has to be of an authority that this installation trusts.\n',
  services: [
    { id: 'sign-in', name: 'Sign-in', description: 'Whether accounts ask for a second factor.' },
    { id: 'access', name: 'Access', description: 'What users may do, and who answers for it.' },
    { id: 'usage', name: 'Usage', description: 'Whether accounts are in use.' },
  ],
  variables: filterVariables(async (source) => optionsOf((await usersOf(source)).flatMap(({ department }) => department ?? []))),
  checks: [twoFactor, userAccess, idleAccounts],
  isDirectorySource: () => true,
  async employees(source) {
    return (await usersOf(source)).map(({ email, name, externalId, status, department }) => ({
      email,
      name,
      externalId,
      status,
      department,
    }));
  },
  async faults(credentials) {
    if (!URL.canParse(textIn(credentials, 'url'))) return { 'credentials.url': 'must be an address such as ldaps://directory.example.com' };
    const filter = textIn(credentials, 'userFilter');
    const fault = filter === '' ? undefined : await faultInFilter(filter);
    return fault === undefined ? {} : { 'credentials.userFilter': fault };
  },
  async test(source) {
    const filter = textIn(source.credentials, 'userFilter') || everyPerson;
    const [first] = await searched(source, { filter, attributes: ['mail'], most: 1 });
    if (!first) throw new UnexpectedAnswer('No entry of the directory fits the filter');
    return 'The directory answers, and has people';
  },
};
