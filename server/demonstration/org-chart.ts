/** Creates the organization chart in the format that the chart editor stores. */
import type { Insertable } from 'kysely';
import type { SystemTables } from '#generated/database';
import { newId } from '#platform/database/ids';
import { orgChart } from './data/org-chart.ts';
import type { DemoContext } from './demo-context.ts';
import type { Members } from './member.ts';

const [columnWidth, rowHeight] = [220, 140];

export function createOrgChart(
  { organizationId: organization_id, calendar, log }: DemoContext,
  members: Members,
): Insertable<SystemTables['organization_chart']> {
  const nodes = orgChart.flatMap((row, level) =>
    row.map(({ id, who: holder }, column) => ({
      id,
      type: typeof holder === 'string' ? 'person' : 'vacancy',
      position: { x: (column - (row.length - 1) / 2) * columnWidth, y: level * rowHeight },
      data: typeof holder === 'string' ? { memberId: members.of(holder).id } : { memberId: null, title: holder.vacancy },
    })),
  );
  const edges = orgChart
    .flat()
    .flatMap(({ id, reportsTo }) =>
      reportsTo === undefined ? [] : [{ id: `${reportsTo}-${id}`, source: reportsTo, target: id, type: 'smoothstep' }],
    );
  const [id, createdAt] = [newId('och'), calendar.ago(40, 'organization chart')];
  log.write(
    createdAt,
    members.of('ingrid'),
    'replaceOrgChart',
    {},
    {
      description: 'Replaced organization chart',
      entityId: id,
      changes: { nodes: { previous: null, current: nodes.length }, edges: { previous: null, current: edges.length } },
    },
  );
  return { id, organization_id, nodes: JSON.stringify(nodes), edges: JSON.stringify(edges), created_at: createdAt, updated_at: createdAt };
}
