/** Tests each check of the rule pack with attributes that fail, pass, or give no result (cloud-security, rule 9). */
import { describe, expect, test } from 'vitest';
import { evaluate } from '#areas/integrations/cloud-security/rules/evaluate';
import { parseExpiry, validateReason } from '#areas/integrations/cloud-security/rules/exception';
import { validateInventory } from '#areas/integrations/cloud-security/rules/inventory';
import { findCheck, rulePack } from '#areas/integrations/cloud-security/rules/pack/index';
import { withoutSecrets } from '#areas/integrations/cloud-security/rules/redact';
import { findProvenTemplates } from '#areas/integrations/cloud-security/rules/task-map';
import { addDetectedServices } from '#providers/clouds/services';
import { catalogueId } from '#domain/catalogue/ids';

const scanTime = Date.parse('2026-06-01T00:00:00Z');
const policy = { requireSymbols: true, requireNumbers: true, requireUppercaseCharacters: true, requireLowercaseCharacters: true };
const block = { blockPublicAcls: true, ignorePublicAcls: true, blockPublicPolicy: true, restrictPublicBuckets: true };
const openedPorts = (ipProtocol: string, fromPort: number | null, toPort: number | null, range = '0.0.0.0/0') => ({
  ipPermissions: [{ ipProtocol, fromPort, toPort, ipRanges: [{ cidrIp: range }], ipv6Ranges: [] }],
});
const key = (status: string, createDate: string) => ({ accessKeys: [{ accessKeyId: 'AKIA', status, createDate }] });
const kms = { keyManager: 'CUSTOMER', keyState: 'Enabled', keySpec: 'SYMMETRIC_DEFAULT' };
const pool = { minimumLength: 8, requireUppercase: true, requireLowercase: true, requireNumbers: true, requireSymbols: true };
const binding = (role: string, ...members: string[]) => ({ bindings: [{ role, members }] });
const firewall = (fields: object) => ({
  direction: 'INGRESS',
  disabled: false,
  sourceRanges: ['0.0.0.0/0'],
  allowed: [{ IPProtocol: 'tcp', ports: ['20-25'] }],
  ...fields,
});
const nsg = (destinationPortRange: string, fields: object = {}) => ({
  securityRules: [{ access: 'Allow', direction: 'Inbound', protocol: 'Tcp', sourceAddressPrefix: '*', destinationPortRange, ...fields }],
});
const audit = (state: string) => ({
  auditingSettings: { state, blobStorageTargetState: 'Disabled', logAnalyticsTargetState: 'Disabled', eventHubTargetState: 'Disabled' },
});
const owners = (...ids: string[]) => ({
  roleAssignments: ids.map((principalId) => ({
    principalId,
    principalType: 'User',
    roleDefinitionName: 'Owner',
    scope: '/subscriptions/one',
  })),
});

