/** What a manifest links, by ids of templates. An id in the list of a control counts only where the manifest has it. */
import type { Manifest } from '../../../domain/catalogue/manifest.ts';
import type { FormType } from '../../../domain/evidence-forms/counted.ts';

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

/** The edges of the first that the second does not have. */
export function without<To extends string>(edges: readonly Edge<To>[], others: readonly Edge<To>[]): Edge<To>[] {
  const known = new Set(others.map(({ control, to }) => `${control} ${to}`));
  return edges.filter(({ control, to }) => !known.has(`${control} ${to}`));
}
