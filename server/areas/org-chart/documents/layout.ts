/** Where the boxes of a drawn chart stand in its picture (spec/areas/org-chart, rule 13). */
import type { components } from '../../../../generated/api.d.ts';
import type { Drawing, Edge, Node } from '../../../domain/org-chart/nodes.ts';

export type PictureFormat = components['schemas']['OrgChartPictureFormat'];

export const box = { width: 200, height: 64 } as const;
const gap = { across: 40, down: 56 } as const;
export const margin = 40;
/** A drawing that is wider or higher is laid out anew. */
const widest = 50_000;

interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Box extends Point {
  /** Name of the person, or what the node is called instead. */
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

/** @param title name of the chart @returns the picture of the drawing, with the names that its nodes have */
export function pictureOf(title: string, { nodes, edges }: Drawing): Picture {
  const places = placesIn(nodes) ?? layersOf(nodes, edges);
  const all = [...places.values()];
  const left = leastOf(all.map(({ x }) => x));
  const top = leastOf(all.map(({ y }) => y));
  const at = (id: string): Point => {
    const place = places.get(id) ?? { x: 0, y: 0 };
    return { x: place.x - left + margin, y: place.y - top + margin + heading };
  };
  const boxes = nodes.map((node) => ({ ...at(node.id), ...saidBy(node) }));
  return {
    title,
    width: greatestOf(boxes.map(({ x }) => x)) + box.width + margin,
    height: greatestOf(boxes.map(({ y }) => y)) + box.height + margin,
    boxes,
    lines: edges.map(({ source, target }) => {
      const [from, to] = [at(source), at(target)];
      return { from: { x: from.x + box.width / 2, y: from.y + box.height }, to: { x: to.x + box.width / 2, y: to.y } };
    }),
  };
}

/** Height of the title above the boxes. */
const heading = 40;

function saidBy({ data, type }: Node): Omit<Box, 'x' | 'y'> {
  const { name = '', title = '', department = '', memberId } = data ?? {};
  const isVacant = (memberId ?? null) === null && name.trim() === '';
  return { name: isVacant ? 'Vacancy' : name, title: title || (isVacant ? (type ?? '') : ''), department, isVacant };
}

/** @returns where the editor drew the nodes; undefined when it did not draw all of them, or two of them over each other, or too far apart */
function placesIn(nodes: readonly Node[]): Map<string, Point> | undefined {
  const places = new Map(nodes.flatMap(({ id, position }) => (position ? [[id, position] as const] : [])));
  const all = [...places.values()];
  const spots = new Set(all.map(({ x, y }) => `${Math.round(x / box.width)} ${Math.round(y / box.height)}`));
  const isWide = (values: readonly number[]) => greatestOf(values) - leastOf(values) > widest;
  if (spots.size < nodes.length || isWide(all.map(({ x }) => x)) || isWide(all.map(({ y }) => y))) return undefined;
  return places;
}

/** In rows: who reports to nobody stands above, and each other one below the first who leads to it. Circles begin where they are entered. */
function layersOf(nodes: readonly Node[], edges: readonly Edge[]): Map<string, Point> {
  const below = Map.groupBy(edges, ({ source }) => source);
  const led = new Set(edges.map(({ target }) => target));
  const rows: string[][] = [];
  const placed = new Set<string>();
  let row: string[] = [];
  const take = (id: string) => {
    if (placed.has(id)) return [];
    placed.add(id);
    return [id];
  };
  const descend = () => {
    for (let depth = 0; row.length; depth += 1) {
      (rows[depth] ??= []).push(...row);
      row = row.flatMap((id) => (below.get(id) ?? []).flatMap(({ target }) => take(target)));
    }
  };
  row = nodes.filter(({ id }) => !led.has(id)).flatMap(({ id }) => take(id));
  descend();
  for (const { id } of nodes) {
    row = take(id);
    descend();
  }
  const width = (count: number) => count * (box.width + gap.across);
  const most = greatestOf(rows.map(({ length }) => width(length)));
  return new Map(
    rows.flatMap((ids, depth) =>
      ids.map((id, index) => [id, { x: (most - width(ids.length)) / 2 + width(index), y: depth * (box.height + gap.down) }] as const),
    ),
  );
}

function leastOf(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), values[0] ?? 0);
}

function greatestOf(values: readonly number[]): number {
  return values.reduce((greatest, value) => Math.max(greatest, value), values[0] ?? 0);
}
