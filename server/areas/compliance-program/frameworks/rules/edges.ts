/** Extracts the links between the templates of a manifest. */
import type { Manifest } from '#domain/catalogue/manifest';
import type { FormType } from '#domain/evidence-forms/count';

/** A link between a control template and another record, by their ids. */
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

/** Returns the links of a manifest. Links to ids that the manifest does not contain are ignored. */
export function edgesOf({ requirements, policies, tasks, controls }: Manifest): Edges {
  const templateIds = new Set([...requirements, ...policies, ...tasks].map(({ id }) => id));
  const edgesTo = (targetIds: (control: (typeof controls)[number]) => readonly string[]) =>
    controls.flatMap((control) =>
      [...new Set(targetIds(control))].flatMap((id) => (templateIds.has(id) ? [{ control: control.id, to: id }] : [])),
    );
  return {
    requirements: edgesTo(({ requirementIds }) => requirementIds),
    policies: edgesTo(({ policyIds }) => policyIds),
    tasks: edgesTo(({ taskIds }) => taskIds),
    forms: controls.flatMap((control) => [...new Set(control.documentTypes)].map((to) => ({ control: control.id, to }))),
  };
}

/** Returns the edges that `otherEdges` does not contain. */
export function edgesWithout<To extends string>(edges: readonly Edge<To>[], otherEdges: readonly Edge<To>[]): Edge<To>[] {
  const otherKeys = new Set(otherEdges.map(({ control, to }) => `${control} ${to}`));
  return edges.filter(({ control, to }) => !otherKeys.has(`${control} ${to}`));
}

/** The ids of the links that did not exist before. */
export interface NewLinks {
  readonly maps: readonly string[];
  readonly direct: { readonly policies: readonly string[]; readonly tasks: readonly string[]; readonly documentTypes: readonly string[] };
  readonly scoped: { readonly policies: readonly string[]; readonly tasks: readonly string[]; readonly documentTypes: readonly string[] };
}
