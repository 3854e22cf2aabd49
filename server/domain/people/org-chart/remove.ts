import { sql } from 'kysely';
import type { OrganizationDatabase } from '#platform/database/handle';
import { parseChart, removeMember } from './nodes.ts';

/**
 * Removes a leaving member from the org chart (org-chart, rule 7). Lock the member first, because saving a chart locks its members
 * before the chart.
 */
export async function removeFromChart(db: OrganizationDatabase, memberId: string): Promise<void> {
  const chart = await db
    .selectFrom('organization_chart')
    .select(['id', 'nodes', 'edges'])
    .where(sql<boolean>`nodes @> ${JSON.stringify([{ data: { memberId } }])}::jsonb`)
    .forUpdate()
    .executeTakeFirst();
  if (!chart) return;
  const { nodes, edges } = removeMember(parseChart(chart), memberId);
  await db
    .updateTable('organization_chart')
    .set({ nodes: JSON.stringify(nodes), edges: JSON.stringify(edges) })
    .where('id', '=', chart.id)
    .execute();
}
