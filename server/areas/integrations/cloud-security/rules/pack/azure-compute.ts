/** Checks of networks, machines, applications and permissions in an Azure subscription, in one file because they are only data. */
import { isObject } from '#platform/json-object';
import {
  coversPort,
  mustNotBe,
  mustNotBeOneOf,
  mustNotBeEmpty,
  objectsIn,
  type PackCheck,
  readAttribute,
  mustHaveItem,
  textsIn,
} from './check.ts';

const anyAddress = ['0.0.0.0/0', '::/0', '*', 'Internet', 'Any'];
const coversAllPorts = (range: unknown) => range === '*' || range === '0-65535';

/** Fails if a security rule allows inbound traffic from anywhere to matching ports. */
const mustNotBeOpen =
  (matches: (ranges: readonly unknown[]) => boolean): PackCheck['verdict'] =>
  ({ securityRules: rules }) => {
    if (!Array.isArray(rules)) return undefined;
    return objectsIn(rules).some((rule) => {
      const sources = [rule.sourceAddressPrefix, ...textsIn(rule.sourceAddressPrefixes)];
      const ranges = [rule.destinationPortRange, ...textsIn(rule.destinationPortRanges)].filter((range) => typeof range === 'string');
      return (
        rule.access === 'Allow' &&
        rule.direction === 'Inbound' &&
        sources.some((source) => anyAddress.includes(String(source))) &&
        matches(ranges)
      );
    });
  };
/** Ignores rules for all ports, because another check covers these. */
const mustNotBeOpenTo = (...ports: readonly number[]) =>
  mustNotBeOpen((ranges) => !ranges.some(coversAllPorts) && ranges.some((range) => coversPort(range, ...ports)));

