/** Links of a manifest by ids of templates. Ids that the manifest lacks are ignored. */
import type { Manifest } from '#domain/catalogue/manifest';
import type { FormType } from '#domain/evidence-forms/count';

export interface Edge<To extends string = string> {
  readonly control: string;
  readonly to: To;
}
export interface Edges {
  readonly requirements: readonly Edge[];
  readonly policies: readonly Edge[];
  readonly tasks: readonly Edge[];
  readonly forms: readonly Edge<FormType>[];
}

export function edgesOf({ requirements, policies, tasks, controls }: Manifest): Edges {
  const known = new Set([...requirements, ...policies, ...tasks].map(({ id }) => id));
  const edges = (to: (control: (typeof controls)[number]) => readonly string[]) =>
    controls.flatMap((control) => [...new Set(to(control))].flatMap((id) => (known.has(id) ? [{ control: control.id, to: id }] : [])));
  return {
    requirements: edges(({ requirementIds }) => requirementIds),
    policies: edges(({ policyIds }) => policyIds),
    tasks: edges(({ taskIds }) => taskIds),
    forms: controls.flatMap((control) => [...new Set(control.documentTypes)].map((to) => ({ control: control.id, to }))),
  };
}

/** The edges that are not among the others. */
export function edgesWithout<To extends string>(edges: readonly Edge<To>[], others: readonly Edge<To>[]): Edge<To>[] {
  const known = new Set(others.map(({ control, to }) => `${control} ${to}`));
  return edges.filter(({ control, to }) => !known.has(`${control} ${to}`));
}

/** Ids of the links that did not exist before. */
export interface NewLinks {
  readonly maps: readonly string[];
  readonly direct: { readonly policies: readonly string[]; readonly tasks: readonly string[]; readonly documentTypes: readonly string[] };
  readonly scoped: { readonly policies: readonly string[]; readonly tasks: readonly string[]; readonly documentTypes: readonly string[] };
}
