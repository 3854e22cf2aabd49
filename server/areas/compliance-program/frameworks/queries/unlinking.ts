/** Removes the links that the new version of an adopted framework no longer has (frameworks, rule 19). Direct links stay. */
import type { OrganizationDatabase } from '#platform/database/handle';
import type { FormType } from '#domain/evidence-forms/count';
import { setArchived } from './copies.ts';
import type { Edge } from '../rules/edges.ts';
import { withBothEnds, withExistingControl, type RecordIdsByTemplate } from './linking.ts';
import type { ArchivedRow, Undo, RemovedLink } from '../rules/undo.ts';

/** Archives the active maps of edges. @param archivedAt the time of archiving @returns the ids and previous archive times of the maps */
export async function archiveMaps(
  db: OrganizationDatabase,
  instanceId: string,
  edges: readonly Edge[],
  { controls }: RecordIdsByTemplate,
  archivedAt: string,
): Promise<ArchivedRow[]> {
  const activeMaps = await findMaps(db, instanceId, edges, controls, false);
  await setArchived(
    db,
    'requirement_map',
    activeMaps.map(({ id }) => id),
    archivedAt,
  );
  return activeMaps;
}

/** Restores the archived maps of edges. @returns the ids and previous archive times of the maps */
export async function activateMaps(
  db: OrganizationDatabase,
  instanceId: string,
  edges: readonly Edge[],
  { controls }: RecordIdsByTemplate,
): Promise<ArchivedRow[]> {
  const archivedMaps = await findMaps(db, instanceId, edges, controls, true);
  await setArchived(
    db,
    'requirement_map',
    archivedMaps.map(({ id }) => id),
    null,
  );
  return archivedMaps;
}

async function findMaps(
  db: OrganizationDatabase,
  instanceId: string,
  edges: readonly Edge[],
  controls: RecordIdsByTemplate['controls'],
  isArchived: boolean,
): Promise<ArchivedRow[]> {
  const edgeKeys = new Set(withExistingControl(edges, controls).map(({ control_id, to }) => `${control_id} ${to}`));
  const rows = await db
    .selectFrom('requirement_map')
    .select(['id', 'control_id', 'requirement_id', 'archived_at'])
    .where('framework_instance_id', '=', instanceId)
    .where('requirement_id', 'is not', null)
    .where('archived_at', isArchived ? 'is not' : 'is', null)
    .execute();
  return rows.flatMap(({ id, control_id, requirement_id, archived_at }) =>
    edgeKeys.has(`${control_id} ${requirement_id}`) ? [{ id, prevArchivedAt: archived_at }] : [],
  );
}

interface DroppedEdges {
  readonly policies: readonly Edge[];
  readonly tasks: readonly Edge[];
  readonly forms: readonly Edge<FormType>[];
}

/** Removes the framework's links of dropped edges. @returns the removed links */
export async function removeFrameworkLinks(
  db: OrganizationDatabase,
  instanceId: string,
  droppedEdges: DroppedEdges,
  recordIds: RecordIdsByTemplate,
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
  const removedLinks = {
    policies: matchingLinks(policies, withBothEnds(droppedEdges.policies, recordIds.controls, recordIds.policies)),
    tasks: matchingLinks(tasks, withBothEnds(droppedEdges.tasks, recordIds.controls, recordIds.tasks)),
    forms: matchingLinks(forms, withExistingControl(droppedEdges.forms, recordIds.controls)),
  };
  const idsIn = (rows: readonly Link[]) => rows.map(({ id }) => id);
  if (removedLinks.policies.length)
    await db.deleteFrom('framework_control_policy').where('id', 'in', idsIn(removedLinks.policies)).execute();
  if (removedLinks.tasks.length) await db.deleteFrom('framework_control_task').where('id', 'in', idsIn(removedLinks.tasks)).execute();
  if (removedLinks.forms.length)
    await db.deleteFrom('framework_control_document_type').where('id', 'in', idsIn(removedLinks.forms)).execute();
  return {
    policies: removedLinks.policies.map(toRemovedLink),
    tasks: removedLinks.tasks.map(toRemovedLink),
    documentTypes: removedLinks.forms.map(toRemovedLink),
  };
}

interface Link<To extends string = string> {
  readonly id: string;
  readonly control_id: string;
  readonly to: To;
}

function matchingLinks<To extends string>(
  links: readonly Link<To>[],
  droppedEdges: readonly { readonly control_id: string; readonly to: To }[],
): Link<To>[] {
  const droppedKeys = new Set(droppedEdges.map(({ control_id, to }) => `${control_id} ${to}`));
  return links.filter(({ control_id, to }) => droppedKeys.has(`${control_id} ${to}`));
}

function toRemovedLink<To extends string>({ control_id, to }: Link<To>): RemovedLink<To> {
  return { controlId: control_id, to };
}
