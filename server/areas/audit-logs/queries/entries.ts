import { type QueryCreator, sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { TenantTables } from '../../../../generated/database.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import type { Params } from '../../../platform/database/prepared.ts';
import { anyOf, contains, from, is, matches, until } from '../../../platform/database/filters.ts';
import type { FilterOf } from '../../../contract/types.ts';

type Schemas = components['schemas'];

export type EntryFilter = FilterOf<'listAuditLogs'>;

function selectEntries(db: QueryCreator<TenantTables>) {
  return db
    .selectFrom('audit_entry')
    .leftJoin('member', 'member.id', 'audit_entry.member_id')
    .select((eb) => [
      ...columnsOf(
        'audit_entry',
        'id',
        'timestamp',
        'organizationId',
        'userId',
        'memberId',
        'entityType',
        'entityId',
        'description',
        'sequence',
        'previousHash',
        'hash',
      ),
      // Written by append_audit alone, in the form that the contract gives them.
      eb.ref('audit_entry.data').$castTo<Schemas['AuditLogData']>().as('data'),
      eb.ref('audit_entry.user_snapshot').$castTo<Schemas['AuditLogEntry']['user']>().as('user'),
      'member.id as joinedId',
      ...columnsOf('member', 'roles', 'department', 'isActive'),
    ]);
}
type Row = Awaited<ReturnType<ReturnType<typeof selectEntries>['execute']>>[number];

/** `behind`: a position in the chain, after which the entries begin. */
const listed = PagedList.of((db, param: Params<{ organizationId: string }>) =>
  selectEntries(db).where('audit_entry.organization_id', '=', param('organizationId')),
).filteredBy<EntryFilter & { behind?: number }>({
  entityType: anyOf('audit_entry.entity_type'),
  entityId: anyOf('audit_entry.entity_id'),
  userId: is('audit_entry.user_id'),
  resource: (eb, resources) => eb(sql<string>`audit_entry.data->>'resource'`, '=', eb.fn.any(resources)),
  // In this case, as the path was sent.
  pathContains: matches((eb, pattern) => eb(sql<string>`audit_entry.data->>'path'`, 'like', pattern)),
  search: contains('audit_entry.description'),
  timestampAfter: from('audit_entry.timestamp'),
  timestampBefore: until('audit_entry.timestamp'),
  behind: (eb, sequence) => eb('audit_entry.sequence', '>', sequence),
});

export async function listEntries(
  db: OrganizationDatabase,
  filter: EntryFilter,
  page: PageRequest,
): Promise<Page<Schemas['AuditLogEntry']>> {
  return mapPage(
    await listed.page(db, { ...filter, organizationId: db.organizationId }, { by: 'audit_entry.timestamp', id: 'audit_entry.id' }, page),
    entryOf,
  );
}

/** At most `limit` entries in the order of the chain, from behind this position on. */
export async function listEntriesBehind(
  db: OrganizationDatabase,
  filter: EntryFilter,
  sequence: number,
  limit: number,
): Promise<Schemas['AuditLogEntry'][]> {
  const batch = { limit, after: undefined, count: false, sortBy: 'sequence', sortOrder: 'asc' } as const;
  const { rows } = await listed.page(
    db,
    { ...filter, organizationId: db.organizationId, behind: sequence },
    { by: 'audit_entry.sequence', id: 'audit_entry.id' },
    batch,
  );
  return rows.map(entryOf);
}

export async function findEntry(db: OrganizationDatabase, id: string): Promise<Schemas['AuditLogEntry'] | undefined> {
  const row = await selectEntries(db)
    .where('audit_entry.organization_id', '=', db.organizationId)
    .where('audit_entry.id', '=', id)
    .executeTakeFirst();
  return row && entryOf(row);
}

/** In the order of the contract's schema, so that every line of an export reads alike. */
function entryOf({ joinedId, roles, department, isActive, sequence, previousHash, hash, ...entry }: Row): Schemas['AuditLogEntry'] {
  const member =
    joinedId === null || roles === null || department === null || isActive === null
      ? null
      : { id: joinedId, role: roles[0] ?? '', department, isActive };
  return { ...entry, member, sequence, previousHash, hash };
}
