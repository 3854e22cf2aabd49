/** Data of the AWS account that runs the booking page, with its last three inventories. */

const blockPublicAccess = { blockPublicAcls: true, ignorePublicAcls: true, blockPublicPolicy: true, restrictPublicBuckets: true };
const passwordPolicy = {
  minimumPasswordLength: 14,
  requireSymbols: true,
  requireNumbers: true,
  requireUppercaseCharacters: true,
  requireLowercaseCharacters: true,
};
const account = '123456789012';
const region = 'eu-central-1';

export const productionAccount = { name: 'Production account', by: 'tobias', created: 40, accountId: account } as const;

/** An accepted finding: this bucket is public, because it serves the website. */
export const websiteException = {
  by: 'tobias',
  ago: 20,
  checkKey: 's3-public-access',
  resourceId: 'example-website',
  reason: 'The bucket serves the public website, and nothing else is stored in it.',
} as const;

interface State {
  /** When the inventory was collected, in days before today. */
  readonly ago: number;
  readonly isVersioned: boolean;
  readonly hasFactor: boolean;
  readonly hasOldDatabase: boolean;
}

/** The states of the account, oldest first: versioning of the backups changes twice, an old database is deleted, a user enables MFA. */
export const states: readonly State[] = [
  { ago: 36, isVersioned: false, hasFactor: false, hasOldDatabase: true },
  { ago: 22, isVersioned: true, hasFactor: false, hasOldDatabase: false },
  { ago: 3, isVersioned: false, hasFactor: true, hasOldDatabase: false },
];

/** Returns the resources of the account in a state, in the format of an inventory. */
export function resourcesIn({ isVersioned, hasFactor, hasOldDatabase }: State): object[] {
  return [
    resource('iam-analyzer', 'account', account, { passwordPolicy, accountAccessKeysPresent: 0 }),
    resource('iam-analyzer', 'user', 'deployment', { passwordEnabled: false, mfaActive: false, accessKeys: [] }),
    resource('iam-analyzer', 'user', 'tobias', { passwordEnabled: true, mfaActive: hasFactor, accessKeys: [] }),
    resource('s3', 'bucket', 'example-backups', {
      publicAccessBlockConfiguration: blockPublicAccess,
      sseAlgorithm: 'aws:kms',
      versioningStatus: isVersioned ? 'Enabled' : 'Suspended',
    }),
    resource('s3', 'bucket', 'example-website', { publicAccessBlockConfiguration: null, sseAlgorithm: 'AES256', versioningStatus: 'Enabled' }),
    resource('rds', 'dbInstance', `arn:aws:rds:${region}:${account}:db:bookings`, {
      publiclyAccessible: false,
      storageEncrypted: true,
      backupRetentionPeriod: 14,
      deletionProtection: true,
    }),
    ...(hasOldDatabase
      ? [
          resource('rds', 'dbInstance', `arn:aws:rds:${region}:${account}:db:bookings-old`, {
            publiclyAccessible: false,
            storageEncrypted: false,
            backupRetentionPeriod: 1,
            deletionProtection: false,
          }),
        ]
      : []),
    resource('cloudtrail', 'account', account, { trails: [{ name: 'all', isMultiRegionTrail: true }] }),
    resource('guardduty', 'region', region, { detectorStatus: 'ENABLED' }),
    resource('ec2-vpc', 'region', region, { ebsEncryptionByDefault: true }),
    resource('ec2-vpc', 'securityGroup', 'sg-0c5e1d9a7f3b26480', {
      ipPermissions: [{ ipProtocol: 'tcp', fromPort: 443, toPort: 443, ipRanges: [{ cidrIp: '0.0.0.0/0' }], ipv6Ranges: [] }],
    }),
  ];
}

const resource = (serviceId: string, resourceType: string, resourceId: string, attributes: object) => ({
  serviceId,
  resourceType,
  resourceId,
  ...(['rds', 'ec2-vpc', 'guardduty'].includes(serviceId) && { region }),
  attributes,
});
