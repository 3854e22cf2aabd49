/** A directory of people that speaks SCIM 2.0, asked with the credentials of a client. */
import type { Manifest } from '../../manifest.ts';
import { optionsOf } from '../../options.ts';
import { filterVariables } from '../../people-filter.ts';
import { userAccess } from './user-access.ts';
import { listUsers, pageIn } from './users.ts';

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
      required: true,
      placeholder: 'https://directory.example.com/scim/v2',
      helpText: 'Users are read below it, at /Users.',
    },
    {
      id: 'revokeUrl',
      label: 'Revocation address',
      type: 'url',
      required: false,
      placeholder: 'https://login.example.com/oauth/revoke',
      helpText: 'Where an access token is ended when the connection is.',
    },
  ],
  services: [{ id: 'users', name: 'Users', description: 'What users may do, and who answers for it.' }],
  variables: filterVariables(async (source) => optionsOf((await listUsers(source)).flatMap(({ department }) => department ?? []))),
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
    const { total } = pageIn(await read('/Users?startIndex=1&count=1', { repeats: 0 }));
    return `The directory has ${total} users`;
  },
};
