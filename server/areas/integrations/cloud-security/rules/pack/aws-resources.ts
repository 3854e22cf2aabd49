/** Checks of storage, networks and secrets in an AWS account. */
import { isObject, type JsonObject } from '#platform/json-object';
import { mustBeAtLeast, mustNotBe, mustBe, mustBeSet, objectsIn, type PackCheck, mustHaveItem } from './check.ts';

const bucket = { service: 's3', resourceType: 'bucket', subject: 'S3 bucket' } as const;
const securityGroup = { service: 'ec2-vpc', resourceType: 'securityGroup', subject: 'Security group' } as const;
const database = { service: 'rds', resourceType: 'dbInstance', subject: 'Database' } as const;
const secret = { service: 'secrets-manager', resourceType: 'secret', subject: 'Secret' } as const;
const publicAccessBlocks = ['blockPublicAcls', 'ignorePublicAcls', 'blockPublicPolicy', 'restrictPublicBuckets'];

const isAnyAddress = (range: unknown) => range === '0.0.0.0/0' || range === '::/0';
const isOpenToAnyone = ({ ipRanges, ipv6Ranges }: JsonObject) =>
  objectsIn(ipRanges).some(({ cidrIp }) => isAnyAddress(cidrIp)) || objectsIn(ipv6Ranges).some(({ cidrIpv6 }) => isAnyAddress(cidrIpv6));
const coversAdminPort = ({ fromPort, toPort }: JsonObject) =>
  typeof fromPort === 'number' && typeof toPort === 'number' && [22, 3389].some((port) => fromPort <= port && port <= toPort);

