/** Compares two versions of a framework by ids of templates (frameworks, rule 17). */
import { isDeepStrictEqual } from 'node:util';
import type { Manifest, ManifestControl, ManifestPolicy, ManifestRequirement, ManifestTask } from '#domain/catalogue/manifest';
import type { FormType } from '#domain/evidence-forms/count';
import { type Edge, type Edges, edgesOf, edgesWithout } from './edges.ts';

export interface Pair<T> {
  readonly from: T;
  readonly to: T;
}
export interface ItemDiff<T> {
  readonly added: readonly T[];
  readonly removed: readonly T[];
  readonly updated: readonly Pair<T>[];
}
export interface EdgeDiff<To extends string = string> {
  readonly added: readonly Edge<To>[];
  readonly removed: readonly Edge<To>[];
}
export interface Diff {
  readonly controls: ItemDiff<ManifestControl>;
  readonly policies: ItemDiff<ManifestPolicy>;
  readonly tasks: ItemDiff<ManifestTask>;
  readonly requirements: ItemDiff<ManifestRequirement>;
  readonly edges: {
    readonly requirements: EdgeDiff;
    readonly policies: EdgeDiff;
    readonly tasks: EdgeDiff;
    readonly forms: EdgeDiff<FormType>;
  };
}

/** Two versions limited to the scope, and the same versions with all parts. */
export interface Versions extends Pair<Manifest> {
  readonly complete: Pair<Manifest>;
}

/** Compares two versions. A link that only leaves the scope does not count as removed (frameworks, rule 28). */
export function compareVersions({ from, to, complete: completeVersions }: Versions): Diff {
  const [edgesBefore, edgesAfter, allEdgesAfter] = [edgesOf(from), edgesOf(to), edgesOf(completeVersions.to)];
  return {
    controls: diffItems(from.controls, to.controls, ({ name, description, controlFamily }) => [name, description, controlFamily]),
    policies: diffItems(from.policies, to.policies, ({ name, description, frequency, department, content }) => [
      name,
      description,
      frequency,
      department,
      content,
    ]),
    tasks: diffItems(from.tasks, to.tasks, ({ name, description, frequency, department }) => [name, description, frequency, department]),
    requirements: diffItems(
      completeVersions.from.requirements,
      completeVersions.to.requirements,
      ({ identifier, name, description, requirementFamily }) => [identifier, name, description, requirementFamily],
    ),
    edges: {
      requirements: diffEdges({ edgesBefore, edgesAfter, allEdgesAfter }, 'requirements'),
      policies: diffEdges({ edgesBefore, edgesAfter, allEdgesAfter }, 'policies'),
      tasks: diffEdges({ edgesBefore, edgesAfter, allEdgesAfter }, 'tasks'),
      forms: { added: edgesWithout(edgesAfter.forms, edgesBefore.forms), removed: edgesWithout(edgesBefore.forms, allEdgesAfter.forms) },
    },
  };
}

/** @param valuesOf returns the values of an item that are compared; the other values may differ */
function diffItems<T extends { readonly id: string }>(
  from: readonly T[],
  to: readonly T[],
  valuesOf: (item: T) => readonly unknown[],
): ItemDiff<T> {
  const [oldItems, newItems] = [new Map(from.map((item) => [item.id, item])), new Map(to.map((item) => [item.id, item]))];
  return {
    added: to.filter(({ id }) => !oldItems.has(id)),
    removed: from.filter(({ id }) => !newItems.has(id)),
    updated: to.flatMap((item) => {
      const oldItem = oldItems.get(item.id);
      return oldItem && !isDeepStrictEqual(valuesOf(oldItem), valuesOf(item)) ? [{ from: oldItem, to: item }] : [];
    }),
  };
}

function diffEdges(
  { edgesBefore, edgesAfter, allEdgesAfter }: { readonly edgesBefore: Edges; readonly edgesAfter: Edges; readonly allEdgesAfter: Edges },
  kind: 'requirements' | 'policies' | 'tasks',
): EdgeDiff {
  return { added: edgesWithout(edgesAfter[kind], edgesBefore[kind]), removed: edgesWithout(edgesBefore[kind], allEdgesAfter[kind]) };
}
