/** Removes links from an adopted framework that its new version no longer has (frameworks, rule 19). Direct links stay. */
import type { OrganizationDatabase } from '#platform/database/handle';
import type { FormType } from '#domain/evidence-forms/count';
import { setArchived } from './copies.ts';
import type { Edge } from '../rules/edges.ts';
import { withBothEnds, withExistingControl, type OwnRecords } from './linking.ts';
import type { ArchivedRow, Undo, RemovedLink } from '../rules/undo.ts';

/** Archives the active maps of these edges. @param at the time of archiving @returns them as they were before */
export async function archiveMaps(
  db: OrganizationDatabase,
  instanceId: string,
  edges: readonly Edge[],
  { controls }: OwnRecords,
  at: string,
): Promise<ArchivedRow[]> {
  const dropped = await mapsOf(db, instanceId, edges, controls, false);
  await setArchived(
    db,
    'requirement_map',
    dropped.map(({ id }) => id),
    at,
  );
  return dropped;
}

/** Restores archived maps of these edges. @returns them as they were before */
export async function activateMaps(
  db: OrganizationDatabase,
  instanceId: string,
  edges: readonly Edge[],
  { controls }: OwnRecords,
): Promise<ArchivedRow[]> {
  const restored = await mapsOf(db, instanceId, edges, controls, true);
  await setArchived(
    db,
    'requirement_map',
    restored.map(({ id }) => id),
    null,
  );
  return restored;
}

async function mapsOf(
  db: OrganizationDatabase,
  instanceId: string,
  edges: readonly Edge[],
  controls: OwnRecords['controls'],
  archived: boolean,
): Promise<ArchivedRow[]> {
  const wanted = new Set(withExistingControl(edges, controls).map(({ control_id, to }) => `${control_id} ${to}`));
  const rows = await db
    .selectFrom('requirement_map')
    .select(['id', 'control_id', 'requirement_id', 'archived_at'])
    .where('framework_instance_id', '=', instanceId)
    .where('requirement_id', 'is not', null)
    .where('archived_at', archived ? 'is not' : 'is', null)
    .execute();
  return rows.flatMap(({ id, control_id, requirement_id, archived_at }) =>
    wanted.has(`${control_id} ${requirement_id}`) ? [{ id, prevArchivedAt: archived_at }] : [],
  );
}

interface DroppedEdges {
  readonly policies: readonly Edge[];
  readonly tasks: readonly Edge[];
  readonly forms: readonly Edge<FormType>[];
}

/** @returns the removed links */
export async function removeScoped(
  db: OrganizationDatabase,
  instanceId: string,
  dropped: DroppedEdges,
  own: OwnRecords,
): Promise<Undo['scoped']['removed']> {
  const [policies, tasks, forms] = await Promise.all([
    db
      .selectFrom('framework_control_policy')
      .select(['id', 'control_id', 'policy_id as to'])
      .where('framework_instance_id', '=', instanceId)
      .execute(),
    db
      .selectFrom('framework_control_task')
      .select(['id', 'control_id', 'task_id as to'])
      .where('framework_instance_id', '=', instanceId)
      .execute(),
    db
      .selectFrom('framework_control_document_type')
      .select(['id', 'control_id', 'form_type as to'])
      .where('framework_instance_id', '=', instanceId)
      .execute(),
  ]);
  const removed = {
    policies: matchingLinks(policies, withBothEnds(dropped.policies, own.controls, own.policies)),
    tasks: matchingLinks(tasks, withBothEnds(dropped.tasks, own.controls, own.tasks)),
    forms: matchingLinks(forms, withExistingControl(dropped.forms, own.controls)),
  };
  const idsIn = (rows: readonly Link[]) => rows.map(({ id }) => id);
  if (removed.policies.length) await db.deleteFrom('framework_control_policy').where('id', 'in', idsIn(removed.policies)).execute();
  if (removed.tasks.length) await db.deleteFrom('framework_control_task').where('id', 'in', idsIn(removed.tasks)).execute();
  if (removed.forms.length) await db.deleteFrom('framework_control_document_type').where('id', 'in', idsIn(removed.forms)).execute();
  return {
    policies: removed.policies.map(toRemovedLink),
    tasks: removed.tasks.map(toRemovedLink),
    documentTypes: removed.forms.map(toRemovedLink),
  };
}

interface Link<To extends string = string> {
  readonly id: string;
  readonly control_id: string;
  readonly to: To;
}

function matchingLinks<To extends string>(
  links: readonly Link<To>[],
  wanted: readonly { readonly control_id: string; readonly to: To }[],
): Link<To>[] {
  const known = new Set(wanted.map(({ control_id, to }) => `${control_id} ${to}`));
  return links.filter(({ control_id, to }) => known.has(`${control_id} ${to}`));
}

function toRemovedLink<To extends string>({ control_id, to }: Link<To>): RemovedLink<To> {
  return { controlId: control_id, to };
}