export const awsResources: readonly PackCheck[] = [
  {
    ...bucket,
    key: 's3-public-access',
    severity: 'high',
    requirement: 'public access is blocked',
    violation: 'public access is not blocked',
    passDescription: 'All four settings that block public access are on.',
    failDescription: 'At least one of the four settings that block public access is off.',
    consequence: 'A single policy or access list can then make every object readable by anybody on the internet.',
    remediation: 'Turn all four settings of Block Public Access on for the bucket, or for the account.',
    reads: ['publicAccessBlockConfiguration'],
    verdict({ publicAccessBlockConfiguration: block }) {
      if (block === null) return true;
      if (!isObject(block)) return undefined;
      const values = publicAccessBlocks.map((name) => block[name]);
      return values.every((value) => typeof value === 'boolean') ? values.includes(false) : undefined;
    },
  },
  {
    ...bucket,
    key: 's3-encryption',
    severity: 'high',
    requirement: 'objects are encrypted by default',
    violation: 'objects are not encrypted by default',
    consequence: 'Whoever gets the stored bytes can read them.',
    remediation: 'Set a default encryption for the bucket.',
    reads: ['sseAlgorithm'],
    verdict: mustBeSet('sseAlgorithm'),
  },
  {
    ...bucket,
    key: 's3-versioning',
    severity: 'medium',
    requirement: 'versioning is enabled',
    violation: 'versioning is not enabled',
    consequence: 'Objects that are overwritten or deleted by mistake are lost.',
    remediation: 'Enable versioning for the bucket.',
    reads: ['versioningStatus'],
    verdict: mustBe('versioningStatus', 'Enabled'),
  },
  {
    ...securityGroup,
    key: 'ec2-sg-all-traffic',
    severity: 'critical',
    requirement: 'not all traffic is allowed from anywhere',
    violation: 'all traffic is allowed from anywhere',
    consequence: 'Every port of the servers can be attacked from the internet.',
    remediation: 'Allow only the ports and networks that are needed.',
    reads: ['ipPermissions'],
    verdict: ({ ipPermissions: rules }) =>
      Array.isArray(rules) ? objectsIn(rules).some((rule) => rule.ipProtocol === '-1' && isOpenToAnyone(rule)) : undefined,
  },
  {
    ...securityGroup,
    key: 'ec2-sg-open-admin-port',
    severity: 'high',
    requirement: 'SSH and RDP are not open to anywhere',
    violation: 'SSH or RDP is open to anywhere',
    consequence: 'Passwords and known vulnerabilities of servers are tried from the internet.',
    remediation: 'Allow ports 22 and 3389 from known networks only, or use Session Manager.',
    reads: ['ipPermissions'],
    verdict: ({ ipPermissions: rules }) =>
      Array.isArray(rules)
        ? objectsIn(rules).some((rule) => rule.ipProtocol === 'tcp' && coversAdminPort(rule) && isOpenToAnyone(rule))
        : undefined,
  },
  {
    key: 'ec2-ebs-encryption-default',
    service: 'ec2-vpc',
    resourceType: 'region',
    severity: 'medium',
    subject: 'Region',
    requirement: 'new disks are encrypted by default',
    violation: 'new disks are not encrypted by default',
    consequence: 'Disks are forgotten that nobody has encrypted.',
    remediation: 'Enable the encryption of disks by default in the region.',
    reads: ['ebsEncryptionByDefault'],
    verdict: mustNotBe('ebsEncryptionByDefault', false),
  },
  {
    key: 'vpc-no-flow-logs',
    service: 'ec2-vpc',
    resourceType: 'vpc',
    severity: 'medium',
    subject: 'Network',
    requirement: 'a flow log is active',
    violation: 'no flow log is active',
    consequence: 'Nobody can find out afterwards which connections there were.',
    remediation: 'Create a flow log for the network.',
    reads: ['flowLogs'],
    verdict: mustHaveItem('flowLogs', ({ flowLogStatus }) => flowLogStatus === 'ACTIVE'),
  },
  {
    ...database,
    key: 'rds-public',
    severity: 'critical',
    requirement: 'the database is not public',
    violation: 'the database is public',
    consequence: 'The database can be attacked from the internet.',
    remediation: 'Turn public accessibility of the database off.',
    reads: ['publiclyAccessible'],
    verdict: mustNotBe('publiclyAccessible', true),
  },
  {
    ...database,
    key: 'rds-encryption',
    severity: 'high',
    requirement: 'the storage is encrypted',
    violation: 'the storage is not encrypted',
    consequence: 'Whoever gets the disks or a snapshot can read them.',
    remediation: 'Restore an encrypted copy of a snapshot, and use it in place of the database.',
    reads: ['storageEncrypted'],
    verdict: mustNotBe('storageEncrypted', false),
  },
  {
    ...database,
    key: 'rds-backup',
    severity: 'medium',
    requirement: 'backups are kept for at least 7 days',
    violation: 'backups are kept for fewer than 7 days',
    consequence: 'A mistake that is noticed late cannot be undone.',
    remediation: 'Set the retention of backups to 7 days or more.',
    reads: ['backupRetentionPeriod'],
    verdict: mustBeAtLeast('backupRetentionPeriod', 7),
  },
  {
    ...database,
    key: 'rds-deletion-protection',
    severity: 'medium',
    requirement: 'the database is protected against deletion',
    violation: 'the database is not protected against deletion',
    consequence: 'One call deletes the database.',
    remediation: 'Enable the deletion protection of the database.',
    reads: ['deletionProtection'],
    verdict: mustNotBe('deletionProtection', false),
  },
  {
    key: 'kms-no-rotation',
    service: 'kms',
    resourceType: 'key',
    severity: 'medium',
    subject: 'Key',
    requirement: 'the key is rotated',
    violation: 'the key is not rotated',
    consequence: 'A key that leaks opens everything that was ever encrypted with it.',
    remediation: 'Enable the rotation of the key.',
    reads: ['keyManager', 'keyState', 'keySpec', 'keyRotationEnabled'],
    verdict({ keyManager, keyState, keySpec, keyRotationEnabled }) {
      const isRotatable = keyManager === 'CUSTOMER' && keyState === 'Enabled' && keySpec === 'SYMMETRIC_DEFAULT';
      return isRotatable && typeof keyRotationEnabled === 'boolean' ? !keyRotationEnabled : undefined;
    },
  },
  {
    ...secret,
    key: 'secrets-no-rotation',
    severity: 'medium',
    requirement: 'the secret is rotated',
    violation: 'the secret is not rotated',
    consequence: 'A secret that leaks can be used without an end.',
    remediation: 'Set up the rotation of the secret.',
    reads: ['rotationEnabled'],
    verdict: mustNotBe('rotationEnabled', false),
  },
  {
    ...secret,
    key: 'secrets-rotation-overdue',
    severity: 'medium',
    requirement: 'the rotation is not overdue',
    violation: 'the rotation is overdue',
    consequence: 'A rotation that fails leaves old secrets in use.',
    remediation: 'Find out why the secret was not rotated, and rotate it.',
    reads: ['rotationEnabled', 'nextRotationDate'],
    verdict({ rotationEnabled, nextRotationDate: nextDate }, collectedAt) {
      if (typeof rotationEnabled !== 'boolean' || (nextDate !== null && typeof nextDate !== 'string')) return undefined;
      return rotationEnabled && nextDate !== null && Date.parse(nextDate) < collectedAt;
    },
  },
];
