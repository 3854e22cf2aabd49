/** Lists the stored computers page by page. */
import { type ExpressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import { anyOf, contains, equals } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';
import { type Device, toDevice, selectDevices, selectComplianceStatus } from './record.ts';

type Schemas = components['schemas'];
export type DeviceOrder = 'installedAt' | 'name' | 'lastCheckIn';
export interface DeviceFilter {
  readonly platform?: readonly Schemas['DevicePlatform'][];
  readonly source?: readonly Schemas['DeviceSource'][];
  readonly complianceStatus?: readonly Schemas['DeviceComplianceStatus'][];
  readonly memberId?: string;
  readonly search?: string;
}
interface ListParams {
  readonly staleDays: number;
}
/** The filter; its status part includes `staleDays`, because the status of a computer depends on it. */
type Filter = Omit<DeviceFilter, 'complianceStatus'> & {
  readonly complianceStatus?: { readonly wanted: readonly string[]; readonly staleDays: number };
};

/** A computer that an agent reports hides the same computer from other sources (devices, rule 1). */
export const isListed = sql<SqlBool>`(device.source = 'agent' or not exists (select from device own
  where own.organization_id = device.organization_id and own.source = 'agent'
    and (lower(own.hostname) = lower(device.hostname) or lower(own.serial_number) = lower(device.serial_number))))`;

/** The list for each sort field. Each sort field has a database index. Computers without a check-in come last. */
const listsBySortField: Readonly<Record<DeviceOrder, ReturnType<typeof createList>>> = {
  installedAt: createList(() => sql.ref('device.installed_at')),
  name: createList(() => sql.ref('device.name')),
  lastCheckIn: createList((sortOrder) =>
    sortOrder === 'asc'
      ? sql`coalesce(device.last_check_in, '9999-12-31 23:59:59.999+00')`
      : sql`coalesce(device.last_check_in, '0001-01-01 00:00:00+00')`,
  ),
};

/** The outer query makes the computed column `place` available for sorting the pages. */
function createList(sortKey: (sortOrder: 'asc' | 'desc') => RawBuilder<string>) {
  return PagedList.of((db, param: Params<ListParams>, sortOrder) =>
    selectDevices(db, param('staleDays')).where(isListed).select(sortKey(sortOrder).as('place')),
  )
    .filteredBy<Filter>({
      platform: anyOf('device.platform'),
      source: (_eb, sources) => sql<SqlBool>`device.source = any(${sources})`,
      complianceStatus: {
        where: (_eb: ExpressionBuilder<TenantTables, 'device'>, filters) =>
          sql<SqlBool>`${selectComplianceStatus(sql<number>`(${filters}::jsonb ->> 'staleDays')`)} = any(array(select jsonb_array_elements_text(${filters}::jsonb -> 'wanted')))`,
        sent: (filters) => JSON.stringify(filters),
      },
      memberId: equals('device.member_id'),
      search: contains('device.name', 'device.hostname', 'device.serial_number'),
    })
    .within((rows, db) => db.selectFrom(rows.as('listed')).selectAll('listed'));
}

/** @param staleDays days without a check-in after which a computer with an agent is stale */
export async function listStoredDevices(
  db: OrganizationDatabase,
  { complianceStatus, ...filter }: DeviceFilter,
  staleDays: number,
  page: PageRequest<DeviceOrder>,
): Promise<Page<Device>> {
  const filters = { ...filter, staleDays, ...(complianceStatus && { complianceStatus: { wanted: complianceStatus, staleDays } }) };
  const foundPage = await listsBySortField[page.sortBy].page(db, filters, { by: 'listed.place', id: 'listed.id' }, page);
  return mapPage(foundPage, ({ place: _place, ...row }) => toDevice(row));
}
