/** Plans a sync of devices, without the database (integrations, rule 11). */
import type { components } from '#generated/api';
import { usableIdentity } from '#domain/devices/placeholders';
import { isObject } from '#platform/json-object';
import { type DroppedEntry, parseEntries, parseText, toIsoTime } from './entries.ts';
import { normalizeEmail } from '#platform/identity/email-address';

type Detail = components['schemas']['DeviceSyncResult']['devices'][number];

const platforms = { macos: 'macos', mac: 'macos', darwin: 'macos', windows: 'windows', win: 'windows', linux: 'linux' } as const;

/** The result of a check that the source has made on a device. */
interface DeviceCheck {
  readonly id: string;
  readonly label: string;
  readonly passed: boolean;
}

/** A device in a source. */
export interface SourceDevice {
  readonly name: string;
  readonly platform: 'macos' | 'windows' | 'linux';
  /** In lower case. */
  readonly userEmail: string;
  readonly serialNumber: string | undefined;
  readonly externalId: string | undefined;
  readonly hostname: string | undefined;
  readonly osVersion: string | undefined;
  readonly hardwareModel: string | undefined;
  readonly isActive: boolean;
  /** ISO 8601, not in the future. */
  readonly lastSeenAt: string | undefined;
  /** The compliance that the source reports; undefined if it reports none. */
  readonly compliance: { readonly isCompliant?: boolean; readonly checks?: readonly DeviceCheck[] } | undefined;
}

/** A device that the organization already has. */
export interface KnownDevice {
  readonly id: string;
  readonly source: string;
  readonly serialNumber: string | null;
  readonly connectionId: string | null;
  readonly externalId: string | null;
}

export type DeviceDecision = { readonly identifier: string; readonly reason?: string } & (
  | { readonly status: 'imported'; readonly device: SourceDevice; readonly memberId: string }
  | { readonly status: 'updated'; readonly device: SourceDevice; readonly memberId: string; readonly deviceId: string }
  | { readonly status: 'skipped' }
);

/** @returns the valid devices among the items, and the invalid items with reasons */
export function parseDevices(items: readonly unknown[]): {
  readonly devices: readonly SourceDevice[];
  readonly dropped: readonly DroppedEntry[];
} {
  const [devices, dropped] = parseEntries(items, parseDevice);
  return { devices, dropped };
}

/** @returns the device, or the reason why it is invalid */
function parseDevice(item: unknown): SourceDevice | string {
  if (!isObject(item)) return 'it is not a device';
  const name = parseText(item.name, 200);
  if (name === undefined) return 'the name is missing or too long';
  const platform = parsePlatform(parseText(item.platform, 20)?.toLowerCase());
  if (!platform) return 'the platform is not macos, windows or linux';
  const userEmail = normalizeEmail(parseText(item.userEmail, 254) ?? '');
  if (userEmail === undefined) return 'the e-mail address of the user is missing or invalid';
  const status = parseText(item.status, 20)?.toLowerCase() ?? 'active';
  if (status !== 'active' && status !== 'inactive') return 'the status is not active or inactive';
  const { isCompliant, checks = [] } = item;
  if (isCompliant !== undefined && typeof isCompliant !== 'boolean') return 'isCompliant is neither true nor false';
  if (!Array.isArray(checks) || checks.length > maxChecks) return `the checks are no list of at most ${maxChecks}`;
  const parsedChecks = checks.flatMap(parseCheck);
  if (parsedChecks.length !== checks.length) return 'a check has no id, or is neither true nor false';
  return {
    name,
    platform,
    userEmail,
    serialNumber: usableIdentity(parseText(item.serialNumber, 200)),
    externalId: parseText(item.externalId, 255),
    hostname: parseText(item.hostname, 255),
    osVersion: parseText(item.osVersion, 100),
    hardwareModel: parseText(item.hardwareModel, 200),
    isActive: status === 'active',
    lastSeenAt: parseTime(item.lastSeenAt),
    compliance:
      isCompliant === undefined && parsedChecks.length === 0
        ? undefined
        : { ...(isCompliant !== undefined && { isCompliant }), ...(parsedChecks.length && { checks: parsedChecks }) },
  };
}

