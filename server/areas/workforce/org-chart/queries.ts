import type { ChartContent } from '#domain/people/org-chart/nodes';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { Named } from './rules.ts';

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
);

export type Chart = NonNullable<Awaited<ReturnType<typeof findChart>>>;

export function findChart(db: OrganizationDatabase) {
  return db.selectFrom('organization_chart').select(columns).executeTakeFirst();
}

/** Locks the chart until the transaction ends. */
export function lockChart(db: OrganizationDatabase) {
  return db.selectFrom('organization_chart').select(columns).forUpdate().executeTakeFirst();
}

interface Content extends ChartContent {
  readonly name?: string | undefined;
  readonly file?: { readonly key: string; readonly name: string; readonly type: string };
}

/**
 * Stores a chart, replacing the current one.
 * @param content without a name, the name stays the same; without a file, the chart is a drawing
 */
export function storeChart(db: OrganizationDatabase, { name, nodes, edges, file }: Content): Promise<Chart> {
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

/** The active members among these, with a shared lock until the transaction ends. Lock them in the order of their ids, and before the chart. */
export async function shareLockActive(db: OrganizationDatabase, ids: readonly string[]): Promise<Set<string>> {
  if (!ids.length) return new Set();
  const locked = await db
    .selectFrom('member')
    .select('id')
    .where('id', 'in', ids)
    .where('is_active', '=', true)
    .orderBy('id')
    .forShare()
    .execute();
  return new Set(locked.map(({ id }) => id));
}

/** @returns the current names of members, by id */
export async function findNames(db: OrganizationDatabase, ids: readonly string[]): Promise<Map<string, Named>> {
  if (!ids.length) return new Map();
  const found = await db
    .selectFrom('member')
    .select(columnsOf('member', 'id', 'name', 'jobTitle'))
    .where('id', 'in', ids)
    .execute();
  return new Map(found.map(({ id, ...names }) => [id, names]));
}
