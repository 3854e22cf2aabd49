/** Plans a sync of devices, without a database (integrations, rule 11). */
import type { components } from '#generated/api';
import { usableIdentity } from '#domain/devices/placeholders';
import { isObject } from '#platform/json-object';
import { type DroppedEntry, parseEntries, text, timeOf } from './entries.ts';
import { normalEmail } from '#platform/identity/email-address';

type Detail = components['schemas']['DeviceSyncResult']['devices'][number];

const platforms = { macos: 'macos', mac: 'macos', darwin: 'macos', windows: 'windows', win: 'windows', linux: 'linux' } as const;

/** The result of a check that the source reports for a device. */
interface DeviceCheck {
  readonly id: string;
  readonly label: string;
  readonly passed: boolean;
}

/** A device in a source. */
export interface SourceDevice {
  readonly name: string;
  readonly platform: 'macos' | 'windows' | 'linux';
  /** Lower-case. */
  readonly userEmail: string;
  readonly serialNumber: string | undefined;
  readonly externalId: string | undefined;
  readonly hostname: string | undefined;
  readonly osVersion: string | undefined;
  readonly hardwareModel: string | undefined;
  readonly isActive: boolean;
  /** ISO 8601, not in the future. */
  readonly lastSeenAt: string | undefined;
  /** Compliance as the source reports it; undefined if it reports nothing. */
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

/** @returns the valid devices among these items, and the dropped ones */
export function parseDevices(items: readonly unknown[]): {
  readonly devices: readonly SourceDevice[];
  readonly dropped: readonly DroppedEntry[];
} {
  const [devices, dropped] = parseEntries(items, deviceIn);
  return { devices, dropped };
}

/** @returns the device, or why it is invalid */
function deviceIn(item: unknown): SourceDevice | string {
  if (!isObject(item)) return 'it is not a device';
  const name = text(item.name, 200);
  if (name === undefined) return 'the name is missing or too long';
  const platform = platformOf(text(item.platform, 20)?.toLowerCase());
  if (!platform) return 'the platform is not macos, windows or linux';
  const userEmail = normalEmail(text(item.userEmail, 254) ?? '');
  if (userEmail === undefined) return 'the e-mail address of the user is missing or invalid';
  const status = text(item.status, 20)?.toLowerCase() ?? 'active';
  if (status !== 'active' && status !== 'inactive') return 'the status is not active or inactive';
  const { isCompliant, checks = [] } = item;
  if (isCompliant !== undefined && typeof isCompliant !== 'boolean') return 'isCompliant is neither true nor false';
  if (!Array.isArray(checks) || checks.length > maxChecks) return `the checks are no list of at most ${maxChecks}`;
  const known = checks.flatMap(checkIn);
  if (known.length !== checks.length) return 'a check has no id, or is neither true nor false';
  return {
    name,
    platform,
    userEmail,
    serialNumber: usableIdentity(text(item.serialNumber, 200)),
    externalId: text(item.externalId, 255),
    hostname: text(item.hostname, 255),
    osVersion: text(item.osVersion, 100),
    hardwareModel: text(item.hardwareModel, 200),
    isActive: status === 'active',
    lastSeenAt: timeIn(item.lastSeenAt),
    compliance:
      isCompliant === undefined && known.length === 0
        ? undefined
        : { ...(isCompliant !== undefined && { isCompliant }), ...(known.length && { checks: known }) },
  };
}

const maxChecks = 50;

function platformOf(name: string | undefined): SourceDevice['platform'] | undefined {
  return Object.entries(platforms).find(([known]) => known === name)?.[1];
}

function checkIn(item: unknown): DeviceCheck[] {
  if (!isObject(item) || typeof item.passed !== 'boolean') return [];
  const [id, label] = [text(item.id, 64), text(item.label, 120)];
  return id === undefined ? [] : [{ id, label: label ?? id, passed: item.passed }];
}

/** Parses a time with an offset, or a date in UTC; a time in the future becomes now. */
function timeIn(value: unknown): string | undefined {
  const written = text(value, 40) ?? '';
  const time = /^\d{4}-\d\d-\d\d(?:T.*(?:Z|[+-]\d\d:?\d\d))?$/.test(written) ? Date.parse(written) : Number.NaN;
  return timeOf(Math.min(time, Date.now()));
}

interface OrganizationDevices {
  readonly connectionId: string;
  readonly devices: readonly KnownDevice[];
  /** Ids of active members by e-mail address. */
  readonly members: ReadonlyMap<string, string>;
}

/** Plans in the order of the source. */
export function planDevices(devices: readonly SourceDevice[], here: OrganizationDevices): DeviceDecision[] {
  const bySerial = new Map(here.devices.flatMap((known) => (known.serialNumber === null ? [] : [[known.serialNumber, known] as const])));
  const byExternalId = new Map(
    here.devices.flatMap((known) =>
      known.externalId === null || known.connectionId !== here.connectionId ? [] : [[known.externalId, known] as const],
    ),
  );
  const [seen, matched] = [new Set<string>(), new Set<string>()];
  return devices.map((device): DeviceDecision => {
    const identifier = identifierOf(device);
    const skip = (reason: string): DeviceDecision => ({ identifier, status: 'skipped', reason });
    if (device.serialNumber === undefined && device.externalId === undefined) return skip('neither a serial number nor an id');
    const names = [
      ...(device.serialNumber === undefined ? [] : [`serial number ${device.serialNumber}`]),
      ...(device.externalId === undefined ? [] : [`id ${device.externalId}`]),
    ];
    if (names.some((one) => seen.has(one))) return skip('listed twice');
    for (const one of names) seen.add(one);
    if (!device.isActive) return skip('not active in the source');
    const memberId = here.members.get(device.userEmail);
    if (memberId === undefined) return skip('no active member has the e-mail address of the user');
    const known = bySerial.get(device.serialNumber ?? '') ?? byExternalId.get(device.externalId ?? '');
    if (!known) return { identifier, status: 'imported', device, memberId };
    if (known.source !== 'integration') return skip('the device agent reports it');
    if (matched.has(known.id)) return skip('listed twice');
    matched.add(known.id);
    return { identifier, status: 'updated', device, memberId, deviceId: known.id };
  });
}

function identifierOf({ serialNumber, externalId, name }: SourceDevice): string {
  return serialNumber ?? externalId ?? name;
}

/** The decision in the shape of the result. */
export function detailOf({ identifier, status, reason }: DeviceDecision): Detail {
  return { identifier, status, ...(reason !== undefined && { reason }) };
}