/** For each check: attributes that fail, attributes that pass, and attributes without a result (empty attributes are always tested). */
const cases: Readonly<Record<string, readonly [failing: readonly object[], passing: readonly object[], undecided?: readonly object[]]>> = {
  'iam-no-password-policy': [[{ passwordPolicy: null }], [{ passwordPolicy: policy }]],
  'iam-weak-password-length': [
    [{ passwordPolicy: { minimumPasswordLength: 13 } }],
    [{ passwordPolicy: { minimumPasswordLength: 14 } }],
    [{ passwordPolicy: null }, { passwordPolicy: { minimumPasswordLength: '8' } }],
  ],
  'iam-weak-password-complexity': [
    [{ passwordPolicy: { ...policy, requireNumbers: false } }],
    [{ passwordPolicy: policy }],
    [{ passwordPolicy: { requireSymbols: false } }],
  ],
  'iam-no-mfa': [
    [{ passwordEnabled: true, mfaActive: false }],
    [
      { passwordEnabled: true, mfaActive: true },
      { passwordEnabled: false, mfaActive: false },
    ],
    [{ mfaActive: false }],
  ],
  'iam-root-access-keys': [[{ accountAccessKeysPresent: 1 }], [{ accountAccessKeysPresent: 0 }]],
  'iam-stale-access-key': [
    [key('Active', '2026-03-02T23:59:59Z')],
    [key('Active', '2026-03-03T00:00:00Z'), key('Inactive', '2020-01-01T00:00:00Z'), { accessKeys: [] }],
  ],
  's3-public-access': [
    [{ publicAccessBlockConfiguration: null }, { publicAccessBlockConfiguration: { ...block, restrictPublicBuckets: false } }],
    [{ publicAccessBlockConfiguration: block }],
  ],
  's3-encryption': [[{ sseAlgorithm: null }], [{ sseAlgorithm: 'aws:kms' }]],
  's3-versioning': [[{ versioningStatus: null }, { versioningStatus: 'Suspended' }], [{ versioningStatus: 'Enabled' }]],
  'ec2-sg-all-traffic': [
    [openedPorts('-1', null, null), { ipPermissions: [{ ipProtocol: '-1', ipRanges: [], ipv6Ranges: [{ cidrIpv6: '::/0' }] }] }],
    [openedPorts('-1', null, null, '10.0.0.0/8'), openedPorts('tcp', 443, 443)],
  ],
  'ec2-sg-open-admin-port': [
    [openedPorts('tcp', 22, 22), openedPorts('tcp', 3000, 4000)],
    [openedPorts('tcp', 443, 443), openedPorts('tcp', 22, 22, '10.0.0.0/8'), openedPorts('udp', 22, 22)],
  ],
  'ec2-ebs-encryption-default': [[{ ebsEncryptionByDefault: false }], [{ ebsEncryptionByDefault: true }]],
  'vpc-no-flow-logs': [
    [{ flowLogs: [] }, { flowLogs: [{ flowLogId: 'fl-1', flowLogStatus: 'FAILED' }] }],
    [{ flowLogs: [{ flowLogId: 'fl-1', flowLogStatus: 'ACTIVE' }] }],
  ],
  'rds-public': [[{ publiclyAccessible: true }], [{ publiclyAccessible: false }]],
  'rds-encryption': [[{ storageEncrypted: false }], [{ storageEncrypted: true }]],
  'rds-backup': [[{ backupRetentionPeriod: 6 }], [{ backupRetentionPeriod: 7 }]],
  'rds-deletion-protection': [[{ deletionProtection: false }], [{ deletionProtection: true }]],
  'cloudtrail-no-trails': [[{ trails: [] }], [{ trails: [{ name: 'a', isMultiRegionTrail: false }] }]],
  'cloudtrail-no-multi-region': [
    [{ trails: [{ name: 'a', isMultiRegionTrail: false }] }],
    [{ trails: [] }, { trails: [{ name: 'a', isMultiRegionTrail: true }] }],
  ],
  'cloudtrail-not-logging': [[{ isLogging: false }], [{ isLogging: true }]],
  'cloudtrail-no-validation': [[{ logFileValidationEnabled: false }], [{ logFileValidationEnabled: true }]],
  'kms-no-rotation': [
    [{ ...kms, keyRotationEnabled: false }],
    [{ ...kms, keyRotationEnabled: true }],
    [kms, { ...kms, keyManager: 'AWS', keyRotationEnabled: false }, { ...kms, keyState: 'Disabled', keyRotationEnabled: false }],
  ],
  'guardduty-not-enabled': [[{ detectorStatus: null }, { detectorStatus: 'DISABLED' }], [{ detectorStatus: 'ENABLED' }]],
  'config-no-recorder': [
    [{ configurationRecorders: [{ name: 'default', recording: false }] }],
    [{ configurationRecorders: [{ name: 'default', recording: true }] }],
  ],
  'config-no-delivery-channel': [[{ deliveryChannels: [] }], [{ deliveryChannels: [{ name: 'default' }] }]],
  'secrets-no-rotation': [[{ rotationEnabled: false }], [{ rotationEnabled: true }]],
  'secrets-rotation-overdue': [
    [{ rotationEnabled: true, nextRotationDate: '2026-05-31T00:00:00Z' }],
    [
      { rotationEnabled: true, nextRotationDate: '2026-06-02T00:00:00Z' },
      { rotationEnabled: true, nextRotationDate: null },
      { rotationEnabled: false, nextRotationDate: '2026-05-31T00:00:00Z' },
    ],
    [{ rotationEnabled: true }],
  ],
  'cloudfront-http-allowed': [
    [{ viewerProtocolPolicies: ['https-only', 'allow-all'] }],
    [{ viewerProtocolPolicies: ['https-only', 'redirect-to-https'] }],
  ],
  'cloudfront-no-waf': [[{ webACLId: '' }], [{ webACLId: 'acl' }]],
  'cloudfront-no-logging': [[{ logging: { enabled: false } }], [{ logging: { enabled: true } }], [{ logging: {} }]],
  'ecr-scan-on-push-disabled': [
    [{ imageScanningConfiguration: { scanOnPush: false } }],
    [{ imageScanningConfiguration: { scanOnPush: true } }],
  ],
  'ecr-tag-mutable': [[{ imageTagMutability: 'MUTABLE' }], [{ imageTagMutability: 'IMMUTABLE' }]],
  'efs-not-encrypted': [[{ encrypted: false }], [{ encrypted: true }]],
  'elasticache-no-transit-encryption': [[{ transitEncryptionEnabled: false }], [{ transitEncryptionEnabled: true }]],
  'elasticache-no-rest-encryption': [[{ atRestEncryptionEnabled: false }], [{ atRestEncryptionEnabled: true }]],
  'kinesis-not-encrypted': [[{ encryptionType: 'NONE' }], [{ encryptionType: 'KMS' }]],
  'cognito-mfa-off': [[{ mfaConfiguration: 'OFF' }], [{ mfaConfiguration: 'OPTIONAL' }]],
  'cognito-weak-password': [
    [{ passwordPolicy: { ...pool, minimumLength: 7 } }, { passwordPolicy: { ...pool, requireSymbols: false } }],
    [{ passwordPolicy: pool }],
  ],
  'codebuild-privileged-mode': [[{ environment: { privilegedMode: true } }], [{ environment: { privilegedMode: false } }]],
  'codebuild-no-logging': [
    [{ logsConfig: { cloudWatchLogs: { status: 'DISABLED' }, s3Logs: { status: 'DISABLED' } } }],
    [{ logsConfig: { cloudWatchLogs: { status: 'ENABLED' }, s3Logs: { status: 'DISABLED' } } }],
  ],
  'inspector-not-enabled': [[{ status: null }, { status: 'SUSPENDED' }], [{ status: 'ENABLED' }]],
  'macie-not-enabled': [[{ status: null }], [{ status: 'ENABLED' }]],
  'shield-advanced-not-enabled': [[{ subscriptionState: null }], [{ subscriptionState: 'ACTIVE' }]],
  'network-firewall-no-logging': [[{ logDestinationConfigs: [] }], [{ logDestinationConfigs: [{}] }]],
  'gcp-storage-no-public-access': [
    [{ ...binding('roles/storage.objectViewer', 'allUsers'), iamConfiguration: { publicAccessPrevention: 'inherited' } }],
    [
      { ...binding('roles/storage.objectViewer', 'allUsers'), iamConfiguration: { publicAccessPrevention: 'enforced' } },
      { ...binding('roles/storage.objectViewer', 'user:a@example.com'), iamConfiguration: {} },
    ],
  ],
  'gcp-storage-encryption': [[{}, { encryption: null }, { encryption: {} }], [{ encryption: { defaultKmsKeyName: 'key' } }]],
  'gcp-iam-no-primitive-roles': [
    [binding('roles/owner', 'user:a@example.com'), binding('roles/editor', 'serviceAccount:a@example.com')],
    [binding('roles/viewer', 'user:a@example.com'), binding('roles/owner', 'domain:example.com')],
  ],
  'gcp-vpc-no-open-firewalls': [
    [
      firewall({}),
      firewall({ allowed: [{ IPProtocol: 'all' }] }),
      firewall({ allowed: [{ IPProtocol: 'tcp' }] }),
      firewall({ sourceRanges: ['::/0'], allowed: [{ IPProtocol: 'tcp', ports: ['3389'] }] }),
    ],
    [
      firewall({ direction: 'EGRESS' }),
      firewall({ disabled: true }),
      firewall({ sourceRanges: ['10.0.0.0/8'] }),
      firewall({ sourceRanges: null }),
      firewall({ allowed: [{ IPProtocol: 'tcp', ports: ['443'] }] }),
    ],
  ],
  'gcp-cloud-sql-ssl-enforced': [
    [{ settings: {} }, { settings: { ipConfiguration: { sslMode: 'ALLOW_UNENCRYPTED_AND_ENCRYPTED' } } }],
    [{ settings: { ipConfiguration: { sslMode: 'ENCRYPTED_ONLY' } } }, { settings: { ipConfiguration: { requireSsl: true } } }],
  ],
  'gcp-cloud-sql-backups-enabled': [
    [{ settings: {} }, { settings: { backupConfiguration: { enabled: null } } }],
    [{ settings: { backupConfiguration: { enabled: true } } }],
  ],
  'gcp-cloud-sql-encryption': [[{}], [{ diskEncryptionConfiguration: { kmsKeyName: 'key' } }]],
  'gcp-cloud-monitoring-alerting': [
    [{ alertPolicies: [{ name: 'a', enabled: false }] }],
    [{ alertPolicies: [{ name: 'a', enabled: true }] }],
  ],
  'gcp-environment-separation': [
    [{ projects: [{ projectId: 'shop-prod' }, { projectId: 'blog-production' }] }, { projects: [] }],
    [
      { projects: [{ projectId: 'shop-prod' }, { projectId: 'shop-dev' }] },
      {
        projects: [
          { projectId: 'a', labels: { env: 'x' } },
          { projectId: 'b', labels: { environment: 'y' } },
        ],
      },
    ],
  ],
  'azure-storage-account-https-disabled': [[{ enableHttpsTrafficOnly: false }], [{ enableHttpsTrafficOnly: true }]],
  'azure-storage-account-tls-outdated': [[{ minimumTlsVersion: 'TLS1_1' }], [{ minimumTlsVersion: 'TLS1_2' }]],
  'azure-storage-account-public-blob': [[{ allowBlobPublicAccess: true }], [{ allowBlobPublicAccess: null }]],
  'azure-storage-account-public-network': [
    [{ publicNetworkAccess: null, networkRuleSet: { defaultAction: 'Allow' } }],
    [
      { publicNetworkAccess: 'Disabled', networkRuleSet: { defaultAction: 'Allow' } },
      { publicNetworkAccess: 'Enabled', networkRuleSet: { defaultAction: 'Deny' } },
    ],
  ],
  'azure-storage-account-encryption-disabled': [
    [{ encryption: { services: { blob: { enabled: true }, file: { enabled: false } } } }],
    [{ encryption: { services: { blob: { enabled: true }, file: { enabled: true } } } }],
  ],
  'azure-key-vault-soft-delete-disabled': [[{ enableSoftDelete: false }], [{ enableSoftDelete: null }, { enableSoftDelete: true }]],
  'azure-key-vault-purge-protection-disabled': [[{ enablePurgeProtection: null }], [{ enablePurgeProtection: true }]],
  'azure-key-vault-public-access': [
    [
      { publicNetworkAccess: 'Enabled', networkAcls: null },
      { publicNetworkAccess: 'Enabled', networkAcls: { defaultAction: 'Allow' } },
    ],
    [
      { publicNetworkAccess: 'Disabled', networkAcls: null },
      { publicNetworkAccess: 'Enabled', networkAcls: { defaultAction: 'Deny' } },
    ],
  ],
  'azure-key-vault-no-rbac': [[{ enableRbacAuthorization: false }], [{ enableRbacAuthorization: true }]],
  'azure-network-watcher-ssh-open': [
    [nsg('22'), nsg('20-30', { sourceAddressPrefix: 'Internet' })],
    [nsg('443'), nsg('*'), nsg('22', { access: 'Deny' }), nsg('22', { sourceAddressPrefix: '10.0.0.0/8' })],
  ],
  'azure-network-watcher-rdp-open': [
    [nsg('443', { destinationPortRanges: ['3389'] })],
    [nsg('22'), nsg('3389', { direction: 'Outbound' })],
  ],
  'azure-network-watcher-db-ports-open': [[nsg('5432'), nsg('27000-28000')], [nsg('443')]],
  'azure-network-watcher-all-ports-open': [
    [nsg('*'), nsg('0-65535', { sourceAddressPrefix: null, sourceAddressPrefixes: ['10.0.0.0/8', '0.0.0.0/0'] })],
    [nsg('22'), nsg('*', { sourceAddressPrefix: 'VirtualNetwork' })],
  ],
  'azure-sql-database-public-access': [[{ publicNetworkAccess: 'Enabled' }], [{ publicNetworkAccess: 'Disabled' }]],
  'azure-sql-database-tls-outdated': [[{ minimalTlsVersion: null }, { minimalTlsVersion: '1.1' }], [{ minimalTlsVersion: '1.2' }]],
  'azure-sql-database-auditing-disabled': [[audit('Disabled')], [audit('Enabled')]],
  'azure-sql-database-allow-azure-services': [
    [{ firewallRules: [{ startIpAddress: '0.0.0.0', endIpAddress: '0.0.0.0' }] }],
    [{ firewallRules: [{ startIpAddress: '0.0.0.0', endIpAddress: '255.255.255.255' }] }, { firewallRules: [] }],
  ],
  'azure-sql-database-firewall-wide-open': [
    [{ firewallRules: [{ startIpAddress: '0.0.0.0', endIpAddress: '255.255.255.255' }] }],
    [{ firewallRules: [{ startIpAddress: '0.0.0.0', endIpAddress: '0.0.0.0' }] }],
  ],
  'azure-app-service-https-disabled': [[{ httpsOnly: false }], [{ httpsOnly: true }]],
  'azure-app-service-tls-outdated': [[{ siteConfig: { minTlsVersion: '1.1' } }], [{ siteConfig: { minTlsVersion: '1.2' } }]],
  'azure-app-service-remote-debug': [
    [{ siteConfig: { remoteDebuggingEnabled: true } }],
    [{ siteConfig: { remoteDebuggingEnabled: false } }],
  ],
  'azure-app-service-ftp-allowed': [[{ siteConfig: { ftpsState: 'AllAllowed' } }], [{ siteConfig: { ftpsState: 'FtpsOnly' } }]],
  'azure-aks-rbac-disabled': [[{ enableRbac: false }], [{ enableRbac: true }]],
  'azure-aks-api-server-public': [
    [{ apiServerAccessProfile: null }, { apiServerAccessProfile: { enablePrivateCluster: false, authorizedIpRanges: [] } }],
    [{ apiServerAccessProfile: { enablePrivateCluster: true } }, { apiServerAccessProfile: { authorizedIpRanges: ['10.0.0.0/8'] } }],
  ],
  'azure-aks-no-network-policy': [
    [{ networkProfile: { networkPolicy: null } }, { networkProfile: { networkPolicy: 'none' } }],
    [{ networkProfile: { networkPolicy: 'calico' } }],
  ],
  'azure-container-registry-admin-enabled': [[{ adminUserEnabled: true }], [{ adminUserEnabled: false }]],
  'azure-container-registry-public-access': [[{ publicNetworkAccess: 'Enabled' }], [{ publicNetworkAccess: 'Disabled' }]],
  'azure-cosmos-db-public-unrestricted': [
    [{ publicNetworkAccess: 'Enabled', ipRules: [], isVirtualNetworkFilterEnabled: false }],
    [
      { publicNetworkAccess: 'Disabled', ipRules: [], isVirtualNetworkFilterEnabled: false },
      { publicNetworkAccess: 'Enabled', ipRules: [{}], isVirtualNetworkFilterEnabled: false },
      { publicNetworkAccess: 'Enabled', ipRules: [], isVirtualNetworkFilterEnabled: true },
    ],
  ],
  'azure-cosmos-db-local-auth-enabled': [[{ disableLocalAuth: null }], [{ disableLocalAuth: true }]],
  'azure-virtual-machine-password-auth-enabled': [
    [{ osProfile: { linuxConfiguration: { disablePasswordAuthentication: false } } }],
    [{ osProfile: { linuxConfiguration: { disablePasswordAuthentication: true } } }],
  ],
  'azure-virtual-machine-disk-not-encrypted': [
    [{ encryption: { type: 'EncryptionAtRestWithPlatformKey' }, encryptionSettingsCollection: null }],
    [
      { encryption: { type: 'EncryptionAtRestWithPlatformKey' }, encryptionSettingsCollection: { enabled: true } },
      { encryption: { type: 'EncryptionAtRestWithCustomerKey' }, encryptionSettingsCollection: null },
    ],
  ],
  'azure-entra-id-excessive-privileged': [[owners('a', 'b', 'c', 'd')], [owners('a', 'b', 'c', 'c')]],
  'azure-entra-id-wildcard-role': [
    [{ roleType: 'CustomRole', permissions: [{ actions: ['*'] }] }],
    [
      { roleType: 'BuiltInRole', permissions: [{ actions: ['*'] }] },
      { roleType: 'CustomRole', permissions: [{ actions: ['*/read'] }] },
    ],
  ],
  'azure-monitor-missing-alert': [[{ activityLogAlerts: [] }], [{ activityLogAlerts: [{ name: 'a', enabled: true }] }]],
  'azure-monitor-no-diag': [[{ diagnosticSettings: [] }], [{ diagnosticSettings: [{ name: 'a' }] }]],
};
/** Checks that have a result even without attributes, because absent attributes fail. */
const checksWithoutRequiredAttributes = ['gcp-storage-encryption', 'gcp-cloud-sql-encryption'];

