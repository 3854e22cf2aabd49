/** Checks of Google Cloud projects. The API omits empty fields, so a missing field counts as null if null is a valid value. */
import { isObject, type JsonObject } from '#platform/json-object';
import { coversPort, objectsIn, type PackCheck, readAttribute, mustHaveItem, textsIn } from './check.ts';

const bucket = { service: 'cloud-storage', resourceType: 'bucket', subject: 'Bucket' } as const;
const instance = { service: 'cloud-sql', resourceType: 'instance', subject: 'Cloud SQL instance' } as const;

const listMembers = (bindings: unknown, matches: (role: unknown) => boolean) =>
  objectsIn(bindings).flatMap(({ role, members }) => (matches(role) ? textsIn(members) : []));

/** Fails unless the attribute names a customer-managed key. */
const mustHaveOwnKey =
  (path: string, name: string): PackCheck['verdict'] =>
  (attributes) => {
    const value = readAttribute(attributes, path) ?? null;
    if (value === null) return true;
    return isObject(value) ? typeof value[name] !== 'string' || value[name] === '' : undefined;
  };

const environments: Readonly<Record<string, string>> = {
  prod: 'production',
  production: 'production',
  stage: 'staging',
  staging: 'staging',
  test: 'test',
  dev: 'development',
  development: 'development',
};

function detectEnvironment({ projectId, labels }: JsonObject): string | undefined {
  const label = isObject(labels) ? (labels.environment ?? labels.env) : undefined;
  if (typeof label === 'string' && label !== '') return environments[label.toLowerCase()] ?? label.toLowerCase();
  const parts = typeof projectId === 'string' ? projectId.toLowerCase().split(/[^a-z0-9]+/) : [];
  return parts
    .map((part) => (Object.hasOwn(environments, part) ? environments[part] : undefined))
    .find((environment) => environment !== undefined);
}

function allowsAdminPort({ IPProtocol: protocol, ports }: JsonObject): boolean {
  if (protocol === 'all') return true;
  const portRanges = ports ?? null;
  return (
    protocol === 'tcp' && (portRanges === null || (Array.isArray(portRanges) && portRanges.some((range) => coversPort(range, 22, 3389))))
  );
}