export const azureCompute: readonly PackCheck[] = [
  {
    key: 'azure-network-watcher-ssh-open',
    service: 'network-watcher',
    resourceType: 'networkSecurityGroup',
    severity: 'high',
    subject: 'Network security group',
    requirement: 'SSH is not open to anywhere',
    violation: 'SSH is open to anywhere',
    consequence: 'Passwords and known vulnerabilities of servers are tried from the internet.',
    remediation: 'Allow port 22 from known networks only.',
    reads: ['securityRules'],
    verdict: mustNotBeOpenTo(22),
  },
  {
    key: 'azure-network-watcher-rdp-open',
    service: 'network-watcher',
    resourceType: 'networkSecurityGroup',
    severity: 'critical',
    subject: 'Network security group',
    requirement: 'RDP is not open to anywhere',
    violation: 'RDP is open to anywhere',
    consequence: 'Passwords and known vulnerabilities of servers are tried from the internet.',
    remediation: 'Allow port 3389 from known networks only.',
    reads: ['securityRules'],
    verdict: mustNotBeOpenTo(3389),
  },
  {
    key: 'azure-network-watcher-db-ports-open',
    service: 'network-watcher',
    resourceType: 'networkSecurityGroup',
    severity: 'critical',
    subject: 'Network security group',
    requirement: 'ports of databases are not open to anywhere',
    violation: 'a port of a database is open to anywhere',
    consequence: 'Data can be attacked directly from the internet.',
    remediation: 'Allow ports of databases from known networks only.',
    reads: ['securityRules'],
    verdict: mustNotBeOpenTo(1433, 1521, 3306, 5432, 6379, 9042, 9200, 27017),
  },
  {
    key: 'azure-network-watcher-all-ports-open',
    service: 'network-watcher',
    resourceType: 'networkSecurityGroup',
    severity: 'critical',
    subject: 'Network security group',
    requirement: 'not all ports are open to anywhere',
    violation: 'all ports are open to anywhere',
    consequence: 'Everything on the servers can be attacked from the internet.',
    remediation: 'Allow only the ports and networks that are needed.',
    reads: ['securityRules'],
    verdict: mustNotBeOpen((ranges) => ranges.some(coversAllPorts)),
  },
  {
    key: 'azure-app-service-https-disabled',
    service: 'app-service',
    resourceType: 'site',
    severity: 'high',
    subject: 'App',
    requirement: 'only HTTPS is served',
    violation: 'unencrypted HTTP is served',
    consequence: 'What clients send and get can be read and changed on the way.',
    remediation: 'Turn HTTPS only on.',
    reads: ['httpsOnly'],
    verdict: mustNotBe('httpsOnly', false),
  },
  {
    key: 'azure-app-service-tls-outdated',
    service: 'app-service',
    resourceType: 'site',
    severity: 'medium',
    subject: 'App',
    requirement: 'TLS 1.2 or newer is needed',
    violation: 'old versions of TLS are accepted',
    consequence: 'Old versions of TLS have known weaknesses.',
    remediation: 'Set the minimum version of TLS to 1.2.',
    reads: ['siteConfig.minTlsVersion'],
    verdict: mustNotBeOneOf('siteConfig.minTlsVersion', '1.0', '1.1'),
  },
  {
    key: 'azure-app-service-remote-debug',
    service: 'app-service',
    resourceType: 'site',
    severity: 'high',
    subject: 'App',
    requirement: 'remote debugging is off',
    violation: 'remote debugging is on',
    consequence: 'Somebody can take over the application through the debugger.',
    remediation: 'Turn remote debugging off.',
    reads: ['siteConfig.remoteDebuggingEnabled'],
    verdict: mustNotBe('siteConfig.remoteDebuggingEnabled', true),
  },
  {
    key: 'azure-app-service-ftp-allowed',
    service: 'app-service',
    resourceType: 'site',
    severity: 'medium',
    subject: 'App',
    requirement: 'unencrypted FTP is off',
    violation: 'unencrypted FTP is on',
    consequence: 'Passwords for deployments can be read on the way.',
    remediation: 'Disable FTP, or allow FTPS only.',
    reads: ['siteConfig.ftpsState'],
    verdict: mustNotBeOneOf('siteConfig.ftpsState', 'AllAllowed'),
  },
  {
    key: 'azure-aks-rbac-disabled',
    service: 'aks',
    resourceType: 'managedCluster',
    severity: 'critical',
    subject: 'Cluster',
    requirement: 'rights are given by roles',
    violation: 'rights are not given by roles',
    consequence: 'Everybody with access to the cluster may do everything in it.',
    remediation: 'Create the cluster with role-based access control.',
    reads: ['enableRbac'],
    verdict: mustNotBe('enableRbac', false),
  },
  {
    key: 'azure-aks-api-server-public',
    service: 'aks',
    resourceType: 'managedCluster',
    severity: 'high',
    subject: 'Cluster',
    requirement: 'the API server is not open to anywhere',
    violation: 'the API server is open to anywhere',
    consequence: 'It can be attacked from any network.',
    remediation: 'Make the cluster private, or list the addresses that may reach it.',
    reads: ['apiServerAccessProfile'],
    verdict: ({ apiServerAccessProfile: profile }) => {
      if (profile === null) return true;
      if (!isObject(profile)) return undefined;
      const { enablePrivateCluster, authorizedIpRanges } = profile;
      return enablePrivateCluster !== true && !(Array.isArray(authorizedIpRanges) && authorizedIpRanges.length > 0);
    },
  },
  {
    key: 'azure-aks-no-network-policy',
    service: 'aks',
    resourceType: 'managedCluster',
    severity: 'high',
    subject: 'Cluster',
    requirement: 'network policies are enforced',
    violation: 'network policies are not enforced',
    consequence: 'A container that was taken over can reach all others.',
    remediation: 'Create the cluster with a network policy.',
    reads: ['networkProfile.networkPolicy'],
    verdict: (attributes) => {
      const policy = readAttribute(attributes, 'networkProfile.networkPolicy');
      return policy === null || typeof policy === 'string' ? policy === null || policy === 'none' : undefined;
    },
  },
  {
    key: 'azure-container-registry-admin-enabled',
    service: 'container-registry',
    resourceType: 'registry',
    severity: 'high',
    subject: 'Registry',
    requirement: 'the admin user is off',
    violation: 'the admin user is on',
    consequence: 'One shared password gives full access to all images.',
    remediation: 'Disable the admin user, and grant roles.',
    reads: ['adminUserEnabled'],
    verdict: mustNotBe('adminUserEnabled', true),
  },
  {
    key: 'azure-container-registry-public-access',
    service: 'container-registry',
    resourceType: 'registry',
    severity: 'medium',
    subject: 'Registry',
    requirement: 'the registry is not public',
    violation: 'the registry is public',
    consequence: 'It can be attacked from any network.',
    remediation: 'Disable public network access of the registry.',
    reads: ['publicNetworkAccess'],
    verdict: mustNotBeOneOf('publicNetworkAccess', 'Enabled'),
  },
  {
    key: 'azure-virtual-machine-password-auth-enabled',
    service: 'virtual-machine',
    resourceType: 'virtualMachine',
    severity: 'medium',
    subject: 'Virtual machine',
    requirement: 'signing in needs a key',
    violation: 'signing in with a password is possible',
    consequence: 'Passwords are tried from other machines.',
    remediation: 'Disable the sign-in with passwords.',
    reads: ['osProfile.linuxConfiguration.disablePasswordAuthentication'],
    verdict: mustNotBe('osProfile.linuxConfiguration.disablePasswordAuthentication', false),
  },
  {
    key: 'azure-virtual-machine-disk-not-encrypted',
    service: 'virtual-machine',
    resourceType: 'disk',
    severity: 'low',
    subject: 'Disk',
    requirement: 'the disk is encrypted with a key of your own',
    violation: 'the disk is encrypted with a key of the platform only',
    consequence: 'Access cannot be ended by taking the key away.',
    remediation: 'Encrypt the disk with a key of your own, or encrypt it in the machine.',
    reads: ['encryption.type', 'encryptionSettingsCollection'],
    verdict: (attributes) => {
      const { encryptionSettingsCollection: settings } = attributes;
      const type = readAttribute(attributes, 'encryption.type');
      if (typeof type !== 'string' || (settings !== null && !isObject(settings))) return undefined;
      return type === 'EncryptionAtRestWithPlatformKey' && !(settings !== null && settings.enabled === true);
    },
  },
  {
    key: 'azure-entra-id-excessive-privileged',
    service: 'entra-id',
    resourceType: 'subscription',
    severity: 'high',
    subject: 'Subscription',
    requirement: 'at most three people are owners',
    violation: 'more than three people are owners',
    consequence: 'Each of these accounts can give all of the subscription away.',
    remediation: 'Give people roles with fewer rights.',
    reads: ['roleAssignments'],
    verdict: ({ roleAssignments: assignments }) => {
      if (!Array.isArray(assignments)) return undefined;
      const owners = objectsIn(assignments).filter(
        ({ principalType, roleDefinitionName, scope }) =>
          principalType === 'User' && roleDefinitionName === 'Owner' && /^\/subscriptions\/[^/]+\/?$/.test(String(scope)),
      );
      return new Set(owners.map(({ principalId }) => principalId)).size > 3;
    },
  },
  {
    key: 'azure-entra-id-wildcard-role',
    service: 'entra-id',
    resourceType: 'roleDefinition',
    severity: 'high',
    subject: 'Role',
    requirement: 'a role of your own does not allow everything',
    violation: 'a role of your own allows everything',
    consequence: 'Whoever has the role can do everything, although its name may say less.',
    remediation: 'Name the actions that the role needs.',
    reads: ['roleType', 'permissions'],
    verdict: ({ roleType, permissions }) => {
      if (typeof roleType !== 'string' || !Array.isArray(permissions)) return undefined;
      return roleType === 'CustomRole' && objectsIn(permissions).some(({ actions }) => textsIn(actions).includes('*'));
    },
  },
  {
    key: 'azure-monitor-missing-alert',
    service: 'monitor',
    resourceType: 'subscription',
    severity: 'medium',
    subject: 'Subscription',
    requirement: 'an alert for activities is enabled',
    violation: 'no alert for activities is enabled',
    consequence: 'Nobody is told when somebody changes the subscription.',
    remediation: 'Create an alert for activities of the subscription.',
    reads: ['activityLogAlerts'],
    verdict: mustHaveItem('activityLogAlerts', ({ enabled }) => enabled === true),
  },
  {
    key: 'azure-monitor-no-diag',
    service: 'monitor',
    resourceType: 'subscription',
    severity: 'medium',
    subject: 'Subscription',
    requirement: 'activities are exported',
    violation: 'activities are not exported',
    consequence: 'Nobody can find out afterwards who has changed what.',
    remediation: 'Create a diagnostic setting for the subscription.',
    reads: ['diagnosticSettings'],
    verdict: mustNotBeEmpty('diagnosticSettings'),
  },
];
