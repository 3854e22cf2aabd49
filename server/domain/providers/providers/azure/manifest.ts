/** Subscriptions of Azure, scanned from an inventory. With credentials the service tells whether it can look at them. */
import { type Manifest, textIn } from '../../manifest.ts';
import { openAzure } from './client.ts';
import { azureScript } from './script.ts';
import { azureServices } from './services.ts';

const id = '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$';
const placeholder = '00000000-0000-0000-0000-000000000000';

export const azure: Manifest = {
  slug: 'azure',
  name: 'Microsoft Azure',
  description: 'Scans subscriptions of Azure for settings that put data at risk, from an inventory that read-only commands make.',
  category: 'Cloud',
  auth: { type: 'custom' },
  credentialFields: [
    { id: 'tenantId', label: 'Tenant', type: 'text', required: true, pattern: id, placeholder },
    { id: 'clientId', label: 'Client', type: 'text', required: true, pattern: id, placeholder },
    { id: 'clientSecret', label: 'Client secret', type: 'password', required: true },
    { id: 'subscriptionId', label: 'Subscription', type: 'text', required: true, pattern: id, placeholder },
  ],
  setupInstructions:
    'Register an application with a client secret, and give it the roles Reader and Security Reader on the subscription. Scans evaluate an inventory, which the script makes by commands that only read.\n',
  setupScript: azureScript,
  services: azureServices,
  variables: [{ id: 'subscription_id', label: 'Subscription', type: 'text', helpText: 'The subscription that the connection is about.' }],
  cloud: { always: [] },
  supportsMultipleConnections: true,
  display: (credentials) => ({
    tenantId: textIn(credentials, 'tenantId'),
    subscriptionId: textIn(credentials, 'subscriptionId'),
    accountId: textIn(credentials, 'subscriptionId'),
  }),
  async test(source) {
    const subscription = textIn(source.credentials, 'subscriptionId');
    const { displayName } = await (
      await openAzure(source)
    ).read(`/subscriptions/${encodeURIComponent(subscription)}?api-version=2022-12-01`);
    return `The subscription is ${typeof displayName === 'string' ? displayName : subscription}`;
  },
};
