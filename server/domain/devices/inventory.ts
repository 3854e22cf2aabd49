/** The list of all computers, stored and managed ones (spec/areas/devices, rules 1 and 2). */
import type { OrganizationContext } from '../../platform/context.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import type { Page, PageRequest } from '../../platform/database/page.ts';
import { labelsOf, managedDevices } from './managed.ts';
import type { Device } from './record.ts';
import { type DeviceFilter, type DeviceOrder, listStored } from './stored.ts';

type Context = Pick<OrganizationContext, 'db' | 'ports' | 'newReadTransaction' | 'afterCommit'>;

/**
 * Reads something that needs what device management knows. Where nobody has a label, nothing has to be asked there.
 * @param read is given the managed computers that no agent reports
 * @returns the result, or what gives it after the transaction
 */
export async function withManaged<R>(
  { db, ports, newReadTransaction, afterCommit }: Context,
  read: (db: OrganizationDatabase, managed: readonly Device[]) => Promise<R>,
): Promise<R | (() => Promise<R>)> {
  const labels = await labelsOf(db);
  if (!labels.length) return read(db, []);
  return async () => {
    const managed = await managedDevices(ports.devices, db.organizationId, labels, afterCommit);
    return newReadTransaction(async (later) => read(later, await withoutReported(later, managed)));
  };
}

/** One page of all computers that a filter lets through. */
export async function listDevices(
  db: OrganizationDatabase,
  managed: readonly Device[],
  filter: DeviceFilter,
  staleDays: number,
  page: PageRequest<DeviceOrder>,
): Promise<Page<Device>> {
  const wanted = managed.filter((device) => isWanted(device, filter));
  if (!wanted.length) return listStored(db, filter, staleDays, page);
  const stored = await listStored(db, filter, staleDays, { ...page, limit: undefined, after: undefined, count: false });
  return pageIn([...stored.rows, ...wanted], page);
}

/** What an agent reports is not shown a second time. */
async function withoutReported(db: OrganizationDatabase, managed: readonly Device[]): Promise<Device[]> {
  if (!managed.length) return [];
  const reported = await db
    .selectFrom('device')
    .select(['hostname', 'serial_number as serialNumber'])
    .where('source', '=', 'agent')
    .execute();
  const names = new Set(reported.map(({ hostname }) => hostname.toLowerCase()));
  const serials = new Set(reported.flatMap(({ serialNumber }) => (serialNumber === null ? [] : [serialNumber.toLowerCase()])));
  return managed.filter(
    ({ hostname, serialNumber }) =>
      !names.has(hostname.toLowerCase()) && !(serialNumber !== null && serials.has(serialNumber.toLowerCase())),
  );
}

function isWanted(device: Device, { platform, source, complianceStatus, memberId, search }: DeviceFilter): boolean {
  const texts = [device.name, device.hostname, device.serialNumber ?? ''];
  return (
    (!platform || platform.includes(device.platform)) &&
    (!source || source.includes(device.source)) &&
    (!complianceStatus || complianceStatus.includes(device.complianceStatus)) &&
    (memberId === undefined || device.memberId === memberId) &&
    (search === undefined || texts.some((text) => text.toLowerCase().includes(search.toLowerCase())))
  );
}

/** A page begins after a place and not at a number, so that it does not matter what has come or gone meanwhile. */
function pageIn(all: readonly Device[], { limit = all.length, after, count, sortBy, sortOrder }: PageRequest<DeviceOrder>): Page<Device> {
  const sign = sortOrder === 'asc' ? 1 : -1;
  const never = sortOrder === 'asc' ? '9999-12-31T23:59:59.999Z' : '0001-01-01T00:00:00.000Z';
  const placed = all
    .map((device) => ({ device, id: device.id, at: sortBy === 'lastCheckIn' ? (device.lastCheckIn ?? never) : device[sortBy] }))
    .sort((one, other) => sign * compare(one, other));
  const rest = after ? placed.filter((one) => sign * compare(one, { at: String(after.at), id: after.id }) > 0) : placed;
  const rows = rest.slice(0, limit);
  const last = rows.at(-1);
  return {
    rows: rows.map(({ device }) => device),
    next: last && rest.length > rows.length ? { at: last.at, id: last.id } : undefined,
    total: count ? all.length : undefined,
  };
}

interface Place {
  readonly at: string;
  readonly id: string;
}
function compare(one: Place, other: Place): number {
  const [a, b] = one.at === other.at ? [one.id, other.id] : [one.at, other.at];
  return a < b ? -1 : a > b ? 1 : 0;
}
