/** Lists the entries of the audit log that a caller may read (audit-logs, rules 14, 15 and 17). */
import { type QueryCreator, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { anyOf, onOrAfter, matches, onOrBefore } from '#platform/database/filters';
import { containsPattern } from '#platform/database/patterns';
import type { Params } from '#platform/database/prepared';
import type { Actor } from '#platform/identity/actor';
import { canReadAllPolicies } from '#domain/policies/visible';
import { targetColumns } from '#domain/access/findings/targets';
import type { FilterOf } from '#contract/types';
import { knownResources, reduceEntry, type ReadingRights, readingRightsOf, type Visibility } from '../rules/reading.ts';

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
      // Only append_audit writes this column, in the format of the contract.
      eb.ref('audit_entry.data').$castTo<Schemas['AuditLogData']>().as('data'),
      eb.ref('audit_entry.user_snapshot').$castTo<Schemas['AuditLogEntry']['user']>().as('user'),
      'member.id as joinedId',
      ...columnsOf('member', 'roles', 'department', 'isActive'),
    ]);
}
type Row = Awaited<ReturnType<ReturnType<typeof selectEntries>['execute']>>[number];
type RowWithVisibility = Row & Visibility;
type Reader = Pick<Actor, 'permissions' | 'memberId' | 'user'>;

/** True for entries that are certainly not about a policy. A deleted finding may have been about a policy (rule 17). */
function isAboutNoPolicy(resource: RawBuilder<unknown>) {
  return sql<SqlBool>`(audit_entry.entity_type is distinct from 'policy' and ${resource} <> 'policy'
    and (audit_entry.entity_type is distinct from 'finding' and ${resource} <> 'finding' or exists (select from finding about
      where about.organization_id = audit_entry.organization_id and about.id = audit_entry.entity_id and about.policy_id is null)))`;
}

/** Entries about a finding require permission to read its record (findings, rule 15). A deleted finding may have been about any record. */
function isReadableFinding(resource: RawBuilder<unknown>, param: Params<VisibilityParams>) {
  const targets = sql`${param('findingTargets')}::text[]`;
  const readable = targetColumns.map(([column]) => sql`(about.${sql.ref(column)} is null or ${sql.lit(column)} = any(${targets}))`);
  return sql<SqlBool>`(audit_entry.entity_type is distinct from 'finding' and ${resource} <> 'finding'
    or cardinality(${targets}) = ${sql.lit(targetColumns.length)}
    or exists (select from finding about where about.organization_id = audit_entry.organization_id and about.id = audit_entry.entity_id
      and ${sql.join(readable, sql` and `)}))`;
}

/**
 * Entries about a task item require permission to read its risk or vendor, unless the item is assigned to the reader. Entries about a
 * deleted task item require both permissions, because the item may have belonged to either.
 */
function isReadableItem(param: Params<VisibilityParams>) {
  return sql<SqlBool>`(audit_entry.entity_id is null or not starts_with(audit_entry.entity_id, 'tski_') or exists (select from task_item item
    where item.organization_id = audit_entry.organization_id and item.id = audit_entry.entity_id
      and (item.assignee_id = ${param('memberId')} or item.risk_id is not null and ${param('readsRisks')}::boolean
        or item.vendor_id is not null and ${param('readsVendors')}::boolean)))`;
}

/** Selects entries, and whether each is completely visible to the reader. Filters use this, because they must not reveal hidden values. */
function selectVisible(db: QueryCreator<TenantTables>, param: Params<VisibilityParams>) {
  const resource = sql`coalesce(audit_entry.data->>'resource', '')`;
  const visibility = sql<Visibility>`lateral (
    select reader."readsAllPolicies",
      not ${resource} = any(${param('hiddenResources')}::text[])
      and not coalesce(audit_entry.entity_type, '') = any(${param('hiddenTypes')}::text[])
      and not split_part(coalesce(audit_entry.entity_id, ''), '_', 1) = any(${param('hiddenPrefixes')}::text[])
      and (${param('readsOrganization')}::boolean or ${resource} = any(${knownResources}::text[])
        or coalesce(audit_entry.entity_type, 'organization') not in ('organization', 'framework'))
      and (reader."readsAllPolicies" or ${isAboutNoPolicy(resource)})
      and ${isReadableFinding(resource, param)}
      and (${param('readsRisks')}::boolean and ${param('readsVendors')}::boolean or ${isReadableItem(param)})
      as "isReadable"
    from (select exists (select from member reader where reader.id = ${param('memberId')} and ${canReadAllPolicies('reader')}) as "readsAllPolicies") reader
  )`.as('shown');
  return selectEntries(db)
    .innerJoin(visibility, (join) => join.onTrue())
    .select(['shown.isReadable', 'shown.readsAllPolicies'])
    .where('audit_entry.organization_id', '=', param('organizationId'));
}
type VisibilityParams = ReadingRights & { readonly organizationId: string };

/** A filter by a field that reduced entries hide applies only to completely visible entries. */
const isReadable = sql<SqlBool>`shown."isReadable"`;

