/** Creates missing links of a framework between records of the organization (frameworks, rules 9 and 19). */
import type { NewLinks } from '../rules/edges.ts';
import { inBatches } from '#platform/database/batches';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { Edge, Edges } from '../rules/edges.ts';

/** The ids of the organization's records by the ids of their templates. */
export interface RecordIdsByTemplate {
  readonly controls: ReadonlyMap<string, string>;
  readonly policies: ReadonlyMap<string, string>;
  readonly tasks: ReadonlyMap<string, string>;
}

/** Creates the missing links of an adopted framework. Edges to or from a template without a record are skipped. */
export async function insertLinks(
  db: OrganizationDatabase,
  instanceId: string,
  edges: Edges,
  recordIds: RecordIdsByTemplate,
): Promise<NewLinks> {
  const instanceColumn = { framework_instance_id: instanceId };
  const [requirements, policies, tasks, forms] = [
    withExistingControl(edges.requirements, recordIds.controls),
    withBothEnds(edges.policies, recordIds.controls, recordIds.policies),
    withBothEnds(edges.tasks, recordIds.controls, recordIds.tasks),
    withExistingControl(edges.forms, recordIds.controls),
  ];
  const newLinks: {
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
      .values(batch.map(({ control_id, to }) => ({ id: newId('req'), ...instanceColumn, control_id, requirement_id: to })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
      .then(collectInto(newLinks.maps)),
  );
  await inBatches(policies, (batch) =>
    db
      .insertInto('control_policy')
      .values(batch.map(({ control_id, to }) => ({ id: newId('ctp'), control_id, policy_id: to })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
      .then(collectInto(newLinks.direct.policies)),
  );
  await inBatches(tasks, (batch) =>
    db
      .insertInto('control_task')
      .values(batch.map(({ control_id, to }) => ({ id: newId('ctk'), control_id, task_id: to })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
      .then(collectInto(newLinks.direct.tasks)),
  );
  await inBatches(forms, (batch) =>
    db
      .insertInto('control_document_type')
      .values(batch.map(({ control_id, to }) => ({ id: newId('cdt'), control_id, form_type: to })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
      .then(collectInto(newLinks.direct.documentTypes)),
  );
  await inBatches(policies, (batch) =>
    db
      .insertInto('framework_control_policy')
      .values(batch.map(({ control_id, to }) => ({ id: newId('fpl'), ...instanceColumn, control_id, policy_id: to })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
      .then(collectInto(newLinks.scoped.policies)),
  );
  await inBatches(tasks, (batch) =>
    db
      .insertInto('framework_control_task')
      .values(batch.map(({ control_id, to }) => ({ id: newId('ftl'), ...instanceColumn, control_id, task_id: to })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
      .then(collectInto(newLinks.scoped.tasks)),
  );
  await inBatches(forms, (batch) =>
    db
      .insertInto('framework_control_document_type')
      .values(batch.map(({ control_id, to }) => ({ id: newId('fdl'), ...instanceColumn, control_id, form_type: to })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
      .then(collectInto(newLinks.scoped.documentTypes)),
  );
  return newLinks;
}

/** Returns the edges whose control exists, with the id of the control. */
export function withExistingControl<To extends string>(
  edges: readonly Edge<To>[],
  controls: ReadonlyMap<string, string>,
): { readonly control_id: string; readonly to: To }[] {
  return edges.flatMap(({ control, to }) => {
    const id = controls.get(control);
    return id === undefined ? [] : [{ control_id: id, to }];
  });
}

/** Returns the edges whose records both exist, with the ids of the records. */
export function withBothEnds(
  edges: readonly Edge[],
  controls: ReadonlyMap<string, string>,
  otherIds: ReadonlyMap<string, string>,
): { readonly control_id: string; readonly to: string }[] {
  return withExistingControl(edges, controls).flatMap(({ control_id, to }) => {
    const otherId = otherIds.get(to);
    return otherId === undefined ? [] : [{ control_id, to: otherId }];
  });
}