const maxChecks = 50;

function parsePlatform(name: string | undefined): SourceDevice['platform'] | undefined {
  return Object.entries(platforms).find(([alias]) => alias === name)?.[1];
}

function parseCheck(item: unknown): DeviceCheck[] {
  if (!isObject(item) || typeof item.passed !== 'boolean') return [];
  const [id, label] = [parseText(item.id, 64), parseText(item.label, 120)];
  return id === undefined ? [] : [{ id, label: label ?? id, passed: item.passed }];
}

/** Parses a time with an offset, or a date in UTC. A time in the future is replaced by the current time. */
function parseTime(value: unknown): string | undefined {
  const dateText = parseText(value, 40) ?? '';
  const time = /^\d{4}-\d\d-\d\d(?:T.*(?:Z|[+-]\d\d:?\d\d))?$/.test(dateText) ? Date.parse(dateText) : Number.NaN;
  return toIsoTime(Math.min(time, Date.now()));
}

interface OrganizationDevices {
  readonly connectionId: string;
  readonly devices: readonly KnownDevice[];
  /** The ids of active members, by e-mail address. */
  readonly members: ReadonlyMap<string, string>;
}

/** @returns a decision for each device, in the order of the source */
export function planDevices(devices: readonly SourceDevice[], organization: OrganizationDevices): DeviceDecision[] {
  const devicesBySerial = new Map(
    organization.devices.flatMap((knownDevice) =>
      knownDevice.serialNumber === null ? [] : [[knownDevice.serialNumber, knownDevice] as const],
    ),
  );
  const devicesByExternalId = new Map(
    organization.devices.flatMap((knownDevice) =>
      knownDevice.externalId === null || knownDevice.connectionId !== organization.connectionId
        ? []
        : [[knownDevice.externalId, knownDevice] as const],
    ),
  );
  const [seenIdentities, matchedIds] = [new Set<string>(), new Set<string>()];
  return devices.map((device): DeviceDecision => {
    const identifier = identifierOf(device);
    const skip = (reason: string): DeviceDecision => ({ identifier, status: 'skipped', reason });
    if (device.serialNumber === undefined && device.externalId === undefined) return skip('neither a serial number nor an id');
    const identities = [
      ...(device.serialNumber === undefined ? [] : [`serial number ${device.serialNumber}`]),
      ...(device.externalId === undefined ? [] : [`id ${device.externalId}`]),
    ];
    if (identities.some((identity) => seenIdentities.has(identity))) return skip('listed twice');
    for (const identity of identities) seenIdentities.add(identity);
    if (!device.isActive) return skip('not active in the source');
    const memberId = organization.members.get(device.userEmail);
    if (memberId === undefined) return skip('no active member has the e-mail address of the user');
    const knownDevice = devicesBySerial.get(device.serialNumber ?? '') ?? devicesByExternalId.get(device.externalId ?? '');
    if (!knownDevice) return { identifier, status: 'imported', device, memberId };
    if (knownDevice.source !== 'integration') return skip('the device agent reports it');
    if (matchedIds.has(knownDevice.id)) return skip('listed twice');
    matchedIds.add(knownDevice.id);
    return { identifier, status: 'updated', device, memberId, deviceId: knownDevice.id };
  });
}

function identifierOf({ serialNumber, externalId, name }: SourceDevice): string {
  return serialNumber ?? externalId ?? name;
}

/** @returns the decision as it is reported in the result of a sync */
export function detailOf({ identifier, status, reason }: DeviceDecision): Detail {
  return { identifier, status, ...(reason !== undefined && { reason }) };
}
