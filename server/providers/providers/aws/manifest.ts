/** Provider for AWS accounts, which are read with read-only calls. Services without a collector need an uploaded inventory. */
import { fieldErrors } from '#platform/refusals/field-errors';
import { type Manifest, textValue } from '../../manifest.ts';
import { collectAccount, detectServices, openAccount } from './collect.ts';
import { awsServices } from './service-list.ts';

const regions = [
  'af-south-1',
  'ap-east-1',
  'ap-northeast-1',
  'ap-northeast-2',
  'ap-northeast-3',
  'ap-south-1',
  'ap-south-2',
  'ap-southeast-1',
  'ap-southeast-2',
  'ap-southeast-3',
  'ap-southeast-4',
  'ap-southeast-5',
  'ca-central-1',
  'ca-west-1',
  'eu-central-1',
  'eu-central-2',
  'eu-north-1',
  'eu-south-1',
  'eu-south-2',
  'eu-west-1',
  'eu-west-2',
  'eu-west-3',
  'il-central-1',
  'me-central-1',
  'me-south-1',
  'mx-central-1',
  'sa-east-1',
  'us-east-1',
  'us-east-2',
  'us-west-1',
  'us-west-2',
];

export const aws: Manifest = {
  slug: 'aws',
  name: 'Amazon Web Services',
  description: 'Scans accounts of AWS for settings that put data at risk.',
  category: 'Cloud',
  auth: { type: 'custom' },
  // `role` is what a field means for security (FieldRole), not the IAM role.
  credentialFields: [
    {
      id: 'roleArn',
      label: 'ARN of the role',
      type: 'text',
      role: 'destination',
      required: false,
      placeholder: 'arn:aws:iam::123456789012:role/compliance',
      pattern: '^arn:aws[a-z-]*:iam::[0-9]{12}:role/[A-Za-z0-9+=,.@_/-]{1,512}$',
      helpText: 'A role with read access that trusts this installation. Its external id has to be the id of the organization.',
    },
    {
      id: 'accessKeyId',
      label: 'Access key',
      type: 'text',
      role: 'other',
      required: false,
      pattern: '^[A-Za-z0-9]{16,128}$',
      helpText: 'Of a user with read access, in place of a role.',
    },
    { id: 'secretAccessKey', label: 'Secret of the access key', type: 'password', role: 'secret', required: false },
    {
      id: 'regions',
      label: 'Regions',
      type: 'multi_select',
      role: 'destination',
      required: false,
      options: regions.map((value) => ({ value, label: value })),
      helpText: 'All enabled regions, unless some are chosen.',
    },
  ],
  setupInstructions:
    'Create a role with the managed policy SecurityAudit that trusts the account of this installation, with the id of your organization as its external id. Or create a user with the same policy and an access key.\n',
  services: awsServices,
  cloud: {
    alwaysScanned: ['cloudtrail', 'config', 'guardduty', 'iam-analyzer', 'cloudwatch', 'kms'],
    detect: detectServices,
    collect: collectAccount,
  },
  supportsMultipleConnections: true,
  findErrors(credentials) {
    const [hasRole, hasKey, hasSecret] = ['roleArn', 'accessKeyId', 'secretAccessKey'].map((id) => textValue(credentials, id) !== '');
    if (hasRole && (hasKey || hasSecret)) return { 'credentials.accessKeyId': fieldErrors.notAllowed('must not be set if roleArn is set') };
    if (!hasRole && !hasKey) return { 'credentials.roleArn': { code: 'required', message: 'must be set if accessKeyId is not set' } };
    return !hasRole && !hasSecret ? { 'credentials.secretAccessKey': fieldErrors.required() } : {};
  },
  display({ roleArn, regions: chosen }) {
    const account = typeof roleArn === 'string' ? /^arn:[^:]+:iam::(\d{12}):/.exec(roleArn)?.[1] : undefined;
    return {
      awsType: typeof roleArn === 'string' ? 'role' : 'access_key',
      ...(account !== undefined && { accountId: account }),
      ...(Array.isArray(chosen) && { regions: chosen.map(String) }),
    };
  },
  async test(source) {
    const { id, regions: scannedRegions } = await openAccount(source);
    return `The account is ${id}, with ${scannedRegions.length} regions`;
  },
};
