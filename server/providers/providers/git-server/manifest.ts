/** Provider for git servers: GitHub, GitLab, or a private server with the same API. */
import type { Manifest } from '../../manifest.ts';
import { textValue } from '../../manifest.ts';
import { leakedSecrets, vulnerabilityAlerts } from './alerts.ts';
import { branchProtection } from './branch-protection.ts';
import { defaultAddressOf, getObject, isGitLab, ownerOf } from './client.ts';
import { memberTwoFactor } from './two-factor.ts';
import { privateRepositories } from './visibility.ts';

export const gitServer: Manifest = {
  slug: 'git-server',
  name: 'Git server',
  description: 'Looks at GitHub or GitLab: how branches are protected, how members sign in, and what scans of repositories found.',
  category: 'Development',
  auth: { type: 'custom' },
  credentialFields: [
    {
      id: 'dialect',
      label: 'Kind of server',
      type: 'select',
      role: 'destination',
      required: false,
      options: [
        { value: 'github', label: 'GitHub' },
        { value: 'gitlab', label: 'GitLab' },
      ],
      helpText: 'GitHub, unless GitLab is chosen.',
    },
    {
      id: 'baseUrl',
      label: 'Address of the API',
      type: 'url',
      role: 'destination',
      required: false,
      placeholder: 'https://git.example.com/api/v4',
      helpText: 'Needed only for a server of your own.',
    },
    {
      id: 'token',
      label: 'Access token',
      type: 'password',
      role: 'secret',
      required: true,
      helpText: 'It needs to read, and nothing else.',
    },
    {
      id: 'owner',
      label: 'Organization or group',
      type: 'text',
      role: 'other',
      required: true,
      placeholder: 'example',
      pattern: String.raw`^[\w\-]+(?:[./][\w\-]+)*$`,
    },
  ],
  services: [
    { id: 'repositories', name: 'Repositories', description: 'How repositories are protected, and what their scans found.' },
    { id: 'members', name: 'Members', description: 'How members sign in.' },
  ],
  checks: [branchProtection, memberTwoFactor, vulnerabilityAlerts, leakedSecrets, privateRepositories],
  supportsMultipleConnections: true,
  defaultAddress: (credentials) => defaultAddressOf({ credentials }),
  display: (credentials) => ({ owner: textValue(credentials, 'owner'), dialect: textValue(credentials, 'dialect') || 'github' }),
  async test(source) {
    await getObject(source, '/user');
    await getObject(source, `/${isGitLab(source) ? 'groups' : 'orgs'}/${ownerOf(source)}`);
    return `The token may read ${textValue(source.credentials, 'owner')}`;
  },
};
