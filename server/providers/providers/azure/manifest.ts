/** Provider for Azure subscriptions, which are scanned from an uploaded inventory. Credentials only verify the access to them. */
import { type Manifest, textValue } from '../../manifest.ts';
import { pathSegment } from '../../path-segment.ts';
import { openAzure } from './client.ts';
import { azureScript } from './script.ts';
import { azureServices } from './services.ts';

const idPattern = '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$';
const placeholder = '00000000-0000-0000-0000-000000000000';

export const azure: Manifest = {
  slug: 'azure',
  name: 'Microsoft Azure',
  description: 'Scans subscriptions of Azure for settings that put data at risk, from an inventory that read-only commands make.',
  category: 'Cloud',
  auth: { type: 'custom' },
  credentialFields: [
    { id: 'tenantId', label: 'Tenant', type: 'text', role: 'destination', required: true, pattern: idPattern, placeholder },
    { id: 'clientId', label: 'Client', type: 'text', role: 'other', required: true, pattern: idPattern, placeholder },
    { id: 'clientSecret', label: 'Client secret', type: 'password', role: 'secret', required: true },
    { id: 'subscriptionId', label: 'Subscription', type: 'text', role: 'other', required: true, pattern: idPattern, placeholder },
  ],
  setupInstructions:
    'Register an application with a client secret, and give it the roles Reader and Security Reader on the subscription. Scans evaluate an inventory, which the script makes by commands that only read.\n',
  setupScript: azureScript,
  services: azureServices,
  variables: [
    {
      id: 'subscription_id',
      label: 'Subscription',
      type: 'text',
      role: 'other',
      helpText: 'The subscription that the connection is about.',
    },
  ],
  cloud: { alwaysScanned: [] },
  supportsMultipleConnections: true,
  display: (credentials) => ({
    tenantId: textValue(credentials, 'tenantId'),
    subscriptionId: textValue(credentials, 'subscriptionId'),
    accountId: textValue(credentials, 'subscriptionId'),
  }),
  async test(source) {
    const subscription = textValue(source.credentials, 'subscriptionId');
    const { displayName } = await (await openAzure(source)).read(`/subscriptions/${pathSegment(subscription)}?api-version=2022-12-01`);
    return `The subscription is ${typeof displayName === 'string' ? displayName : subscription}`;
  },
};