export const gcpChecks: readonly PackCheck[] = [
  {
    ...bucket,
    key: 'gcp-storage-no-public-access',
    severity: 'high',
    requirement: 'objects are not public',
    violation: 'objects are public',
    passDescription: 'Nobody outside of the organization is a member, or public access is prevented.',
    failDescription: 'Anybody is a member, and public access is not prevented.',
    consequence: 'Anybody on the internet can read the objects.',
    remediation: 'Remove allUsers and allAuthenticatedUsers, or enforce the prevention of public access.',
    reads: ['bindings', 'iamConfiguration.publicAccessPrevention'],
    verdict(attributes) {
      const { bindings, iamConfiguration } = attributes;
      if (!Array.isArray(bindings) || !isObject(iamConfiguration)) return undefined;
      const members = listMembers(bindings, () => true);
      const isPublic = members.some((member) => member === 'allUsers' || member === 'allAuthenticatedUsers');
      return isPublic && iamConfiguration.publicAccessPrevention !== 'enforced';
    },
  },
  {
    ...bucket,
    key: 'gcp-storage-encryption',
    severity: 'medium',
    requirement: 'objects are encrypted with a key of your own',
    violation: 'objects are not encrypted with a key of your own',
    consequence: 'Access cannot be ended by taking the key away.',
    remediation: 'Set a default key of Cloud KMS for the bucket.',
    reads: ['encryption'],
    verdict: mustHaveOwnKey('encryption', 'defaultKmsKeyName'),
  },
  {
    key: 'gcp-iam-no-primitive-roles',
    service: 'iam',
    resourceType: 'project',
    severity: 'high',
    subject: 'Project',
    requirement: 'nobody has the roles Owner and Editor',
    violation: 'somebody has the role Owner or Editor',
    consequence: 'These roles allow almost everything in the project.',
    remediation: 'Grant predefined roles in place of Owner and Editor.',
    reads: ['bindings'],
    verdict({ bindings }) {
      if (!Array.isArray(bindings)) return undefined;
      const members = listMembers(bindings, (role) => role === 'roles/owner' || role === 'roles/editor');
      return members.some((member) => /^(?:user|group|serviceAccount):/.test(member));
    },
  },
  {
    key: 'gcp-vpc-no-open-firewalls',
    service: 'vpc-network',
    resourceType: 'firewall',
    severity: 'high',
    subject: 'Firewall rule',
    requirement: 'SSH and RDP are not open to anywhere',
    violation: 'SSH or RDP is open to anywhere',
    consequence: 'Passwords and known vulnerabilities of servers are tried from the internet.',
    remediation: 'Allow ports 22 and 3389 from known networks only.',
    reads: ['direction', 'disabled', 'sourceRanges', 'allowed'],
    verdict({ direction, disabled, sourceRanges, allowed }) {
      if (typeof direction !== 'string' || typeof disabled !== 'boolean' || !Array.isArray(allowed)) return undefined;
      const isOpen = textsIn(sourceRanges ?? []).some((range) => range === '0.0.0.0/0' || range === '::/0');
      return direction === 'INGRESS' && !disabled && isOpen && objectsIn(allowed).some(allowsAdminPort);
    },
  },
  {
    ...instance,
    key: 'gcp-cloud-sql-ssl-enforced',
    severity: 'high',
    requirement: 'connections have to be encrypted',
    violation: 'connections need not be encrypted',
    consequence: 'Data and passwords can be read on the way.',
    remediation: 'Set the SSL mode of the instance to encrypted only.',
    reads: ['settings.ipConfiguration'],
    verdict(attributes) {
      if (!isObject(attributes.settings)) return undefined;
      const network = attributes.settings.ipConfiguration ?? null;
      if (network === null) return true;
      if (!isObject(network)) return undefined;
      const isStrict = network.sslMode === 'ENCRYPTED_ONLY' || network.sslMode === 'TRUSTED_CLIENT_CERTIFICATE_REQUIRED';
      return !isStrict && network.requireSsl !== true;
    },
  },
  {
    ...instance,
    key: 'gcp-cloud-sql-backups-enabled',
    severity: 'medium',
    requirement: 'backups are made',
    violation: 'no backups are made',
    consequence: 'Data that are lost cannot be restored.',
    remediation: 'Enable the automated backups of the instance.',
    reads: ['settings.backupConfiguration'],
    verdict(attributes) {
      if (!isObject(attributes.settings)) return undefined;
      const backups = attributes.settings.backupConfiguration ?? null;
      if (backups === null) return true;
      return isObject(backups) ? backups.enabled !== true : undefined;
    },
  },
  {
    ...instance,
    key: 'gcp-cloud-sql-encryption',
    severity: 'medium',
    requirement: 'the storage is encrypted with a key of your own',
    violation: 'the storage is not encrypted with a key of your own',
    consequence: 'Access cannot be ended by taking the key away.',
    remediation: 'Create an instance with a key of Cloud KMS, and move the data to it.',
    reads: ['diskEncryptionConfiguration'],
    verdict: mustHaveOwnKey('diskEncryptionConfiguration', 'kmsKeyName'),
  },
  {
    key: 'gcp-cloud-monitoring-alerting',
    service: 'cloud-monitoring',
    resourceType: 'project',
    severity: 'medium',
    subject: 'Project',
    requirement: 'an alert policy is enabled',
    violation: 'no alert policy is enabled',
    consequence: 'Nobody is told when something goes wrong.',
    remediation: 'Create an alert policy for the project.',
    reads: ['alertPolicies'],
    verdict: mustHaveItem('alertPolicies', ({ enabled }) => enabled === true),
  },
  {
    key: 'gcp-environment-separation',
    service: 'iam',
    resourceType: 'projectSet',
    severity: 'low',
    subject: 'Projects',
    requirement: 'there are projects for several environments',
    violation: 'there are no projects for several environments',
    consequence: 'Tests may change or show data of customers.',
    remediation: 'Use separate projects for production and for tests, and label them with their environment.',
    reads: ['projects'],
    verdict: ({ projects }) =>
      Array.isArray(projects) ? new Set(objectsIn(projects).flatMap((project) => detectEnvironment(project) ?? [])).size < 2 : undefined,
  },
];
