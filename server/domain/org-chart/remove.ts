import { sql } from 'kysely';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { drawingIn, withoutMember } from './nodes.ts';

/**
 * Removes somebody who leaves from the chart (spec/areas/org-chart, rule 7). Hold the member first: whoever stores a chart holds its members
 * and the chart then.
 */
export async function removeFromChart(db: OrganizationDatabase, memberId: string): Promise<void> {
  const chart = await db
    .selectFrom('organization_chart')
    .select(['id', 'nodes', 'edges'])
    .where(sql<boolean>`nodes @> ${JSON.stringify([{ data: { memberId } }])}::jsonb`)
    .forUpdate()
    .executeTakeFirst();
  if (!chart) return;
  const { nodes, edges } = withoutMember(drawingIn(chart), memberId);
  await db
    .updateTable('organization_chart')
    .set({ nodes: JSON.stringify(nodes), edges: JSON.stringify(edges) })
    .where('id', '=', chart.id)
    .execute();
}
