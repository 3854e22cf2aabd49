/** Lists all computers: stored computers and computers that device management reports (devices, rules 1 and 2). */
import type { OrganizationContext } from '#platform/context';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, type PageRequest, type Position as PagePosition } from '#platform/database/page';
import { pageInRange } from '#platform/database/page-of-all';
import { listLabels, fetchManagedDevices } from './managed.ts';
import type { Device } from './record.ts';
import { type DeviceFilter, type DeviceOrder, listStoredDevices } from './stored.ts';

type Context = Pick<OrganizationContext, 'db' | 'ports' | 'newReadTransaction' | 'afterCommit'>;

/**
 * Reads data that includes computers from device management. Does not call device management if there are no labels.
 * @param read receives the computers of device management that no agent reports
 * @returns the result, or a function that returns it after the transaction
 */
export async function readWithManagedDevices<R>(
  { db, ports, newReadTransaction, afterCommit }: Context,
  read: (db: OrganizationDatabase, managed: readonly Device[]) => Promise<R>,
): Promise<R | (() => Promise<R>)> {
  const labels = await listLabels(db);
  if (!labels.length) return read(db, []);
  return async () => {
    const managed = await fetchManagedDevices(ports.devices, db.organizationId, labels, afterCommit);
    return newReadTransaction(async (newDb) => read(newDb, await removeReported(newDb, managed)));
  };
}

/** @returns one page of all computers that match a filter */
export async function listDevices(
  db: OrganizationDatabase,
  managed: readonly Device[],
  filter: DeviceFilter,
  staleDays: number,
  page: PageRequest<DeviceOrder>,
): Promise<Page<Device>> {
  const matchingDevices = managed.filter((device) => matchesFilter(device, filter));
  if (!matchingDevices.length) return listStoredDevices(db, filter, staleDays, page);
  const storedPage = await listStoredDevices(db, filter, staleDays, {
    ...page,
    limit: undefined,
    after: undefined,
    before: undefined,
    count: false,
  });
  return pageOf([...storedPage.rows, ...matchingDevices], page);
}

/** @returns the managed computers that no agent reports */
async function removeReported(db: OrganizationDatabase, managed: readonly Device[]): Promise<Device[]> {
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

function matchesFilter(device: Device, { platform, source, complianceStatus, memberId, search, ids }: DeviceFilter): boolean {
  const texts = [device.name, device.hostname, device.serialNumber ?? ''];
  return (
    (!platform || platform.includes(device.platform)) &&
    (!source || source.includes(device.source)) &&
    (!complianceStatus || complianceStatus.includes(device.complianceStatus)) &&
    (memberId === undefined || (device.memberId ?? 'none') === memberId) &&
    (!ids || ids.includes(device.id)) &&
    (search === undefined || texts.some((text) => text.toLowerCase().includes(search.toLowerCase())))
  );
}

/** A page continues at a position rather than an offset, so that changes between requests do not shift the pages. */
function pageOf(all: readonly Device[], page: PageRequest<DeviceOrder>): Page<Device> {
  const { after, before, sortBy, sortOrder } = page;
  const sign = sortOrder === 'asc' ? 1 : -1;
  const neverCheckedIn = sortOrder === 'asc' ? '9999-12-31T23:59:59.999Z' : '0001-01-01T00:00:00.000Z';
  const positioned = all
    .map((device) => ({ device, id: device.id, at: sortBy === 'lastCheckIn' ? (device.lastCheckIn ?? neverCheckedIn) : device[sortBy] }))
    .sort((one, other) => sign * compare(one, other, sortBy));
  /** @param minimum 1 for the first device after the position, 0 for the first one that is not before it */
  const indexFrom = (position: PagePosition, minimum: 0 | 1) => {
    const index = positioned.findIndex((one) => sign * compare(one, { at: String(position.at), id: position.id }, sortBy) >= minimum);
    return index < 0 ? positioned.length : index;
  };
  const range = { start: after && indexFrom(after, 1), end: before && indexFrom(before, 0) };
  return mapPage(
    pageInRange(positioned, page, range, ({ at, id }) => ({ at, id })),
    ({ device }) => device,
  );
}

interface Position {
  readonly at: string;
  readonly id: string;
}
/** Compares names in the same way as the database, whose collation is `name_order`. */
const compareNames = new Intl.Collator('en', { numeric: true }).compare;
const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
const compare = (one: Position, other: Position, sortBy: DeviceOrder) =>
  (sortBy === 'name' ? compareNames : compareTexts)(one.at, other.at) || compareTexts(one.id, other.id);