describe('rule 9, the rule pack', () => {
  test('each check has cases in this file, a unique key, and texts', () => {
    const keys = Object.values(rulePack).flatMap((checks) => checks.map((check) => check.key));
    expect(keys.toSorted()).toEqual(Object.keys(cases).toSorted());
    for (const check of Object.values(rulePack).flat())
      for (const text of [check.consequence, check.remediation]) expect(text).toMatch(/^[A-Z].*\.$/);
  });
  test.each(Object.entries(cases))('%s', (name, [failing, passing, undecided = []]) => {
    const check = findCheck(name);
    const verdicts = (resources: readonly object[]) => resources.map((attributes) => check?.verdict({ ...attributes }, scanTime));
    expect(verdicts(failing)).toEqual(failing.map(() => true));
    expect(verdicts(passing)).toEqual(passing.map(() => false));
    expect(verdicts(undecided)).toEqual(undecided.map(() => undefined));
    if (!checksWithoutRequiredAttributes.includes(name)) expect(check?.verdict({}, scanTime)).toBeUndefined();
  });
});

test('rule 9: the same inventory gives the same findings, failures first, and services without resources give no findings', () => {
  const resources = ['one', 'two'].map((resourceId) => ({
    serviceId: 's3',
    resourceType: 'bucket',
    resourceId,
    attributes: { sseAlgorithm: resourceId === 'one' ? 'AES256' : null },
  }));
  const validated = validateInventory({ provider: 'aws', collectedAt: '2026-06-01T00:00:00Z', resources }, 'aws', scanTime);
  if (typeof validated === 'string') throw new Error(validated);
  const result = evaluate('aws', validated, ['s3']);
  const rows = [...result.rows()];
  expect(result).toMatchObject({ passed: 1, failed: 1, services: ['s3'], unevaluated: [] });
  expect(rows.map(({ resource_id: id, passed, finding_key: findingKey }) => [id, passed, findingKey])).toEqual([
    ['two', false, 's3-encryption-two'],
    ['one', true, 's3-encryption-one'],
  ]);
  expect([...evaluate('aws', validated, ['s3']).rows()]).toEqual(rows);
  const withoutResources = evaluate('aws', validated, ['rds']);
  expect(withoutResources).toMatchObject({ passed: 0, failed: 0, services: [], unevaluated: [] });
  expect([...withoutResources.rows()]).toEqual([]);
});

