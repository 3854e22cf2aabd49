/** The stored part of the list of computers, in pages. */
import { type ExpressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { components } from '../../../generated/api.d.ts';
import type { TenantTables } from '../../../generated/database.d.ts';
import { anyOf, contains, is } from '../../platform/database/filters.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../platform/database/page.ts';
import type { Params } from '../../platform/database/prepared.ts';
import { type Device, deviceOf, selectDevices, statusOf } from './record.ts';

type Schemas = components['schemas'];
export type DeviceOrder = 'installedAt' | 'name' | 'lastCheckIn';
export interface DeviceFilter {
  readonly platform?: readonly Schemas['DevicePlatform'][];
  readonly source?: readonly Schemas['DeviceSource'][];
  readonly complianceStatus?: readonly Schemas['DeviceComplianceStatus'][];
  readonly memberId?: string;
  readonly search?: string;
}
interface Asked {
  readonly staleDays: number;
}
/** With what decides about the status. */
type Filter = Omit<DeviceFilter, 'complianceStatus'> & {
  readonly complianceStatus?: { readonly wanted: readonly string[]; readonly staleDays: number };
};

/** What an agent reports stands for the same computer of other sources (spec/areas/devices, rule 1). */
export const isListed = sql<SqlBool>`(device.source = 'agent' or not exists (select from device own
  where own.organization_id = device.organization_id and own.source = 'agent'
    and (lower(own.hostname) = lower(device.hostname) or lower(own.serial_number) = lower(device.serial_number))))`;

/** The list by what each order goes by; there is an index for each. Of computers without a check-in the place is after all others. */
const listed: Readonly<Record<DeviceOrder, ReturnType<typeof listedBy>>> = {
  installedAt: listedBy(() => sql.ref('device.installed_at')),
  name: listedBy(() => sql.ref('device.name')),
  lastCheckIn: listedBy((sortOrder) =>
    sortOrder === 'asc'
      ? sql`coalesce(device.last_check_in, '9999-12-31 23:59:59.999+00')`
      : sql`coalesce(device.last_check_in, '0001-01-01 00:00:00+00')`,
  ),
};

function listedBy(place: (sortOrder: 'asc' | 'desc') => RawBuilder<string>) {
  return PagedList.of((db, param: Params<Asked>, sortOrder) =>
    selectDevices(db, param('staleDays')).where(isListed).select(place(sortOrder).as('place')),
  )
    .filteredBy<Filter>({
      platform: anyOf('device.platform'),
      source: (_eb, sources) => sql<SqlBool>`device.source = any(${sources})`,
      complianceStatus: {
        where: (_eb: ExpressionBuilder<TenantTables, 'device'>, asked) =>
          sql<SqlBool>`${statusOf(sql<number>`(${asked}::jsonb ->> 'staleDays')`)} = any(array(select jsonb_array_elements_text(${asked}::jsonb -> 'wanted')))`,
        sent: (asked) => JSON.stringify(asked),
      },
      memberId: is('device.member_id'),
      search: contains('device.name', 'device.hostname', 'device.serial_number'),
    })
    .within((rows, db) => db.selectFrom(rows.as('listed')).selectAll('listed'));
}

/** @param staleDays after which a computer of the agent is stale */
export async function listStored(
  db: OrganizationDatabase,
  { complianceStatus, ...filter }: DeviceFilter,
  staleDays: number,
  page: PageRequest<DeviceOrder>,
): Promise<Page<Device>> {
  const asked = { ...filter, staleDays, ...(complianceStatus && { complianceStatus: { wanted: complianceStatus, staleDays } }) };
  const found = await listed[page.sortBy].page(db, asked, { by: 'listed.place', id: 'listed.id' }, page);
  return mapPage(found, ({ place: _place, ...row }) => deviceOf(row));
}
