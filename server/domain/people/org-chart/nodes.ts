/** Reads the stored nodes and edges of an org chart (org-chart, rule 2). */
import type { components } from '#generated/api';
import { isObject } from '#platform/json-object';

export type Node = components['schemas']['OrgChartNode'];
export type Edge = components['schemas']['OrgChartEdge'];

export interface ChartContent {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
}

/** @param stored the columns `nodes` and `edges` @returns the chart without invalid nodes and edges */
export function parseChart(stored: { readonly nodes: unknown; readonly edges: unknown }): ChartContent {
  return { nodes: itemsIn(stored.nodes).filter(isNode), edges: itemsIn(stored.edges).filter(isEdge) };
}

function itemsIn(stored: unknown): readonly unknown[] {
  return Array.isArray(stored) ? stored : [];
}

function isNode(item: unknown): item is Node {
  return isObject(item) && typeof item.id === 'string';
}

function isEdge(item: unknown): item is Edge {
  return isObject(item) && [item.id, item.source, item.target].every((id) => typeof id === 'string');
}

/** @returns the id of a node's member; undefined for a vacancy or an external person */
export function memberIdOf({ data }: Node): string | undefined {
  return data?.memberId ?? undefined;
}

/** @returns the chart without a member's nodes and their edges (org-chart, rule 7) */
export function removeMember({ nodes, edges }: ChartContent, memberId: string): ChartContent {
  const remainingNodes = nodes.filter((node) => memberIdOf(node) !== memberId);
  const ids = new Set(remainingNodes.map(({ id }) => id));
  return { nodes: remainingNodes, edges: edges.filter(({ source, target }) => ids.has(source) && ids.has(target)) };
}