const validInventory = { provider: 'aws', collectedAt: '2026-06-01T00:00:00Z', resources: [] };
test.each([
  [[], 'must be an object'],
  [{ ...validInventory, provider: 'gcp' }, 'provider must be aws'],
  [{ ...validInventory, provider: 'moon' }, 'provider must be the slug of a cloud'],
  [{ ...validInventory, accountId: 1 }, 'accountId must be a text of at most 255 characters'],
  [{ ...validInventory, collectedAt: 'today' }, 'collectedAt must be a date and time'],
  [{ ...validInventory, resources: {} }, 'resources must be a list'],
  [{ ...validInventory, resources: Array(50_001).fill(null) }, 'resources must have at most 50000 items'],
  [{ ...validInventory, services: [1] }, 'services must be a list of ids'],
  [{ ...validInventory, resources: [1] }, 'resources.0 must be an object'],
  [
    { ...validInventory, resources: [{ serviceId: 's3', resourceType: 'bucket', resourceId: 'x'.repeat(513), attributes: {} }] },
    'resources.0.resourceId must be a text of at most 512 characters',
  ],
  [
    { ...validInventory, resources: [{ serviceId: 's3', resourceType: 'bucket', resourceId: 'x' }] },
    'resources.0.attributes must be an object',
  ],
])('rule 9: %o is rejected as an inventory', (value, message) => {
  expect(validateInventory(value, 'aws', scanTime)).toBe(message);
});
test('rule 9: a collection time in the future is replaced by the scan time', () => {
  expect(validateInventory({ ...validInventory, collectedAt: '2030-01-01T00:00:00Z' }, 'aws', scanTime)).toMatchObject({
    collectedAt: '2026-06-01T00:00:00.000Z',
  });
});

