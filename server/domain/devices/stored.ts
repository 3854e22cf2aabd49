/** Lists the stored computers page by page. */
import { type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import { anyOf, contains, ofMember } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';
import { missingLast } from '#platform/database/sort-keys';
import { type Device, toDevice, selectDevices, selectComplianceStatus } from './record.ts';

type Schemas = components['schemas'];
export type DeviceOrder = keyof typeof orders;
export interface DeviceFilter {
  readonly platform?: readonly Schemas['DevicePlatform'][];
  readonly source?: readonly Schemas['DeviceSource'][];
  readonly complianceStatus?: readonly Schemas['DeviceComplianceStatus'][];
  /** The id of the member who uses the computer, or `none`. */
  readonly memberId?: string;
  readonly search?: string;
  readonly ids?: readonly string[];
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

const orders = {
  installedAt: 'device.installed_at',
  createdAt: 'device.created_at',
  updatedAt: 'device.updated_at',
  name: 'device.name',
  lastCheckIn: missingLast('device.last_check_in'),
} as const;

const listedDevices = PagedList.of((db, param: Params<ListParams>) =>
  selectDevices(db, param('staleDays')).where(isListed),
).filteredBy<Filter>({
  platform: anyOf('device.platform'),
  source: (_eb, sources) => sql<SqlBool>`device.source = any(${sources})`,
  complianceStatus: {
    where: (_eb: ExpressionBuilder<TenantTables, 'device'>, filters) =>
      sql<SqlBool>`${selectComplianceStatus(sql<number>`(${filters}::jsonb ->> 'staleDays')`)} = any(array(select jsonb_array_elements_text(${filters}::jsonb -> 'wanted')))`,
    sent: (filters) => JSON.stringify(filters),
  },
  memberId: ofMember('device.member_id'),
  search: contains('device.name', 'device.hostname', 'device.serial_number'),
  ids: anyOf('device.id'),
});

/** @param staleDays days without a check-in after which a computer with an agent is stale */
export async function listStoredDevices(
  db: OrganizationDatabase,
  { complianceStatus, ...filter }: DeviceFilter,
  staleDays: number,
  page: PageRequest<DeviceOrder>,
): Promise<Page<Device>> {
  const filters = { ...filter, staleDays, ...(complianceStatus && { complianceStatus: { wanted: complianceStatus, staleDays } }) };
  const foundPage = await listedDevices.page(db, filters, { by: orders[page.sortBy], id: 'device.id' }, page);
  return mapPage(foundPage, toDevice);
}
