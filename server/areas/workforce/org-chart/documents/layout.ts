/** Computes the layout of the picture of a chart (org-chart, rule 13). */
import type { components } from '#generated/api';
import type { ChartContent, Edge, Node } from '#domain/people/org-chart/nodes';
import { fitText, measureText, type Style } from './fit-text.ts';

export type PictureFormat = components['schemas']['OrgChartPictureFormat'];

export const box = { width: 200, height: 64 } as const;
/** Space between boxes in an automatic layout (`across`, `down`), and minimum space between boxes that are moved apart (`minimum`). */
const gap = { across: 40, down: 56, minimum: 20 } as const;
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
/** If the drawing of the editor is wider or higher, the picture gets an automatic layout. */
const maxSide = 50_000;

interface Point {
  readonly x: number;
  readonly y: number;
}
/** A box of the picture. Its texts are truncated to the width of the box. */
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
 * @param title the name of the chart
 * @returns the positions and texts of the boxes and the lines between them
 */
export function layOutChart(title: string, { nodes, edges }: ChartContent): Picture {
  const positions = findEditorPositions(nodes) ?? layOutTree(nodes, edges);
  const points = [...positions.values()];
  const left = minOf(points.map(({ x }) => x));
  const top = minOf(points.map(({ y }) => y));
  const pointOf = (id: string): Point => {
    const position = positions.get(id) ?? { x: 0, y: 0 };
    return { x: position.x - left + margin, y: position.y - top + margin + headingHeight };
  };
  const boxes = nodes.map((node) => ({ ...pointOf(node.id), ...textsOf(node) }));
  const contentWidth = Math.max(
    maxOf(boxes.map(({ x }) => x)) + box.width - margin,
    Math.min(Math.ceil(measureText(title, styles.heading)), maxTitleWidth),
  );
  return {
    title: fitText(title, styles.heading, contentWidth),
    width: contentWidth + 2 * margin,
    height: maxOf(boxes.map(({ y }) => y)) + box.height + margin,
    boxes,
    lines: edges.map(({ source, target }) => {
      const [start, end] = [pointOf(source), pointOf(target)];
      return { from: { x: start.x + box.width / 2, y: start.y + box.height }, to: { x: end.x + box.width / 2, y: end.y } };
    }),
  };
}

/** The height of the title above the boxes. */
const headingHeight = 40;

function textsOf({ data, type }: Node): Omit<Box, 'x' | 'y'> {
  const [name, title, department] = [data?.name ?? '', data?.title ?? '', data?.department ?? ''];
  const isVacant = (data?.memberId ?? null) === null && name.trim() === '';
  const textWidth = box.width - 2 * padding;
  return {
    name: fitText(isVacant ? 'Vacancy' : name, styles.name, textWidth),
    title: fitText(title || (isVacant ? (type ?? '') : ''), styles.title, textWidth),
    department: fitText(department, styles.department, textWidth),
    isVacant,
  };
}

/**
 * @returns the positions of the nodes in the editor, spread so that boxes do not overlap; undefined if positions are missing,
 * if two boxes are too close to each other, or if the drawing is too large
 */
function findEditorPositions(nodes: readonly Node[]): Map<string, Point> | undefined {
  const positions = new Map(nodes.flatMap(({ id, position }) => (position ? [[id, position] as const] : [])));
  const points = [...positions.values()];
  const isTooLarge = (values: readonly number[]) => maxOf(values) - minOf(values) > maxSide;
  if (points.length < nodes.length || isTooLarge(points.map(({ x }) => x)) || isTooLarge(points.map(({ y }) => y))) return undefined;
  const spread = findSpread(points);
  return spread && new Map([...positions].map(([id, { x, y }]) => [id, { x: x * spread.x, y: y * spread.y }]));
}

/** The maximum factor by which positions are spread. Editors that draw smaller boxes place them closer to each other. */
const maxSpread = 2;

/** @returns the factors that spread the positions so that no boxes overlap; undefined if a factor is too large, as for equal positions */
function findSpread(positions: readonly Point[]): Point | undefined {
  let [x, y] = [1, 1];
  for (const [firstIndex, first] of positions.entries())
    for (let secondIndex = firstIndex + 1; secondIndex < positions.length; secondIndex += 1) {
      const second = positions[secondIndex] ?? first;
      const [across, down] = [Math.abs(first.x - second.x), Math.abs(first.y - second.y)];
      if (across * x >= box.width || down * y >= box.height) continue;
      const [factorX, factorY] = [(box.width + gap.minimum) / across, (box.height + gap.minimum) / down];
      if (Math.min(factorX, factorY) > maxSpread) return undefined;
      if (factorX < factorY) x = factorX;
      else y = factorY;
    }
  return { x, y };
}

/**
 * Arranges the nodes as a tree. Nodes without a manager are at the top. Every other node is below the first manager who leads to it,
 * and centered above its own subtree. In a cycle, the node that is visited first is at the top.
 */
function layOutTree(nodes: readonly Node[], edges: readonly Edge[]): Map<string, Point> {
  const { roots, reports, depths } = buildTree(nodes, edges);
  const ids = [...depths.keys()];
  const widths = new Map<string, number>();
  const widthOf = (id: string) => widths.get(id) ?? 1;
  // The ids are visited in reverse, because the width of a node depends on the widths of its reports, which come later.
  for (const id of ids.toReversed()) widths.set(id, (reports.get(id) ?? []).reduce((sum, report) => sum + widthOf(report), 0) || 1);
  const lefts = new Map<string, number>();
  const placeRow = (row: readonly string[], rowLeft: number) =>
    row.reduce((left, id) => {
      lefts.set(id, left);
      return left + widthOf(id);
    }, rowLeft);
  placeRow(roots, 0);
  for (const id of ids) placeRow(reports.get(id) ?? [], lefts.get(id) ?? 0);
  return new Map(
    ids.map((id) => {
      const column = (lefts.get(id) ?? 0) + (widthOf(id) - 1) / 2;
      return [id, { x: column * (box.width + gap.across), y: (depths.get(id) ?? 0) * (box.height + gap.down) }] as const;
    }),
  );
}

interface Tree {
  /** Nodes without a manager, and the first node of each cycle that has no manager outside. */
  readonly roots: readonly string[];
  /** A map from node id to the ids of the node's direct reports, in the order of the edges. */
  readonly reports: ReadonlyMap<string, readonly string[]>;
  /** A map from node id to depth. Managers come before their reports. */
  readonly depths: ReadonlyMap<string, number>;
}

function buildTree(nodes: readonly Node[], edges: readonly Edge[]): Tree {
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
  const descend = (newRoots: readonly string[]) => {
    roots.push(...newRoots);
    let row = newRoots;
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
  return values.reduce((minimum, value) => Math.min(minimum, value), values[0] ?? 0);
}

function maxOf(values: readonly number[]): number {
  return values.reduce((maximum, value) => Math.max(maximum, value), values[0] ?? 0);
}
