/** The layout of a drawn chart (org-chart, rule 13). */
import type { components } from '#generated/api';
import type { ChartContent, Edge, Node } from '#domain/people/org-chart/nodes';
import { fitText, measureText, type Style } from './fit-text.ts';

export type PictureFormat = components['schemas']['OrgChartPictureFormat'];

export const box = { width: 200, height: 64 } as const;
/** The space between boxes of an automatic layout, and the minimum between boxes that are moved apart. */
const gap = { across: 40, down: 56, least: 20 } as const;
export const margin = 40;
/** The space on each side of the texts in a box. */
export const padding = 12;
export const styles = {
  heading: { weight: 'bold', size: 20 },
  name: { weight: 'bold', size: 13 },
  title: { weight: 'regular', size: 11 },
  department: { weight: 'regular', size: 10 },
} as const satisfies Record<string, Style>;
/** The maximum width that the name of the chart may add to the picture. */
const maxTitleWidth = 800;
/** Larger drawings get an automatic layout. */
const maxSide = 50_000;

interface Point {
  readonly x: number;
  readonly y: number;
}
/** The texts are truncated to the width of the box. */
export interface Box extends Point {
  /** The name of the person, or the label of the node. */
  readonly name: string;
  readonly title: string;
  readonly department: string;
  readonly isVacant: boolean;
}
export interface Picture {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly lines: readonly { readonly from: Point; readonly to: Point }[];
}

/**
 * @param title name of the chart
 * @returns the picture of the drawing, with the names in its nodes
 */
export function layOutChart(title: string, { nodes, edges }: ChartContent): Picture {
  const positions = editorPositions(nodes) ?? treeLayout(nodes, edges);
  const all = [...positions.values()];
  const left = minOf(all.map(({ x }) => x));
  const top = minOf(all.map(({ y }) => y));
  const at = (id: string): Point => {
    const place = positions.get(id) ?? { x: 0, y: 0 };
    return { x: place.x - left + margin, y: place.y - top + margin + heading };
  };
  const boxes = nodes.map((node) => ({ ...at(node.id), ...labelOf(node) }));
  const room = Math.max(
    maxOf(boxes.map(({ x }) => x)) + box.width - margin,
    Math.min(Math.ceil(measureText(title, styles.heading)), maxTitleWidth),
  );
  return {
    title: fitText(title, styles.heading, room),
    width: room + 2 * margin,
    height: maxOf(boxes.map(({ y }) => y)) + box.height + margin,
    boxes,
    lines: edges.map(({ source, target }) => {
      const [from, to] = [at(source), at(target)];
      return { from: { x: from.x + box.width / 2, y: from.y + box.height }, to: { x: to.x + box.width / 2, y: to.y } };
    }),
  };
}

/** The height of the title above the boxes. */
const heading = 40;

function labelOf({ data, type }: Node): Omit<Box, 'x' | 'y'> {
  const [name, title, department] = [data?.name ?? '', data?.title ?? '', data?.department ?? ''];
  const isVacant = (data?.memberId ?? null) === null && name.trim() === '';
  const room = box.width - 2 * padding;
  return {
    name: fitText(isVacant ? 'Vacancy' : name, styles.name, room),
    title: fitText(title || (isVacant ? (type ?? '') : ''), styles.title, room),
    department: fitText(department, styles.department, room),
    isVacant,
  };
}

/**
 * @returns the editor's positions of the nodes, spread to avoid overlaps; undefined if positions are missing, boxes have the same position, or the
 * drawing is too large
 */
function editorPositions(nodes: readonly Node[]): Map<string, Point> | undefined {
  const positions = new Map(nodes.flatMap(({ id, position }) => (position ? [[id, position] as const] : [])));
  const all = [...positions.values()];
  const isWide = (values: readonly number[]) => maxOf(values) - minOf(values) > maxSide;
  if (all.length < nodes.length || isWide(all.map(({ x }) => x)) || isWide(all.map(({ y }) => y))) return undefined;
  const spread = spreadOf(all);
  return spread && new Map([...positions].map(([id, { x, y }]) => [id, { x: x * spread.x, y: y * spread.y }]));
}

