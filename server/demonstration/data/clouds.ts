/** The AWS account that runs the booking page, with its last three inventories. */

const block = { blockPublicAcls: true, ignorePublicAcls: true, blockPublicPolicy: true, restrictPublicBuckets: true };
const policy = {
  minimumPasswordLength: 14,
  requireSymbols: true,
  requireNumbers: true,
  requireUppercaseCharacters: true,
  requireLowercaseCharacters: true,
};
const account = '123456789012';
const region = 'eu-central-1';

export const productionAccount = { name: 'Production account', by: 'tobias', created: 40, accountId: account } as const;

/** The exception: this bucket serves the website. */
export const websiteException = {
  by: 'tobias',
  ago: 20,
  checkKey: 's3-public-access',
  resourceId: 'example-website',
  reason: 'The bucket serves the public website, and nothing else is stored in it.',
} as const;

interface State {
  /** Days ago. */
  readonly ago: number;
  readonly isVersioned: boolean;
  readonly hasFactor: boolean;
  readonly hasOldDatabase: boolean;
}

/** Versioning of the backups was switched on and off again, the old database was deleted, and a user enabled MFA. */
export const states: readonly State[] = [
  { ago: 36, isVersioned: false, hasFactor: false, hasOldDatabase: true },
  { ago: 22, isVersioned: true, hasFactor: false, hasOldDatabase: false },
  { ago: 3, isVersioned: false, hasFactor: true, hasOldDatabase: false },
];

export function resourcesIn({ isVersioned, hasFactor, hasOldDatabase }: State): object[] {
  return [
    at('iam-analyzer', 'account', account, { passwordPolicy: policy, accountAccessKeysPresent: 0 }),
    at('iam-analyzer', 'user', 'deployment', { passwordEnabled: false, mfaActive: false, accessKeys: [] }),
    at('iam-analyzer', 'user', 'tobias', { passwordEnabled: true, mfaActive: hasFactor, accessKeys: [] }),
    at('s3', 'bucket', 'example-backups', {
      publicAccessBlockConfiguration: block,
      sseAlgorithm: 'aws:kms',
      versioningStatus: isVersioned ? 'Enabled' : 'Suspended',
    }),
    at('s3', 'bucket', 'example-website', { publicAccessBlockConfiguration: null, sseAlgorithm: 'AES256', versioningStatus: 'Enabled' }),
    at('rds', 'dbInstance', `arn:aws:rds:${region}:${account}:db:bookings`, {
      publiclyAccessible: false,
      storageEncrypted: true,
      backupRetentionPeriod: 14,
      deletionProtection: true,
    }),
    ...(hasOldDatabase
      ? [
          at('rds', 'dbInstance', `arn:aws:rds:${region}:${account}:db:bookings-old`, {
            publiclyAccessible: false,
            storageEncrypted: false,
            backupRetentionPeriod: 1,
            deletionProtection: false,
          }),
        ]
      : []),
    at('cloudtrail', 'account', account, { trails: [{ name: 'all', isMultiRegionTrail: true }] }),
    at('guardduty', 'region', region, { detectorStatus: 'ENABLED' }),
    at('ec2-vpc', 'region', region, { ebsEncryptionByDefault: true }),
    at('ec2-vpc', 'securityGroup', 'sg-0c5e1d9a7f3b26480', {
      ipPermissions: [{ ipProtocol: 'tcp', fromPort: 443, toPort: 443, ipRanges: [{ cidrIp: '0.0.0.0/0' }], ipv6Ranges: [] }],
    }),
  ];
}

const at = (serviceId: string, resourceType: string, resourceId: string, attributes: object) => ({
  serviceId,
  resourceType,
  resourceId,
  ...(['rds', 'ec2-vpc', 'guardduty'].includes(serviceId) && { region }),
  attributes,
});