test('rule 4: secrets are redacted by property name, in lists item by item, and flags stay', () => {
  expect(
    withoutSecrets({
      'Admin Password': 'hunter2',
      api_keys: ['a', 1, true, { inner: 'b' }],
      'session-id': 7,
      secretAccessKey: { inner: 'c' },
      tokens: null,
      tokenCount: 'three',
      passwordLength: 12,
      nested: [{ Authorization: 'Basic x' }],
      passwordEnabled: 'yes',
    }),
  ).toEqual({
    'Admin Password': '[REDACTED]',
    api_keys: ['[REDACTED]', '[REDACTED]', true, '[REDACTED]'],
    'session-id': '[REDACTED]',
    secretAccessKey: '[REDACTED]',
    tokens: null,
    tokenCount: 'three',
    passwordLength: 12,
    nested: [{ Authorization: '[REDACTED]' }],
    passwordEnabled: 'yes',
  });
});
test('rule 4: endlessly nested attributes are cut off', () => {
  let deep: object = {};
  for (let level = 0; level < 20_000; level += 1) deep = { deep };
  expect(JSON.stringify(withoutSecrets(deep)).length).toBeLessThan(500);
});

test('rule 8: a task template is proven when its services have findings and all of them passed', () => {
  const findingsOf = (serviceId: string, passed: number, failed: number) => ({ serviceId, passed, failed });
  const ids = (...slugs: string[]) => slugs.map((slug) => catalogueId('task', slug));
  expect(findProvenTemplates([findingsOf('guardduty', 2, 0), findingsOf('kms', 1, 0), findingsOf('s3', 0, 1)])).toEqual(
    ids('incident-response'),
  );
  expect(findProvenTemplates([findingsOf('guardduty', 0, 0)])).toEqual([]);
  // No scan replaces an internal audit, which needs interviews and samples.
  expect(findProvenTemplates([findingsOf('config', 2, 0), findingsOf('inspector', 1, 0)])).toEqual([]);
  expect(findProvenTemplates([findingsOf('cloudtrail', 2, 0)])).toEqual(expect.arrayContaining(ids('audit-log-settings')));
  expect(findProvenTemplates([findingsOf('s3', 3, 0)])).toEqual(ids('encryption-at-rest', 'secure-storage'));
});

