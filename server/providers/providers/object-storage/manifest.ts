/** Provider for S3-compatible object storage: AWS, another cloud, or a private server. */
import { fieldErrors } from '#platform/refusals/field-errors';
import { mapConcurrently } from '../../map-concurrently.ts';
import { type Manifest, textValue } from '../../manifest.ts';
import { bucketChecks } from './checks.ts';
import { callStore, listBuckets, openStore, regionOf } from './store.ts';

export const objectStorage: Manifest = {
  slug: 'object-storage',
  name: 'Object storage',
  description: 'Looks at the buckets of a store that speaks S3: who can read them, how they are encrypted, and what they keep and log.',
  category: 'Cloud',
  auth: { type: 'custom' },
  credentialFields: [
    {
      id: 'endpoint',
      label: 'Address of the store',
      type: 'url',
      role: 'destination',
      required: false,
      placeholder: 'https://storage.example.com',
      helpText: 'Needed only for a store other than S3 of AWS.',
    },
    {
      id: 'region',
      label: 'Region',
      type: 'text',
      role: 'destination',
      required: false,
      defaultValue: 'us-east-1',
      pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$',
    },
    {
      id: 'accessKeyId',
      label: 'Access key',
      type: 'text',
      role: 'other',
      required: false,
      pattern: '^[\\x21-\\x7e]{1,128}$',
      helpText: 'Of a user who can list buckets and read their settings, and nothing else.',
    },
    { id: 'secretAccessKey', label: 'Secret of the access key', type: 'password', role: 'secret', required: false },
    {
      id: 'roleArn',
      label: 'ARN of the role',
      type: 'text',
      role: 'destination',
      required: false,
      placeholder: 'arn:aws:iam::123456789012:role/compliance',
      pattern: '^arn:[a-z-]{1,32}:iam::[0-9]{0,12}:role/[A-Za-z0-9+=,.@_/-]{1,512}$',
      helpText: 'In place of an access key: a role that trusts this installation.',
    },
    {
      id: 'externalId',
      label: 'External id',
      type: 'text',
      role: 'other',
      required: false,
      pattern: '^[A-Za-z0-9+=,.@:/_-]{2,1224}$',
      helpText: 'What the role asks for. It begins with the id of the organization, so that nobody else can use the role.',
    },
    {
      id: 'stsEndpoint',
      label: 'Address that gives the role',
      type: 'url',
      role: 'destination',
      required: false,
      pattern: '^https://',
      placeholder: 'https://sts.example.com',
      helpText: 'Needed only for a store other than S3 of AWS.',
    },
    {
      id: 'pathStyle',
      label: 'Bucket in the path',
      type: 'select',
      role: 'destination',
      required: false,
      defaultValue: 'true',
      options: [
        { value: 'true', label: 'In the path of an address' },
        { value: 'false', label: 'In the name of the host' },
      ],
    },
    {
      id: 'buckets',
      label: 'Buckets',
      type: 'multi_select',
      role: 'other',
      required: false,
      pattern: '^(?!.*--x-s3$)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
      helpText: 'All buckets, unless some are named.',
    },
  ],
  setupInstructions:
    'Create a user or a role that may do s3:ListAllMyBuckets, s3:GetBucketPublicAccessBlock, s3:GetEncryptionConfiguration, s3:GetBucketVersioning and s3:GetBucketLogging.\nA role asks for an external id that begins with the id of your organization.\n',
  services: [{ id: 'buckets', name: 'Buckets', description: 'Who can read buckets, and what they encrypt, keep and log.' }],
  checks: bucketChecks,
  supportsMultipleConnections: true,
  findErrors(credentials, organizationId) {
    const isSet = (id: string) => textValue(credentials, id) !== '';
    const [hasRole, hasExternalId] = [isSet('roleArn'), isSet('externalId')];
    const [hasKey, hasSecret] = [isSet('accessKeyId'), isSet('secretAccessKey')];
    if ((hasRole || hasExternalId) && (hasKey || hasSecret))
      return { 'credentials.accessKeyId': fieldErrors.notAllowed('must not be set if roleArn is set') };
    if (!hasRole && !hasExternalId && !hasKey && !hasSecret)
      return { 'credentials.accessKeyId': { code: 'required', message: 'must be set if roleArn is not set' } };
    if (hasKey !== hasSecret) return { [`credentials.${hasKey ? 'secretAccessKey' : 'accessKeyId'}`]: fieldErrors.required() };
    if (hasRole !== hasExternalId) return { [`credentials.${hasRole ? 'externalId' : 'roleArn'}`]: fieldErrors.required() };
    if (!hasRole && isSet('stsEndpoint'))
      return { 'credentials.stsEndpoint': fieldErrors.notAllowed('must not be set if roleArn is not set') };
    // Roles of several organizations trust the same installation, and organizations may know each other's ids. So an external id must begin
    // with the organization's own id.
    return hasExternalId && !textValue(credentials, 'externalId').startsWith(organizationId)
      ? { 'credentials.externalId': fieldErrors.notAllowed('must begin with the id of the organization') }
      : {};
  },
  display(credentials) {
    const [endpoint, role] = [textValue(credentials, 'endpoint'), textValue(credentials, 'roleArn')];
    const account = /^arn:[^:]+:iam::(\d{12}):/.exec(role)?.[1];
    return {
      ...(endpoint !== '' && { host: new URL(endpoint).host }),
      region: regionOf({ credentials }),
      ...(account !== undefined && { accountId: account }),
    };
  },
  async test(source) {
    const store = await openStore(source);
    const { GetBucketVersioningCommand } = await import('@aws-sdk/client-s3');
    const buckets = await listBuckets(source, store);
    // If buckets are chosen, they were not listed, so nothing has been read from them yet.
    if (Array.isArray(source.credentials.buckets) && source.credentials.buckets.length)
      await mapConcurrently(buckets, (Bucket) => callStore(source, () => store.send(new GetBucketVersioningCommand({ Bucket }))));
    return `The store answers, with ${buckets.length} buckets`;
  },
};
