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

/** Two versions, limited to the scope, and in full. */
export interface Versions extends Pair<Manifest> {
  readonly whole: Pair<Manifest>;
}

/** A link counts as removed only if the full version no longer has it; leaving the scope removes none (frameworks, rule 28). */
export function diffOf({ from, to, whole }: Versions): Diff {
  const [before, after, still] = [edgesOf(from), edgesOf(to), edgesOf(whole.to)];
  return {
    controls: itemsOf(from.controls, to.controls, ({ name, description, controlFamily }) => [name, description, controlFamily]),
    policies: itemsOf(from.policies, to.policies, ({ name, description, frequency, department, content }) => [
      name,
      description,
      frequency,
      department,
      content,
    ]),
    tasks: itemsOf(from.tasks, to.tasks, ({ name, description, frequency, department }) => [name, description, frequency, department]),
    requirements: itemsOf(whole.from.requirements, whole.to.requirements, ({ identifier, name, description, requirementFamily }) => [
      identifier,
      name,
      description,
      requirementFamily,
    ]),
    edges: {
      requirements: edgeDiff({ before, after, still }, 'requirements'),
      policies: edgeDiff({ before, after, still }, 'policies'),
      tasks: edgeDiff({ before, after, still }, 'tasks'),
      forms: { added: edgesWithout(after.forms, before.forms), removed: edgesWithout(before.forms, still.forms) },
    },
  };
}

/** @param compared the values of an item to compare; its other values may differ */
function itemsOf<T extends { readonly id: string }>(
  from: readonly T[],
  to: readonly T[],
  compared: (item: T) => readonly unknown[],
): ItemDiff<T> {
  const [before, after] = [new Map(from.map((item) => [item.id, item])), new Map(to.map((item) => [item.id, item]))];
  return {
    added: to.filter(({ id }) => !before.has(id)),
    removed: from.filter(({ id }) => !after.has(id)),
    updated: to.flatMap((item) => {
      const old = before.get(item.id);
      return old && !isDeepStrictEqual(compared(old), compared(item)) ? [{ from: old, to: item }] : [];
    }),
  };
}

function edgeDiff(
  { before, after, still }: { readonly before: Edges; readonly after: Edges; readonly still: Edges },
  kind: 'requirements' | 'policies' | 'tasks',
): EdgeDiff {
  return { added: edgesWithout(after[kind], before[kind]), removed: edgesWithout(before[kind], still[kind]) };
}
