/** Nodes and edges of a chart, as they are stored (spec/areas/org-chart, rule 2). */
import type { components } from '../../../generated/api.d.ts';
import { isObject } from '../../platform/json-object.ts';

export type Node = components['schemas']['OrgChartNode'];
export type Edge = components['schemas']['OrgChartEdge'];

export interface Drawing {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
}

/** @param stored in the columns of these names; what is no node and no edge is left out */
export function drawingIn(stored: { readonly nodes: unknown; readonly edges: unknown }): Drawing {
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

/** @returns the member whose node this is; undefined for a vacancy or a person from outside */
export function memberIdOf({ data }: Node): string | undefined {
  return data?.memberId ?? undefined;
}

/** @returns the drawing without the nodes of a member, and without the edges from and to them (spec/areas/org-chart, rule 7) */
export function withoutMember({ nodes, edges }: Drawing, memberId: string): Drawing {
  const left = nodes.filter((node) => memberIdOf(node) !== memberId);
  const ids = new Set(left.map(({ id }) => id));
  return { nodes: left, edges: edges.filter(({ source, target }) => ids.has(source) && ids.has(target)) };
}
