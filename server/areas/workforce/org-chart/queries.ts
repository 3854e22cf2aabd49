/** Queries for the organization chart and its members. */
import type { ChartContent } from '#domain/people/org-chart/nodes';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { NamedMember } from './rules.ts';

const columns = columnsOf(
  'organization_chart',
  'id',
  'organizationId',
  'name',
  'type',
  'nodes',
  'edges',
  'fileKey',
  'fileName',
  'fileType',
  'createdAt',
  'updatedAt',
  'version',
);

export type Chart = NonNullable<Awaited<ReturnType<typeof findChart>>>;

export function findChart(db: OrganizationDatabase) {
  return db.selectFrom('organization_chart').select(columns).executeTakeFirst();
}

/** Locks the chart until the transaction ends. @returns undefined if the organization has no chart */
export function lockChart(db: OrganizationDatabase) {
  return db.selectFrom('organization_chart').select(columns).forUpdate().executeTakeFirst();
}

interface StoredContent extends ChartContent {
  readonly name?: string | undefined;
  readonly file?: { readonly key: string; readonly name: string; readonly type: string };
}

/**
 * Stores a chart, which replaces the current chart. Without a name, the chart keeps its name. Without a file, the chart is a drawing.
 */
export function storeChart(db: OrganizationDatabase, { name, nodes, edges, file }: StoredContent): Promise<Chart> {
  const fields = {
    ...(name !== undefined && { name }),
    type: file ? ('uploaded' as const) : ('interactive' as const),
    nodes: JSON.stringify(nodes),
    edges: JSON.stringify(edges),
    file_key: file?.key ?? null,
    file_name: file?.name ?? null,
    file_type: file?.type ?? null,
  };
  return db
    .insertInto('organization_chart')
    .values({ id: newId('och'), ...fields })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(fields))
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function deleteChart(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('organization_chart').where('id', '=', id).execute();
}

/**
 * Locks the active members among `ids` with a shared lock until the transaction ends, in the order of their ids.
 * Call this before locking the chart. @returns the ids of the active members
 */
export async function shareLockActiveMembers(db: OrganizationDatabase, ids: readonly string[]): Promise<Set<string>> {
  if (!ids.length) return new Set();
  const activeMembers = await db
    .selectFrom('member')
    .select('id')
    .where('id', 'in', ids)
    .where('is_active', '=', true)
    .orderBy('id')
    .forShare()
    .execute();
  return new Set(activeMembers.map(({ id }) => id));
}

/** @returns a map from member id to the member's current name and title; unknown ids are absent */
export async function findNames(db: OrganizationDatabase, ids: readonly string[]): Promise<Map<string, NamedMember>> {
  if (!ids.length) return new Map();
  const members = await db
    .selectFrom('member')
    .select(columnsOf('member', 'id', 'name', 'jobTitle'))
    .where('id', 'in', ids)
    .execute();
  return new Map(members.map(({ id, ...names }) => [id, names]));
}
