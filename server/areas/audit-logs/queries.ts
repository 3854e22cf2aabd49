import { sql } from 'kysely';
import type { components } from '../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../database/handle.ts';
import { findPage, mapPage, type Page, type PageRequest } from '../../database/page.ts';
import { containing } from '../../database/patterns.ts';

type Schemas = components['schemas'];

export interface EntryFilter {
  readonly entityType?: readonly Schemas['AuditLogEntityType'][];
  readonly entityId?: readonly string[];
  readonly userId?: string;
  readonly resource?: readonly Schemas['AuditLogResource'][];
  /** Part of the path as it was sent, in this case. */
  readonly pathContains?: string;
  /** Part of the description, in any case. */
  readonly search?: string;
  /** A time or a day, whose midnight in UTC is meant; the database takes both. Inclusive, as is the other one. */
  readonly timestampAfter?: string;
  readonly timestampBefore?: string;
}

export async function listEntries(db: OrganizationDatabase, filter: EntryFilter, page: PageRequest): Promise<Page<Schemas['AuditLogEntry']>> {
  return mapPage(await findPage(entries(db, filter), { by: 'audit_entry.timestamp', id: 'audit_entry.id' }, page), entryOf);
}

/** At most `limit` entries in the order of the chain, from behind this position on. */
export async function listEntriesBehind(db: OrganizationDatabase, filter: EntryFilter, sequence: number, limit: number): Promise<Schemas['AuditLogEntry'][]> {
  const rows = await entries(db, filter).where('audit_entry.sequence', '>', sequence).orderBy('audit_entry.sequence').limit(limit).execute();
  return rows.map(entryOf);
}

export async function findEntry(db: OrganizationDatabase, id: string): Promise<Schemas['AuditLogEntry'] | undefined> {
  const row = await entries(db, {}).where('audit_entry.id', '=', id).executeTakeFirst();
  return row && entryOf(row);
}

type Row = Awaited<ReturnType<ReturnType<typeof entries>['execute']>>[number];

function entries(db: OrganizationDatabase, { entityType, entityId, userId, resource, pathContains, search, timestampAfter, timestampBefore }: EntryFilter) {
  let query = db.selectFrom('audit_entry').leftJoin('member', 'member.id', 'audit_entry.member_id').select((eb) => [
    'audit_entry.id', 'audit_entry.timestamp', 'audit_entry.organization_id as organizationId', 'audit_entry.user_id as userId', 'audit_entry.member_id as memberId',
    'audit_entry.entity_type as entityType', 'audit_entry.entity_id as entityId', 'audit_entry.description',
    // Written by append_audit alone, in the form that the contract gives them.
    eb.ref('audit_entry.data').$castTo<Schemas['AuditLogData']>().as('data'), eb.ref('audit_entry.user_snapshot').$castTo<Schemas['AuditLogEntry']['user']>().as('user'),
    'audit_entry.sequence', 'audit_entry.previous_hash as previousHash', 'audit_entry.hash',
    'member.id as joinedId', 'member.roles', 'member.department', 'member.is_active as isActive',
  ]);
  if (entityType) query = query.where('audit_entry.entity_type', 'in', entityType);
  if (entityId) query = query.where('audit_entry.entity_id', 'in', entityId);
  if (userId !== undefined) query = query.where('audit_entry.user_id', '=', userId);
  if (resource) query = query.where(sql<string>`audit_entry.data->>'resource'`, 'in', resource);
  if (pathContains !== undefined) query = query.where(sql<string>`audit_entry.data->>'path'`, 'like', containing(pathContains));
  if (search !== undefined) query = query.where('audit_entry.description', 'ilike', containing(search));
  if (timestampAfter !== undefined) query = query.where('audit_entry.timestamp', '>=', timestampAfter);
  if (timestampBefore !== undefined) query = query.where('audit_entry.timestamp', '<=', timestampBefore);
  return query;
}

/** In the order of the contract's schema, so that every line of an export reads alike. */
function entryOf({ joinedId, roles, department, isActive, sequence, previousHash, hash, ...entry }: Row): Schemas['AuditLogEntry'] {
  const member = joinedId === null || roles === null || department === null || isActive === null ? null : { id: joinedId, role: roles[0] ?? '', department, isActive };
  return { ...entry, member, sequence, previousHash, hash };
}
