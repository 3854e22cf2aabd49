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
    asks: 'public access is blocked',
    fault: 'public access is not blocked',
    passes: 'All four settings that block public access are on.',
    fails: 'At least one of the four settings that block public access is off.',
    why: 'A single policy or access list can then make every object readable by anybody on the internet.',
    remedy: 'Turn all four settings of Block Public Access on for the bucket, or for the account.',
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
    asks: 'objects are encrypted by default',
    fault: 'objects are not encrypted by default',
    why: 'Whoever gets the stored bytes can read them.',
    remedy: 'Set a default encryption for the bucket.',
    reads: ['sseAlgorithm'],
    verdict: mustBeSet('sseAlgorithm'),
  },
  {
    ...bucket,
    key: 's3-versioning',
    severity: 'medium',
    asks: 'versioning is enabled',
    fault: 'versioning is not enabled',
    why: 'Objects that are overwritten or deleted by mistake are lost.',
    remedy: 'Enable versioning for the bucket.',
    reads: ['versioningStatus'],
    verdict: mustBe('versioningStatus', 'Enabled'),
  },
  {
    ...securityGroup,
    key: 'ec2-sg-all-traffic',
    severity: 'critical',
    asks: 'not all traffic is allowed from anywhere',
    fault: 'all traffic is allowed from anywhere',
    why: 'Every port of the servers can be attacked from the internet.',
    remedy: 'Allow only the ports and networks that are needed.',
    reads: ['ipPermissions'],
    verdict: ({ ipPermissions: rules }) =>
      Array.isArray(rules) ? objectsIn(rules).some((rule) => rule.ipProtocol === '-1' && isOpenToAnyone(rule)) : undefined,
  },
  {
    ...securityGroup,
    key: 'ec2-sg-open-admin-port',
    severity: 'high',
    asks: 'SSH and RDP are not open to anywhere',
    fault: 'SSH or RDP is open to anywhere',
    why: 'Passwords and known vulnerabilities of servers are tried from the internet.',
    remedy: 'Allow ports 22 and 3389 from known networks only, or use Session Manager.',
    reads: ['ipPermissions'],
    verdict: ({ ipPermissions: rules }) =>
      Array.isArray(rules) ? objectsIn(rules).some((rule) => rule.ipProtocol === 'tcp' && coversAdminPort(rule) && isOpenToAnyone(rule)) : undefined,
  },
  {
    key: 'ec2-ebs-encryption-default',
    service: 'ec2-vpc',
    resourceType: 'region',
    severity: 'medium',
    subject: 'Region',
    asks: 'new disks are encrypted by default',
    fault: 'new disks are not encrypted by default',
    why: 'Disks are forgotten that nobody has encrypted.',
    remedy: 'Enable the encryption of disks by default in the region.',
    reads: ['ebsEncryptionByDefault'],
    verdict: mustNotBe('ebsEncryptionByDefault', false),
  },
  {
    key: 'vpc-no-flow-logs',
    service: 'ec2-vpc',
    resourceType: 'vpc',
    severity: 'medium',
    subject: 'Network',
    asks: 'a flow log is active',
    fault: 'no flow log is active',
    why: 'Nobody can find out afterwards which connections there were.',
    remedy: 'Create a flow log for the network.',
    reads: ['flowLogs'],
    verdict: mustHaveItem('flowLogs', ({ flowLogStatus }) => flowLogStatus === 'ACTIVE'),
  },
  {
    ...database,
    key: 'rds-public',
    severity: 'critical',
    asks: 'the database is not public',
    fault: 'the database is public',
    why: 'The database can be attacked from the internet.',
    remedy: 'Turn public accessibility of the database off.',
    reads: ['publiclyAccessible'],
    verdict: mustNotBe('publiclyAccessible', true),
  },
  {
    ...database,
    key: 'rds-encryption',
    severity: 'high',
    asks: 'the storage is encrypted',
    fault: 'the storage is not encrypted',
    why: 'Whoever gets the disks or a snapshot can read them.',
    remedy: 'Restore an encrypted copy of a snapshot, and use it in place of the database.',
    reads: ['storageEncrypted'],
    verdict: mustNotBe('storageEncrypted', false),
  },
  {
    ...database,
    key: 'rds-backup',
    severity: 'medium',
    asks: 'backups are kept for at least 7 days',
    fault: 'backups are kept for fewer than 7 days',
    why: 'A mistake that is noticed late cannot be undone.',
    remedy: 'Set the retention of backups to 7 days or more.',
    reads: ['backupRetentionPeriod'],
    verdict: mustBeAtLeast('backupRetentionPeriod', 7),
  },
  {
    ...database,
    key: 'rds-deletion-protection',
    severity: 'medium',
    asks: 'the database is protected against deletion',
    fault: 'the database is not protected against deletion',
    why: 'One call deletes the database.',
    remedy: 'Enable the deletion protection of the database.',
    reads: ['deletionProtection'],
    verdict: mustNotBe('deletionProtection', false),
  },
  {
    key: 'kms-no-rotation',
    service: 'kms',
    resourceType: 'key',
    severity: 'medium',
    subject: 'Key',
    asks: 'the key is rotated',
    fault: 'the key is not rotated',
    why: 'A key that leaks opens everything that was ever encrypted with it.',
    remedy: 'Enable the rotation of the key.',
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
    asks: 'the secret is rotated',
    fault: 'the secret is not rotated',
    why: 'A secret that leaks can be used without an end.',
    remedy: 'Set up the rotation of the secret.',
    reads: ['rotationEnabled'],
    verdict: mustNotBe('rotationEnabled', false),
  },
  {
    ...secret,
    key: 'secrets-rotation-overdue',
    severity: 'medium',
    asks: 'the rotation is not overdue',
    fault: 'the rotation is overdue',
    why: 'A rotation that fails leaves old secrets in use.',
    remedy: 'Find out why the secret was not rotated, and rotate it.',
    reads: ['rotationEnabled', 'nextRotationDate'],
    verdict({ rotationEnabled, nextRotationDate: next }, at) {
      if (typeof rotationEnabled !== 'boolean' || (next !== null && typeof next !== 'string')) return undefined;
      return rotationEnabled && next !== null && Date.parse(next) < at;
    },
  },
];
