/** Checks of storage, secrets and databases in an Azure subscription. */
import { isObject } from '#platform/json-object';
import { mustNotBe, mustBeTrue, mustNotBeOneOf, objectsIn, type PackCheck, readAttribute } from './check.ts';

/** Fails if the boolean is true. Null counts as false. */
const mustNotBeTrue =
  (path: string): PackCheck['verdict'] =>
  (attributes) => {
    const value = readAttribute(attributes, path);
    return value === null || typeof value === 'boolean' ? value === true : undefined;
  };
/** Fails if the boolean is false. Null counts as true. */
const mustNotBeFalse =
  (path: string): PackCheck['verdict'] =>
  (attributes) => {
    const value = readAttribute(attributes, path);
    return value === null || typeof value === 'boolean' ? value === false : undefined;
  };
/** Fails if a firewall rule allows all addresses from 0.0.0.0 to `end`. */
const mustNotAllowUpTo =
  (end: string): PackCheck['verdict'] =>
  ({ firewallRules: rules }) =>
    Array.isArray(rules)
      ? objectsIn(rules).some(({ startIpAddress, endIpAddress }) => startIpAddress === '0.0.0.0' && endIpAddress === end)
      : undefined;

export const azureData: readonly PackCheck[] = [
  {
    key: 'azure-storage-account-https-disabled',
    service: 'storage-account',
    resourceType: 'storageAccount',
    severity: 'high',
    subject: 'Storage account',
    requirement: 'only HTTPS is served',
    violation: 'unencrypted HTTP is served',
    consequence: 'What clients send and get can be read and changed on the way.',
    remediation: 'Require secure transfer for the account.',
    reads: ['enableHttpsTrafficOnly'],
    verdict: mustNotBe('enableHttpsTrafficOnly', false),
  },
  {
    key: 'azure-storage-account-tls-outdated',
    service: 'storage-account',
    resourceType: 'storageAccount',
    severity: 'medium',
    subject: 'Storage account',
    requirement: 'TLS 1.2 or newer is needed',
    violation: 'old versions of TLS are accepted',
    consequence: 'Old versions of TLS have known weaknesses.',
    remediation: 'Set the minimum version of TLS to 1.2.',
    reads: ['minimumTlsVersion'],
    verdict: mustNotBeOneOf('minimumTlsVersion', 'TLS1_0', 'TLS1_1'),
  },
  {
    key: 'azure-storage-account-public-blob',
    service: 'storage-account',
    resourceType: 'storageAccount',
    severity: 'high',
    subject: 'Storage account',
    requirement: 'blobs cannot be public',
    violation: 'blobs can be public',
    consequence: 'Anybody on the internet may read what is stored.',
    remediation: 'Disable anonymous access to blobs.',
    reads: ['allowBlobPublicAccess'],
    verdict: mustNotBeTrue('allowBlobPublicAccess'),
  },
  {
    key: 'azure-storage-account-public-network',
    service: 'storage-account',
    resourceType: 'storageAccount',
    severity: 'medium',
    subject: 'Storage account',
    requirement: 'access is limited to known networks',
    violation: 'any network has access',
    consequence: 'It can be attacked from any network.',
    remediation: 'Deny access by default, and allow the networks that need it.',
    reads: ['publicNetworkAccess', 'networkRuleSet.defaultAction'],
    verdict: ({ publicNetworkAccess: access, networkRuleSet: rules }) => {
      if ((access !== null && typeof access !== 'string') || !isObject(rules) || typeof rules.defaultAction !== 'string') return undefined;
      return access !== 'Disabled' && rules.defaultAction === 'Allow';
    },
  },
  {
    key: 'azure-storage-account-encryption-disabled',
    service: 'storage-account',
    resourceType: 'storageAccount',
    severity: 'high',
    subject: 'Storage account',
    requirement: 'blobs and files are encrypted',
    violation: 'blobs or files are not encrypted',
    consequence: 'Whoever gets the stored bytes can read them.',
    remediation: 'Enable the encryption of blobs and files.',
    reads: ['encryption.services'],
    verdict: (attributes) => {
      const values = ['blob', 'file'].map((name) => readAttribute(attributes, `encryption.services.${name}.enabled`));
      return values.every((value) => typeof value === 'boolean') ? values.includes(false) : undefined;
    },
  },
  {
    key: 'azure-key-vault-soft-delete-disabled',
    service: 'key-vault',
    resourceType: 'vault',
    severity: 'high',
    subject: 'Key vault',
    requirement: 'deleted secrets can be restored',
    violation: 'deleted secrets cannot be restored',
    consequence: 'A mistake or an attack destroys keys, and the data with them.',
    remediation: 'Enable soft delete for the vault.',
    reads: ['enableSoftDelete'],
    verdict: mustNotBeFalse('enableSoftDelete'),
  },
  {
    key: 'azure-key-vault-purge-protection-disabled',
    service: 'key-vault',
    resourceType: 'vault',
    severity: 'medium',
    subject: 'Key vault',
    requirement: 'deleted secrets cannot be purged',
    violation: 'deleted secrets can be purged',
    consequence: 'Somebody with enough rights can destroy keys for good.',
    remediation: 'Enable purge protection for the vault.',
    reads: ['enablePurgeProtection'],
    verdict: mustBeTrue('enablePurgeProtection'),
  },
  {
    key: 'azure-key-vault-public-access',
    service: 'key-vault',
    resourceType: 'vault',
    severity: 'high',
    subject: 'Key vault',
    requirement: 'access is limited to known networks',
    violation: 'any network has access',
    consequence: 'It can be attacked from any network.',
    remediation: 'Deny access by default, and allow the networks that need it.',
    reads: ['publicNetworkAccess', 'networkAcls'],
    verdict: ({ publicNetworkAccess: access, networkAcls: rules }) => {
      if (typeof access !== 'string' || (rules !== null && !isObject(rules))) return undefined;
      return access !== 'Disabled' && (rules === null || rules.defaultAction === 'Allow');
    },
  },
  {
    key: 'azure-key-vault-no-rbac',
    service: 'key-vault',
    resourceType: 'vault',
    severity: 'low',
    subject: 'Key vault',
    requirement: 'access is granted by roles',
    violation: 'access is granted by policies of the vault',
    consequence: 'Policies of the vault cannot be limited to single secrets, and are not reviewed with other rights.',
    remediation: 'Change the permission model of the vault to roles.',
    reads: ['enableRbacAuthorization'],
    verdict: mustBeTrue('enableRbacAuthorization'),
  },
  {
    key: 'azure-sql-database-public-access',
    service: 'sql-database',
    resourceType: 'server',
    severity: 'high',
    subject: 'SQL server',
    requirement: 'the server is not public',
    violation: 'the server is public',
    consequence: 'The databases can be attacked from the internet.',
    remediation: 'Disable public network access of the server.',
    reads: ['publicNetworkAccess'],
    verdict: mustNotBeOneOf('publicNetworkAccess', 'Enabled'),
  },
  {
    key: 'azure-sql-database-tls-outdated',
    service: 'sql-database',
    resourceType: 'server',
    severity: 'medium',
    subject: 'SQL server',
    requirement: 'TLS 1.2 or newer is needed',
    violation: 'old versions of TLS are accepted',
    consequence: 'Old versions of TLS have known weaknesses.',
    remediation: 'Set the minimum version of TLS to 1.2.',
    reads: ['minimalTlsVersion'],
    verdict: ({ minimalTlsVersion: version }) =>
      version === null ? true : typeof version === 'string' ? ['None', '1.0', '1.1'].includes(version) : undefined,
  },
  {
    key: 'azure-sql-database-auditing-disabled',
    service: 'sql-database',
    resourceType: 'server',
    severity: 'high',
    subject: 'SQL server',
    requirement: 'access is audited',
    violation: 'access is not audited',
    consequence: 'Nobody can find out afterwards who has read or changed data.',
    remediation: 'Enable auditing for the server.',
    reads: ['auditingSettings'],
    verdict: ({ auditingSettings: settings }) => {
      if (!isObject(settings)) return undefined;
      const states = ['state', 'blobStorageTargetState', 'logAnalyticsTargetState', 'eventHubTargetState'].map((name) => settings[name]);
      return states.some((state) => typeof state === 'string') ? !states.includes('Enabled') : undefined;
    },
  },
  {
    key: 'azure-sql-database-allow-azure-services',
    service: 'sql-database',
    resourceType: 'server',
    severity: 'medium',
    subject: 'SQL server',
    requirement: 'not all of Azure has access',
    violation: 'all of Azure has access',
    consequence: 'Servers of any other customer of Azure can connect.',
    remediation: 'Remove the rule that allows services of Azure.',
    reads: ['firewallRules'],
    verdict: mustNotAllowUpTo('0.0.0.0'),
  },
  {
    key: 'azure-sql-database-firewall-wide-open',
    service: 'sql-database',
    resourceType: 'server',
    severity: 'critical',
    subject: 'SQL server',
    requirement: 'not every address has access',
    violation: 'every address has access',
    consequence: 'The databases can be attacked from the internet.',
    remediation: 'Allow only the addresses that need access.',
    reads: ['firewallRules'],
    verdict: mustNotAllowUpTo('255.255.255.255'),
  },
  {
    key: 'azure-cosmos-db-public-unrestricted',
    service: 'cosmos-db',
    resourceType: 'databaseAccount',
    severity: 'high',
    subject: 'Database account',
    requirement: 'access is limited to known networks',
    violation: 'any network has access',
    consequence: 'It can be attacked from any network.',
    remediation: 'Disable public access, or list the networks that need it.',
    reads: ['publicNetworkAccess', 'ipRules', 'isVirtualNetworkFilterEnabled'],
    verdict: ({ publicNetworkAccess: access, ipRules, isVirtualNetworkFilterEnabled: filter }) => {
      if (typeof access !== 'string' || !Array.isArray(ipRules) || typeof filter !== 'boolean') return undefined;
      return access !== 'Disabled' && ipRules.length === 0 && !filter;
    },
  },
  {
    key: 'azure-cosmos-db-local-auth-enabled',
    service: 'cosmos-db',
    resourceType: 'databaseAccount',
    severity: 'medium',
    subject: 'Database account',
    requirement: 'keys of the account are off',
    violation: 'keys of the account can be used',
    consequence: 'A key that leaks gives full access and belongs to nobody.',
    remediation: 'Disable local authentication, and grant roles.',
    reads: ['disableLocalAuth'],
    verdict: mustBeTrue('disableLocalAuth'),
  },
];
