import { type QueryCreator, sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { TenantTables } from '../../../../generated/database.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { type FilterParams, mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import { containing, searching } from '../../../platform/database/patterns.ts';

type Schemas = components['schemas'];

export interface EntryFilter {
  readonly entityType?: readonly Schemas['AuditLogEntityType'][];
  readonly entityId?: readonly string[];
  readonly userId?: string;
  readonly resource?: readonly Schemas['PermissionResource'][];
  /** Part of the path as it was sent, in this case. */
  readonly pathContains?: string;
  /** Part of the description, in any case. */
  readonly search?: string;
  /** A time or a day, whose midnight in UTC is meant; the database takes both. Inclusive, as is the other one. */
  readonly timestampAfter?: string;
  readonly timestampBefore?: string;
}

function selectEntries(db: QueryCreator<TenantTables>) {
  return db
    .selectFrom('audit_entry')
    .leftJoin('member', 'member.id', 'audit_entry.member_id')
    .select((eb) => [
      'audit_entry.id',
      'audit_entry.timestamp',
      'audit_entry.organization_id as organizationId',
      'audit_entry.user_id as userId',
      'audit_entry.member_id as memberId',
      'audit_entry.entity_type as entityType',
      'audit_entry.entity_id as entityId',
      'audit_entry.description',
      // Written by append_audit alone, in the form that the contract gives them.
      eb.ref('audit_entry.data').$castTo<Schemas['AuditLogData']>().as('data'),
      eb.ref('audit_entry.user_snapshot').$castTo<Schemas['AuditLogEntry']['user']>().as('user'),
      'audit_entry.sequence',
      'audit_entry.previous_hash as previousHash',
      'audit_entry.hash',
      'member.id as joinedId',
      'member.roles',
      'member.department',
      'member.is_active as isActive',
    ]);
}
type Row = Awaited<ReturnType<ReturnType<typeof selectEntries>['execute']>>[number];

/** `behind`: a position in the chain, after which the entries begin. */
const listed = new PagedList((db, param: FilterParams<EntryFilter & { readonly behind?: number }>) => {
  let query = selectEntries(db);
  if (param.has('entityType')) query = query.where((eb) => eb('audit_entry.entity_type', '=', eb.fn.any(param('entityType'))));
  if (param.has('entityId')) query = query.where((eb) => eb('audit_entry.entity_id', '=', eb.fn.any(param('entityId'))));
  if (param.has('userId')) query = query.where('audit_entry.user_id', '=', param('userId'));
  if (param.has('resource')) query = query.where((eb) => eb(sql<string>`audit_entry.data->>'resource'`, '=', eb.fn.any(param('resource'))));
  if (param.has('pathContains')) query = query.where(sql<string>`audit_entry.data->>'path'`, 'like', param('pathContains'));
  if (param.has('search')) query = query.where('audit_entry.description', 'ilike', param('search'));
  if (param.has('timestampAfter')) query = query.where('audit_entry.timestamp', '>=', param('timestampAfter'));
  if (param.has('timestampBefore')) query = query.where('audit_entry.timestamp', '<=', param('timestampBefore'));
  if (param.has('behind')) query = query.where('audit_entry.sequence', '>', param('behind'));
  return query;
});

export async function listEntries(
  db: OrganizationDatabase,
  filter: EntryFilter,
  page: PageRequest,
): Promise<Page<Schemas['AuditLogEntry']>> {
  return mapPage(await listed.page(db, patternsOf(filter), { by: 'audit_entry.timestamp', id: 'audit_entry.id' }, page), entryOf);
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
    { ...patternsOf(filter), behind: sequence },
    { by: 'audit_entry.sequence', id: 'audit_entry.id' },
    batch,
  );
  return rows.map(entryOf);
}

export async function findEntry(db: OrganizationDatabase, id: string): Promise<Schemas['AuditLogEntry'] | undefined> {
  const row = await selectEntries(db).where('audit_entry.id', '=', id).executeTakeFirst();
  return row && entryOf(row);
}

/** With patterns for what it searches. */
function patternsOf(filter: EntryFilter): EntryFilter {
  return { ...searching(filter), ...(filter.pathContains !== undefined && { pathContains: containing(filter.pathContains) }) };
}

/** In the order of the contract's schema, so that every line of an export reads alike. */
function entryOf({ joinedId, roles, department, isActive, sequence, previousHash, hash, ...entry }: Row): Schemas['AuditLogEntry'] {
  const member =
    joinedId === null || roles === null || department === null || isActive === null
      ? null
      : { id: joinedId, role: roles[0] ?? '', department, isActive };
  return { ...entry, member, sequence, previousHash, hash };
}
