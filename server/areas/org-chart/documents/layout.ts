/** Where the boxes of a drawn chart stand in its picture (spec/areas/org-chart, rule 13). */
import type { components } from '../../../../generated/api.d.ts';
import type { Drawing, Edge, Node } from '../../../domain/org-chart/nodes.ts';
import { fitted, roomOf, type Style } from './fitted.ts';

export type PictureFormat = components['schemas']['OrgChartPictureFormat'];

export const box = { width: 200, height: 64 } as const;
/** Between boxes that are laid out here, and at least between those that have to be moved apart. */
const gap = { across: 40, down: 56, least: 20 } as const;
export const margin = 40;
/** On each side of the texts in a box. */
export const padding = 12;
export const styles = {
  heading: { weight: 'bold', size: 20 },
  name: { weight: 'bold', size: 13 },
  title: { weight: 'regular', size: 11 },
  department: { weight: 'regular', size: 10 },
} as const satisfies Record<string, Style>;
/** The name of the chart may make the picture so wide. */
const widestHeading = 800;
/** A drawing that is wider or higher is laid out anew. */
const widest = 50_000;

interface Point {
  readonly x: number;
  readonly y: number;
}
/** The texts fit into the box. */
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
  const places = placesIn(nodes) ?? treeOf(nodes, edges);
  const all = [...places.values()];
  const left = leastOf(all.map(({ x }) => x));
  const top = leastOf(all.map(({ y }) => y));
  const at = (id: string): Point => {
    const place = places.get(id) ?? { x: 0, y: 0 };
    return { x: place.x - left + margin, y: place.y - top + margin + heading };
  };
  const boxes = nodes.map((node) => ({ ...at(node.id), ...saidBy(node) }));
  const room = Math.max(
    greatestOf(boxes.map(({ x }) => x)) + box.width - margin,
    Math.min(Math.ceil(roomOf(title, styles.heading)), widestHeading),
  );
  return {
    title: fitted(title, styles.heading, room),
    width: room + 2 * margin,
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
  const [name, title, department] = [data?.name ?? '', data?.title ?? '', data?.department ?? ''];
  const isVacant = (data?.memberId ?? null) === null && name.trim() === '';
  const room = box.width - 2 * padding;
  return {
    name: fitted(isVacant ? 'Vacancy' : name, styles.name, room),
    title: fitted(title || (isVacant ? (type ?? '') : ''), styles.title, room),
    department: fitted(department, styles.department, room),
    isVacant,
  };
}

/** @returns where the editor drew the nodes, as far apart as boxes need; undefined when it did not draw all of them, or two of them over each other, or too far apart */
function placesIn(nodes: readonly Node[]): Map<string, Point> | undefined {
  const places = new Map(nodes.flatMap(({ id, position }) => (position ? [[id, position] as const] : [])));
  const all = [...places.values()];
  const isWide = (values: readonly number[]) => greatestOf(values) - leastOf(values) > widest;
  if (all.length < nodes.length || isWide(all.map(({ x }) => x)) || isWide(all.map(({ y }) => y))) return undefined;
  const spread = spreadOf(all);
  return spread && new Map([...places].map(([id, { x, y }]) => [id, { x: x * spread.x, y: y * spread.y }]));
}

/** An editor whose boxes are smaller may draw them closer by so much. */
const mostSpread = 2;

/** @returns how many times as far apart the places have to be, so that no box covers another; undefined when two are in the same place */
function spreadOf(places: readonly Point[]): Point | undefined {
  let [x, y] = [1, 1];
  for (const [index, one] of places.entries())
    for (let next = index + 1; next < places.length; next += 1) {
      const other = places[next] ?? one;
      const [across, down] = [Math.abs(one.x - other.x), Math.abs(one.y - other.y)];
      if (across * x >= box.width || down * y >= box.height) continue;
      const [wider, higher] = [(box.width + gap.least) / across, (box.height + gap.least) / down];
      if (Math.min(wider, higher) > mostSpread) return undefined;
      if (wider < higher) x = wider;
      else y = higher;
    }
  return { x, y };
}

/**
 * Who reports to nobody stands above, each other one below the first who leads to them, and everybody over the middle of those below.
 * Circles begin where they are entered.
 */
function treeOf(nodes: readonly Node[], edges: readonly Edge[]): Map<string, Point> {
  const { roots, below, depths } = ranksOf(nodes, edges);
  const ids = [...depths.keys()];
  const widths = new Map<string, number>();
  const widthOf = (id: string) => widths.get(id) ?? 1;
  // From the last on, as everybody comes after whom they stand below.
  for (const id of ids.toReversed()) widths.set(id, (below.get(id) ?? []).reduce((sum, one) => sum + widthOf(one), 0) || 1);
  const lefts = new Map<string, number>();
  const stand = (row: readonly string[], from: number) =>
    row.reduce((left, id) => {
      lefts.set(id, left);
      return left + widthOf(id);
    }, from);
  stand(roots, 0);
  for (const id of ids) stand(below.get(id) ?? [], lefts.get(id) ?? 0);
  return new Map(
    ids.map((id) => {
      const column = (lefts.get(id) ?? 0) + (widthOf(id) - 1) / 2;
      return [id, { x: column * (box.width + gap.across), y: (depths.get(id) ?? 0) * (box.height + gap.down) }] as const;
    }),
  );
}

interface Ranks {
  /** Who stands below nobody. */
  readonly roots: readonly string[];
  /** Who stands below whom, in order. */
  readonly below: ReadonlyMap<string, readonly string[]>;
  /** The row of each, those above before those below. */
  readonly depths: ReadonlyMap<string, number>;
}

function ranksOf(nodes: readonly Node[], edges: readonly Edge[]): Ranks {
  const leading = Map.groupBy(edges, ({ source }) => source);
  const led = new Set(edges.map(({ target }) => target));
  const roots: string[] = [];
  const below = new Map<string, string[]>();
  const depths = new Map<string, number>();
  const take = (id: string, depth: number) => {
    if (depths.has(id)) return [];
    depths.set(id, depth);
    return [id];
  };
  const descend = (from: readonly string[]) => {
    roots.push(...from);
    let row = from;
    for (let depth = 1; row.length; depth += 1)
      row = row.flatMap((id) => {
        const own = (leading.get(id) ?? []).flatMap(({ target }) => take(target, depth));
        below.set(id, own);
        return own;
      });
  };
  descend(nodes.filter(({ id }) => !led.has(id)).flatMap(({ id }) => take(id, 0)));
  for (const { id } of nodes) descend(take(id, 0));
  return { roots, below, depths };
}

function leastOf(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), values[0] ?? 0);
}

function greatestOf(values: readonly number[]): number {
  return values.reduce((greatest, value) => Math.max(greatest, value), values[0] ?? 0);
}