/** `behind` is a position in the chain that the entries follow. `who` filters by user; only readers of members may name other users. */
const entryList = PagedList.of((db, param: Params<VisibilityParams>) => selectVisible(db, param)).filteredBy<
  Omit<EntryFilter, 'userId'> & { behind?: number; who?: UserFilter; text?: ActionFilter }
>({
  entityType: anyOf('audit_entry.entity_type'),
  entityId: (eb, ids) => eb.and([sql<SqlBool>`${eb.ref('audit_entry.entity_id')} = any(${ids})`, isReadable]),
  who: {
    where: (eb, placeholder, { isShown }) =>
      isShown ? sql<SqlBool>`${eb.ref('audit_entry.user_id')} = ${placeholder}` : sql<SqlBool>`false and ${placeholder}::text is not null`,
    sent: ({ userId }) => userId,
    shapeOf: ({ isShown }) => isShown,
  },
  resource: (eb, names) => eb(sql<string>`audit_entry.data->>'resource'`, '=', eb.fn.any(names)),
  // The filter is case-sensitive, because paths are stored with the case of the request.
  pathContains: matches((eb, pattern) => eb.and([eb(sql<string>`audit_entry.data->>'path'`, 'like', pattern), isReadable])),
  search: matches((eb, pattern) => eb.and([eb('audit_entry.description', 'ilike', pattern), isReadable])),
  text: {
    where: (eb, placeholder) => eb.and([sql<SqlBool>`audit_entry.data->>'action' ilike ${placeholder}`, isReadable]),
    sent: ({ action }) => containsPattern(action),
  },
  timestampAfter: onOrAfter('audit_entry.timestamp'),
  timestampBefore: onOrBefore('audit_entry.timestamp'),
  ids: anyOf('audit_entry.id'),
  behind: (eb, sequence) => eb('audit_entry.sequence', '>', sequence),
});
interface UserFilter {
  readonly userId: string;
  /** Whether the reader may see this user; if not, no entry matches. */
  readonly isShown: boolean;
}
/** Callers who may not read members search the action instead of the description, because the description names the acting person. */
interface ActionFilter {
  readonly action: string;
}

function paramsOf(db: OrganizationDatabase, { userId, search, ...filter }: EntryFilter, rights: ReadingRights) {
  return {
    ...filter,
    ...rights,
    organizationId: db.organizationId,
    ...(userId !== undefined && { who: { userId, isShown: rights.readsMembers || userId === rights.userId } }),
    ...(search !== undefined && (rights.readsMembers ? { search } : { text: { action: search } })),
  };
}

export async function listEntries(
  db: OrganizationDatabase,
  filter: EntryFilter,
  reader: Reader,
  page: PageRequest,
): Promise<Page<Schemas['AuditLogEntry']>> {
  const rights = readingRightsOf(reader);
  const foundPage = await entryList.page(db, paramsOf(db, filter, rights), { by: 'audit_entry.timestamp', id: 'audit_entry.id' }, page);
  return mapPage(foundPage, (row) => toVisibleEntry(row, rights, reader));
}

/** Lists at most `limit` entries after the position `sequence`, in the order of the chain. */
export async function listEntriesAfter(
  db: OrganizationDatabase,
  filter: EntryFilter,
  reader: Reader,
  sequence: number,
  limit: number,
): Promise<Schemas['AuditLogEntry'][]> {
  const batch = { limit, after: undefined, count: false, sortBy: 'sequence', sortOrder: 'asc' } as const;
  const rights = readingRightsOf(reader);
  const { rows } = await entryList.page(
    db,
    { ...paramsOf(db, filter, rights), behind: sequence },
    { by: 'audit_entry.sequence', id: 'audit_entry.id' },
    batch,
  );
  return rows.map((row) => toVisibleEntry(row, rights, reader));
}

export async function findEntry(db: OrganizationDatabase, id: string, reader: Reader): Promise<Schemas['AuditLogEntry'] | undefined> {
  const rights = readingRightsOf(reader);
  const params: VisibilityParams = { ...rights, organizationId: db.organizationId };
  const row = await selectVisible(db, (name) => sql`${params[name]}`)
    .where('audit_entry.id', '=', id)
    .executeTakeFirst();
  return row && toVisibleEntry(row, rights, reader);
}

function toVisibleEntry(
  { isReadable: isShown, readsAllPolicies, ...row }: RowWithVisibility,
  rights: ReadingRights,
  { permissions }: Reader,
) {
  return reduceEntry(toEntry(row), { isReadable: isShown, readsAllPolicies }, rights, permissions);
}

/** Keeps the order of the contract's schema, so that all lines of an export have the same order of fields. */
function toEntry({ joinedId, roles, department, isActive, sequence, previousHash, hash, ...entry }: Row): Schemas['AuditLogEntry'] {
  const member =
    joinedId === null || roles === null || department === null || isActive === null
      ? null
      : { id: joinedId, role: roles[0] ?? '', department, isActive };
  return { ...entry, member, sequence, previousHash, hash };
}
