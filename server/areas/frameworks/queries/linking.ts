/** Makes the links of a framework between the organization's own records. All of it is "insert if absent" (spec/areas/frameworks, rules 9 and 19). */
import { inBatches } from '../../../platform/database/batches.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import type { Edge, Edges } from '../rules/edges.ts';

/** The organization's own records by the ids of their templates. */
export interface Own {
  readonly controls: ReadonlyMap<string, string>;
  readonly policies: ReadonlyMap<string, string>;
  readonly tasks: ReadonlyMap<string, string>;
}

/** What was not there before, by id. */
export interface Linked {
  readonly maps: readonly string[];
  readonly direct: { readonly policies: readonly string[]; readonly tasks: readonly string[]; readonly documentTypes: readonly string[] };
  readonly scoped: { readonly policies: readonly string[]; readonly tasks: readonly string[]; readonly documentTypes: readonly string[] };
}

/** @param own an edge counts only where both of its ends are there */
export async function linkAll(db: OrganizationDatabase, instanceId: string, edges: Edges, own: Own): Promise<Linked> {
  const place = { framework_instance_id: instanceId };
  const [requirements, policies, tasks, forms] = [
    fromControls(edges.requirements, own.controls),
    ends(edges.policies, own.controls, own.policies),
    ends(edges.tasks, own.controls, own.tasks),
    fromControls(edges.forms, own.controls),
  ];
  const made: {
    maps: string[];
    direct: Record<'policies' | 'tasks' | 'documentTypes', string[]>;
    scoped: Record<'policies' | 'tasks' | 'documentTypes', string[]>;
  } = {
    maps: [],
    direct: { policies: [], tasks: [], documentTypes: [] },
    scoped: { policies: [], tasks: [], documentTypes: [] },
  };
  const into = (ids: string[]) => (rows: readonly { readonly id: string }[]) => void ids.push(...rows.map(({ id }) => id));
  await inBatches(requirements, (batch) =>
    db
      .insertInto('requirement_map')
      .values(batch.map(({ control_id, to }) => ({ id: newId('req'), ...place, control_id, requirement_id: to })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
      .then(into(made.maps)),
  );
  await inBatches(policies, (batch) =>
    db
      .insertInto('control_policy')
      .values(batch.map(({ control_id, to }) => ({ id: newId('ctp'), control_id, policy_id: to })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
      .then(into(made.direct.policies)),
  );
  await inBatches(tasks, (batch) =>
    db
      .insertInto('control_task')
      .values(batch.map(({ control_id, to }) => ({ id: newId('ctk'), control_id, task_id: to })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
      .then(into(made.direct.tasks)),
  );
  await inBatches(forms, (batch) =>
    db
      .insertInto('control_document_type')
      .values(batch.map(({ control_id, to }) => ({ id: newId('cdt'), control_id, form_type: to })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
      .then(into(made.direct.documentTypes)),
  );
  await inBatches(policies, (batch) =>
    db
      .insertInto('framework_control_policy')
      .values(batch.map(({ control_id, to }) => ({ id: newId('fpl'), ...place, control_id, policy_id: to })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
      .then(into(made.scoped.policies)),
  );
  await inBatches(tasks, (batch) =>
    db
      .insertInto('framework_control_task')
      .values(batch.map(({ control_id, to }) => ({ id: newId('ftl'), ...place, control_id, task_id: to })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
      .then(into(made.scoped.tasks)),
  );
  await inBatches(forms, (batch) =>
    db
      .insertInto('framework_control_document_type')
      .values(batch.map(({ control_id, to }) => ({ id: newId('fdl'), ...place, control_id, form_type: to })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
      .then(into(made.scoped.documentTypes)),
  );
  return made;
}

/** Edges whose control is there. */
export function fromControls<To extends string>(
  edges: readonly Edge<To>[],
  controls: ReadonlyMap<string, string>,
): { readonly control_id: string; readonly to: To }[] {
  return edges.flatMap(({ control, to }) => {
    const id = controls.get(control);
    return id === undefined ? [] : [{ control_id: id, to }];
  });
}

/** Edges both of whose ends are there, by the organization's own ids. */
export function ends(
  edges: readonly Edge[],
  controls: ReadonlyMap<string, string>,
  others: ReadonlyMap<string, string>,
): { readonly control_id: string; readonly to: string }[] {
  return fromControls(edges, controls).flatMap(({ control_id, to }) => {
    const other = others.get(to);
    return other === undefined ? [] : [{ control_id, to: other }];
  });
}
