/** Provider for Google Cloud projects, which are scanned from an uploaded inventory. Credentials are used only to list and prepare them. */
import { fieldErrors } from '#platform/refusals/field-errors';
import { isObject } from '#platform/json-object';
import { type Manifest, textValue } from '../../manifest.ts';
import { pathSegment } from '../../path-segment.ts';
import { openGoogle, parseServiceAccount } from './google.ts';
import { listProjects } from './projects.ts';
import { gcpScript } from './script.ts';
import { gcpServices } from './services.ts';

export const gcp: Manifest = {
  slug: 'gcp',
  name: 'Google Cloud',
  description: 'Scans projects of Google Cloud for settings that put data at risk, from an inventory that read-only commands make.',
  category: 'Cloud',
  auth: { type: 'custom' },
  credentialFields: [
    {
      id: 'serviceAccountKey',
      label: 'Key of the service account',
      type: 'textarea',
      role: 'secret',
      required: true,
      helpText: 'The JSON of the key, of a service account that may look at the projects.',
    },
    {
      id: 'projectId',
      label: 'Project',
      type: 'text',
      role: 'other',
      required: true,
      placeholder: 'example-production',
      pattern: '^[a-z][a-z0-9-]{4,28}[a-z0-9]$',
      helpText: 'The id of a project that the service account may look at.',
    },
  ],
  setupInstructions:
    'Create a service account with the roles Browser and Security Center Findings Viewer, and a key for it. Scans evaluate an inventory, which the script makes by commands that only read.\n',
  setupScript: gcpScript,
  services: gcpServices,
  variables: [
    {
      id: 'organization_id',
      label: 'Organization',
      type: 'text',
      role: 'other',
      helpText: 'The number of the organization in Google Cloud.',
    },
    {
      id: 'project_ids',
      label: 'Projects',
      type: 'multi_select',
      role: 'other',
      helpText: 'The projects that the connection is about.',
      fetchOptions: async (source) => (await listProjects(await openGoogle(source))).map(({ id, name }) => ({ value: id, label: name })),
    },
  ],
  cloud: { alwaysScanned: ['security-command-center'] },
  supportsMultipleConnections: true,
  findErrors: ({ serviceAccountKey }) =>
    typeof serviceAccountKey === 'string' && parseServiceAccount(serviceAccountKey)
      ? {}
      : { 'credentials.serviceAccountKey': fieldErrors.invalidFormat('the JSON of the key of a service account') },
  display: (credentials) => ({ accountId: textValue(credentials, 'projectId') }),
  async test(source) {
    const google = await openGoogle(source);
    const id = textValue(source.credentials, 'projectId');
    const project = await google.read('cloudresourcemanager', `/v3/projects/${pathSegment(id)}`);
    return `The project is ${isObject(project) && typeof project.displayName === 'string' ? project.displayName : id}`;
  },
};
