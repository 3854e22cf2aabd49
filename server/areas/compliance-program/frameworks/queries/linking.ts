/** Creates the links of a framework between records of the organization, if they do not exist (frameworks, rules 9 and 19). */
import type { NewLinks } from '../rules/edges.ts';
import { inBatches } from '#platform/database/batches';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { Edge, Edges } from '../rules/edges.ts';

/** Records of the organization by the ids of their templates. */
export interface OwnRecords {
  readonly controls: ReadonlyMap<string, string>;
  readonly policies: ReadonlyMap<string, string>;
  readonly tasks: ReadonlyMap<string, string>;
}

/** @param own edges with a missing end are skipped */
export async function linkAll(db: OrganizationDatabase, instanceId: string, edges: Edges, own: OwnRecords): Promise<NewLinks> {
  const place = { framework_instance_id: instanceId };
  const [requirements, policies, tasks, forms] = [
    withExistingControl(edges.requirements, own.controls),
    withBothEnds(edges.policies, own.controls, own.policies),
    withBothEnds(edges.tasks, own.controls, own.tasks),
    withExistingControl(edges.forms, own.controls),
  ];
  const created: {
    maps: string[];
    direct: Record<'policies' | 'tasks' | 'documentTypes', string[]>;
    scoped: Record<'policies' | 'tasks' | 'documentTypes', string[]>;
  } = {
    maps: [],
    direct: { policies: [], tasks: [], documentTypes: [] },
    scoped: { policies: [], tasks: [], documentTypes: [] },
  };
  const collectInto = (ids: string[]) => (rows: readonly { readonly id: string }[]) => void ids.push(...rows.map(({ id }) => id));
  await inBatches(requirements, (batch) =>
    db
      .insertInto('requirement_map')
      .values(batch.map(({ control_id, to }) => ({ id: newId('req'), ...place, control_id, requirement_id: to })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
      .then(collectInto(created.maps)),
  );
  await inBatches(policies, (batch) =>
    db
      .insertInto('control_policy')
      .values(batch.map(({ control_id, to }) => ({ id: newId('ctp'), control_id, policy_id: to })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
      .then(collectInto(created.direct.policies)),
  );
  await inBatches(tasks, (batch) =>
    db
      .insertInto('control_task')
      .values(batch.map(({ control_id, to }) => ({ id: newId('ctk'), control_id, task_id: to })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
      .then(collectInto(created.direct.tasks)),
  );
  await inBatches(forms, (batch) =>
    db
      .insertInto('control_document_type')
      .values(batch.map(({ control_id, to }) => ({ id: newId('cdt'), control_id, form_type: to })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
      .then(collectInto(created.direct.documentTypes)),
  );
  await inBatches(policies, (batch) =>
    db
      .insertInto('framework_control_policy')
      .values(batch.map(({ control_id, to }) => ({ id: newId('fpl'), ...place, control_id, policy_id: to })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
      .then(collectInto(created.scoped.policies)),
  );
  await inBatches(tasks, (batch) =>
    db
      .insertInto('framework_control_task')
      .values(batch.map(({ control_id, to }) => ({ id: newId('ftl'), ...place, control_id, task_id: to })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
      .then(collectInto(created.scoped.tasks)),
  );
  await inBatches(forms, (batch) =>
    db
      .insertInto('framework_control_document_type')
      .values(batch.map(({ control_id, to }) => ({ id: newId('fdl'), ...place, control_id, form_type: to })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
      .then(collectInto(created.scoped.documentTypes)),
  );
  return created;
}

/** Edges with an existing control. */
export function withExistingControl<To extends string>(
  edges: readonly Edge<To>[],
  controls: ReadonlyMap<string, string>,
): { readonly control_id: string; readonly to: To }[] {
  return edges.flatMap(({ control, to }) => {
    const id = controls.get(control);
    return id === undefined ? [] : [{ control_id: id, to }];
  });
}

/** Edges with two existing ends, by ids of the organization. */
export function withBothEnds(
  edges: readonly Edge[],
  controls: ReadonlyMap<string, string>,
  others: ReadonlyMap<string, string>,
): { readonly control_id: string; readonly to: string }[] {
  return withExistingControl(edges, controls).flatMap(({ control_id, to }) => {
    const other = others.get(to);
    return other === undefined ? [] : [{ control_id, to: other }];
  });
}
