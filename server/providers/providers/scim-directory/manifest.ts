/** Provider for SCIM 2.0 directories, which are accessed with client credentials. */
import type { Manifest } from '../../manifest.ts';
import { toOptions } from '../../options.ts';
import { filterVariables } from '../../people-filter.ts';
import { userAccess } from './user-access.ts';
import { listUsers, parsePage } from './users.ts';

export const scimDirectory: Manifest = {
  slug: 'scim-directory',
  name: 'SCIM directory',
  description: 'Brings employees in from a directory that speaks SCIM 2.0, and looks whether somebody answers for each account.',
  category: 'HR & People',
  auth: { type: 'oauth2', grant: 'client_credentials' },
  credentialFields: [
    {
      id: 'baseUrl',
      label: 'SCIM address',
      type: 'url',
      role: 'destination',
      required: true,
      placeholder: 'https://directory.example.com/scim/v2',
      helpText: 'Users are read below it, at /Users.',
    },
    {
      id: 'revokeUrl',
      label: 'Revocation address',
      type: 'url',
      role: 'destination',
      required: false,
      placeholder: 'https://login.example.com/oauth/revoke',
      helpText: 'Where an access token is ended when the connection is.',
    },
  ],
  services: [{ id: 'users', name: 'Users', description: 'What users may do, and who answers for it.' }],
  variables: filterVariables(async (source) => toOptions((await listUsers(source)).flatMap(({ department }) => department ?? []))),
  checks: [userAccess],
  isDirectorySource: () => true,
  async employees(source) {
    return (await listUsers(source)).map(({ id, email, name, active, department, startDate, roles }) => ({
      email,
      name,
      externalId: id,
      status: active ? 'active' : 'inactive',
      department,
      startDate,
      role: roles.join(','),
    }));
  },
  async test({ read }) {
    const { total } = parsePage(await read('/Users?startIndex=1&count=1', { repeats: 0 }));
    return `The directory has ${total} users`;
  },
};