/** The maximum factor, for editors with smaller boxes. */
const maxSpread = 2;

/** @returns the factors that spread the positions so that no boxes overlap; undefined if a factor is too large, as for two boxes in the same position */
function spreadOf(positions: readonly Point[]): Point | undefined {
  let [x, y] = [1, 1];
  for (const [index, first] of positions.entries())
    for (let next = index + 1; next < positions.length; next += 1) {
      const second = positions[next] ?? first;
      const [across, down] = [Math.abs(first.x - second.x), Math.abs(first.y - second.y)];
      if (across * x >= box.width || down * y >= box.height) continue;
      const [wider, higher] = [(box.width + gap.least) / across, (box.height + gap.least) / down];
      if (Math.min(wider, higher) > maxSpread) return undefined;
      if (wider < higher) x = wider;
      else y = higher;
    }
  return { x, y };
}

/**
 * A tree: nodes without a manager are at the top, all others are below the first one that leads to them, and each node is centered above its subtree.
 * A cycle begins at the node where it is entered.
 */
function treeLayout(nodes: readonly Node[], edges: readonly Edge[]): Map<string, Point> {
  const { roots, reports, depths } = ranksOf(nodes, edges);
  const ids = [...depths.keys()];
  const widths = new Map<string, number>();
  const widthOf = (id: string) => widths.get(id) ?? 1;
  // In reverse, because each node comes after its manager.
  for (const id of ids.toReversed()) widths.set(id, (reports.get(id) ?? []).reduce((sum, report) => sum + widthOf(report), 0) || 1);
  const lefts = new Map<string, number>();
  const placeRow = (row: readonly string[], from: number) =>
    row.reduce((left, id) => {
      lefts.set(id, left);
      return left + widthOf(id);
    }, from);
  placeRow(roots, 0);
  for (const id of ids) placeRow(reports.get(id) ?? [], lefts.get(id) ?? 0);
  return new Map(
    ids.map((id) => {
      const column = (lefts.get(id) ?? 0) + (widthOf(id) - 1) / 2;
      return [id, { x: column * (box.width + gap.across), y: (depths.get(id) ?? 0) * (box.height + gap.down) }] as const;
    }),
  );
}

interface Ranks {
  /** Nodes without a manager. */
  readonly roots: readonly string[];
  /** The direct reports of each node, in order. */
  readonly reports: ReadonlyMap<string, readonly string[]>;
  /** The depth of each node. Managers come before their reports. */
  readonly depths: ReadonlyMap<string, number>;
}

function ranksOf(nodes: readonly Node[], edges: readonly Edge[]): Ranks {
  const edgesBySource = Map.groupBy(edges, ({ source }) => source);
  const targets = new Set(edges.map(({ target }) => target));
  const roots: string[] = [];
  const reports = new Map<string, string[]>();
  const depths = new Map<string, number>();
  const visit = (id: string, depth: number) => {
    if (depths.has(id)) return [];
    depths.set(id, depth);
    return [id];
  };
  const descend = (from: readonly string[]) => {
    roots.push(...from);
    let row = from;
    for (let depth = 1; row.length; depth += 1)
      row = row.flatMap((id) => {
        const directReports = (edgesBySource.get(id) ?? []).flatMap(({ target }) => visit(target, depth));
        reports.set(id, directReports);
        return directReports;
      });
  };
  descend(nodes.filter(({ id }) => !targets.has(id)).flatMap(({ id }) => visit(id, 0)));
  for (const { id } of nodes) descend(visit(id, 0));
  return { roots, reports, depths };
}

function minOf(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), values[0] ?? 0);
}

function maxOf(values: readonly number[]): number {
  return values.reduce((greatest, value) => Math.max(greatest, value), values[0] ?? 0);
}
