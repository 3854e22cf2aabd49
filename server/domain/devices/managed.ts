/** Reads computers from device management (devices, rules 1 and 2). */
import { createHash } from 'node:crypto';
import type { components } from '#generated/api';
import type { OrganizationContext } from '#platform/context';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { DeviceManagement, Host } from '#platform/ports/device-management';
import { type Person, toPerson } from '#domain/people/members/person';
import { usableIdentity } from './placeholders.ts';
import type { Device } from './record.ts';

type Details = components['schemas']['DeviceManagementDetails'];

/** A label in device management, and the member whose computers have this label; null for the organization's label. */
export interface Label {
  readonly label: number;
  readonly member: Person | null;
}

/** @returns the labels of the members, followed by the organization's label; a computer belongs to the owner of its first label */
export async function listLabels(db: OrganizationDatabase): Promise<Label[]> {
  const [members, organization] = await Promise.all([
    db
      .selectFrom('member')
      .select(['id', 'user_id as userId', 'name', 'email', 'image', 'device_mgmt_label_id as label'])
      .where('device_mgmt_label_id', 'is not', null)
      .orderBy('id')
      .execute(),
    db.selectFrom('organization').select('device_mgmt_label_id as label').executeTakeFirst(),
  ]);
  return [
    ...members.flatMap(({ label, ...member }) => (label === null ? [] : [{ label, member: toPerson(member) }])),
    ...(organization && organization.label !== null ? [{ label: organization.label, member: null }] : []),
  ];
}

/** Skips labels whose computers cannot be read. @param reportFailure logs these failures @returns each computer once */
export async function fetchManagedDevices(
  management: DeviceManagement,
  organizationId: string,
  labels: readonly Label[],
  reportFailure: OrganizationContext['afterCommit'],
): Promise<Device[]> {
  const devicesByLabel = await Promise.all(
    labels.map(async ({ label, member }) => {
      const hosts = await management.listHosts(label).catch((error: unknown) => void reportFailure(() => Promise.reject(error)));
      return (hosts ?? []).map((host) => toDevice(host, organizationId, member));
    }),
  );
  const devices = new Map<string, Device>();
  for (const device of devicesByLabel.flat()) if (!devices.has(device.id)) devices.set(device.id, device);
  return [...devices.values()];
}

function toDevice(host: Host, organizationId: string, member: Person | null): Device {
  const { id, name, osVersion, hostname = name, serialNumber, hardwareModel = null } = host;
  const management = host.management ?? defaultDetails(host);
  const { policies, lastSeenAt } = management;
  const isPassing = policies.length > 0 && policies.every(({ response }) => response === 'pass');
  const installedAt = management.lastEnrolledAt ?? lastSeenAt ?? new Date(0).toISOString();
  return {
    id: `dmx_${createHash('sha256').update(`${organizationId} ${id}`).digest('hex').slice(0, 24)}`,
    organizationId,
    name,
    hostname,
    platform: platformOf(host.platform),
    osVersion,
    serialNumber: usableIdentity(serialNumber) ?? null,
    hardwareId: null,
    hardwareModel,
    source: 'device_management',
    memberId: member?.id ?? null,
    isCompliant: isPassing,
    complianceStatus: policies.length === 0 ? 'not_tracked' : isPassing ? 'compliant' : 'non_compliant',
    diskEncryptionEnabled: false,
    antivirusEnabled: false,
    passwordPolicySet: false,
    screenLockEnabled: false,
    checkDetails: null,
    sourceCompliance: null,
    integrationConnectionId: null,
    externalDeviceId: id,
    agentVersion: null,
    hasAgentSession: false,
    lastCheckIn: null,
    installedAt,
    createdAt: installedAt,
    updatedAt: lastSeenAt ?? installedAt,
    // The service stores no row for it, so nobody can change it here.
    version: 1,
    management,
    member,
  };
}

/** @returns the details of a host for which device management returned no details */
function defaultDetails({ policies = [], platform, mdm }: Host): Details {
  return {
    diskSpaceAvailableGb: null,
    totalDiskSpaceGb: null,
    memoryBytes: null,
    cpuBrand: null,
    cpuPhysicalCores: null,
    cpuLogicalCores: null,
    uptimeSeconds: null,
    primaryIp: null,
    publicIp: null,
    primaryMac: null,
    lastSeenAt: null,
    lastEnrolledAt: null,
    lastRestartedAt: null,
    enrolled: mdm?.enrolled ?? null,
    policies: policies.map((policy) => ({ ...policy, critical: null, description: null, resolution: null, platform })),
    software: [],
    labels: [],
    issues: {},
  };
}

function platformOf(name: string): Device['platform'] {
  if (/mac|darwin/i.test(name)) return 'macos';
  return /win/i.test(name) ? 'windows' : 'linux';
}