test('rule 2: detection adds services, and switches on only services that were never detected before', () => {
  expect(addDetectedServices({ chosen: null, detected: null }, ['s3'])).toEqual({ detected: ['s3'], chosen: null });
  expect(addDetectedServices({ chosen: ['rds'], detected: ['rds', 's3'] }, ['s3', 'kms'])).toEqual({
    detected: ['rds', 's3', 'kms'],
    chosen: ['rds', 'kms'],
  });
});

test('rule 15: an expiry is the end of its day, or a time with an offset, and must be in the future', () => {
  const now = new Date('2026-06-01T12:00:00Z');
  expect(parseExpiry('2026-06-01', now)).toEqual({ at: '2026-06-01T23:59:59.999Z' });
  expect(parseExpiry('2026-06-01T14:30:00+02:00', now)).toEqual({ at: '2026-06-01T12:30:00.000Z' });
  expect(parseExpiry('2026-05-31', now)).toMatchObject({ fault: { code: 'too_early', message: 'must be in the future' } });
  expect(parseExpiry('2026-06-01T14:30:00', now)).toMatchObject({ fault: { message: 'must have an offset, such as Z' } });
  expect(parseExpiry('2027-02-30', now)).toMatchObject({ fault: { message: 'must be a date that there is' } });
  expect(validateReason(`x ${'y '.repeat(18)}`)).toMatchObject({ message: 'must have at least 20 characters that are not blank' });
  expect(validateReason('x'.repeat(20))).toBeUndefined();
});
