/** Ends the links that a version of a framework no longer has, in one adopted framework (spec/areas/frameworks, rule 19). Direct links stay. */
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { FormType } from '../../../domain/evidence-forms/counted.ts';
import { setArchived } from './copies.ts';
import type { Edge } from '../rules/edges.ts';
import { ends, fromControls, type Own } from './linking.ts';
import type { Archiving, Undo, Unlinked } from '../rules/undo.ts';

/** Archives the maps in force of these edges. @param at when @returns them as they were */
export async function archiveMaps(
  db: OrganizationDatabase,
  instanceId: string,
  edges: readonly Edge[],
  { controls }: Own,
  at: string,
): Promise<Archiving[]> {
  const dropped = await mapsOf(db, instanceId, edges, controls, false);
  await setArchived(
    db,
    'requirement_map',
    dropped.map(({ id }) => id),
    at,
  );
  return dropped;
}

/** Takes archived maps of these edges into use again. @returns them as they were */
export async function activateMaps(
  db: OrganizationDatabase,
  instanceId: string,
  edges: readonly Edge[],
  { controls }: Own,
): Promise<Archiving[]> {
  const back = await mapsOf(db, instanceId, edges, controls, true);
  await setArchived(
    db,
    'requirement_map',
    back.map(({ id }) => id),
    null,
  );
  return back;
}

async function mapsOf(
  db: OrganizationDatabase,
  instanceId: string,
  edges: readonly Edge[],
  controls: Own['controls'],
  archived: boolean,
): Promise<Archiving[]> {
  const wanted = new Set(fromControls(edges, controls).map(({ control_id, to }) => `${control_id} ${to}`));
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

interface Dropped {
  readonly policies: readonly Edge[];
  readonly tasks: readonly Edge[];
  readonly forms: readonly Edge<FormType>[];
}

/** @returns those that were there */
export async function removeScoped(
  db: OrganizationDatabase,
  instanceId: string,
  dropped: Dropped,
  own: Own,
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
  const gone = {
    policies: among(policies, ends(dropped.policies, own.controls, own.policies)),
    tasks: among(tasks, ends(dropped.tasks, own.controls, own.tasks)),
    forms: among(forms, fromControls(dropped.forms, own.controls)),
  };
  const idsIn = (rows: readonly Link[]) => rows.map(({ id }) => id);
  if (gone.policies.length) await db.deleteFrom('framework_control_policy').where('id', 'in', idsIn(gone.policies)).execute();
  if (gone.tasks.length) await db.deleteFrom('framework_control_task').where('id', 'in', idsIn(gone.tasks)).execute();
  if (gone.forms.length) await db.deleteFrom('framework_control_document_type').where('id', 'in', idsIn(gone.forms)).execute();
  return { policies: gone.policies.map(unlinked), tasks: gone.tasks.map(unlinked), documentTypes: gone.forms.map(unlinked) };
}

interface Link<To extends string = string> {
  readonly id: string;
  readonly control_id: string;
  readonly to: To;
}

function among<To extends string>(
  links: readonly Link<To>[],
  wanted: readonly { readonly control_id: string; readonly to: To }[],
): Link<To>[] {
  const known = new Set(wanted.map(({ control_id, to }) => `${control_id} ${to}`));
  return links.filter(({ control_id, to }) => known.has(`${control_id} ${to}`));
}

function unlinked<To extends string>({ control_id, to }: Link<To>): Unlinked<To> {
  return { controlId: control_id, to };
}
