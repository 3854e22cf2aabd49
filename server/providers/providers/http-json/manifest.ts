/** Providers for any HTTP service, examined from outside: one authenticates with a key, the other with a password. */
import { CredentialsRefused } from '../../failures.ts';
import type { Manifest, ManifestField } from '../../manifest.ts';
import { listDevices, deviceVariables } from './devices.ts';
import { endpointStatus } from './endpoint-status.ts';
import { securityHeaders } from './security-headers.ts';
import { tlsCertificate } from './tls-certificate.ts';

const address: ManifestField = {
  id: 'baseUrl',
  label: 'Address',
  type: 'url',
  role: 'destination',
  required: true,
  placeholder: 'https://status.example.com',
  helpText: 'Where the service is. The paths of the checks are below it.',
};

const sharedManifest: Omit<Manifest, 'slug' | 'name' | 'description' | 'auth'> = {
  category: 'Monitoring',
  credentialFields: [address],
  services: [
    { id: 'availability', name: 'Availability', description: 'Whether the address answers as it should.' },
    { id: 'transport', name: 'Encryption', description: 'The certificate, and the version of TLS.' },
    { id: 'headers', name: 'Security headers', description: 'The headers that tell browsers what to refuse.' },
  ],
  variables: deviceVariables,
  devices: listDevices,
  checks: [endpointStatus, tlsCertificate, securityHeaders],
  supportsMultipleConnections: true,
  async test({ request }) {
    const { status } = await request('/', { repeats: 0 });
    if (status === 401 || status === 403) throw new CredentialsRefused(`The address answered ${status}`);
    return `The address answered ${status}`;
  },
};

export const httpJson: Manifest = {
  ...sharedManifest,
  slug: 'http-json',
  name: 'HTTP service',
  description: 'Watches an address of yours. Whether it answers, how it is encrypted, and which headers protect it.',
  auth: {
    type: 'api_key',
    in: 'header',
    name: 'Authorization',
    prefix: 'Bearer ',
    optional: true,
    helpText: 'Sent as a bearer token. Leave it empty for an address that anybody may read.',
  },
};

export const httpJsonBasic: Manifest = {
  ...sharedManifest,
  slug: 'http-json-basic',
  name: 'HTTP service with a password',
  description: 'Watches an address of yours that asks for a user name and a password, as the HTTP service does.',
  auth: { type: 'basic' },
};
