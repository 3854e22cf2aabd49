/** Links policies, tasks and forms to a control, and unlinks them. */
import type { Audit } from '#platform/audit/audit';
import { changesOnCreate, changesOnDelete } from '#platform/audit/changes';
import { isRefusal, refusal } from '#platform/refusals/refusal';
import { copyLinksToCustomFrameworks } from '#domain/controls/links/custom-frameworks';
import type { Linkable, LinkedKind } from '#domain/access/links/linkable';
import type { OrganizationDatabase } from '#platform/database/handle';
import { touchRecord } from '#platform/database/touched';
import type { Actor } from '#platform/identity/actor';
import type { ControlLinks } from '../queries/links.ts';
import { lockRequiredControl } from './require-control.ts';
import { findFrameworkInstance, lockFrameworkInstance, selectCustomInstanceIds } from '../queries/scope.ts';

interface Request {
  readonly path: { readonly id: string };
  /** The adopted framework that the link belongs to; undefined for a direct link. */
  readonly query: { readonly frameworkInstanceId?: string };
  readonly db: OrganizationDatabase;
  readonly actor: Actor;
  readonly audit: Audit;
}

export const controlArchived = () => refusal('control_archived');

/**
 * Links records to a control. Direct links also apply to the custom frameworks (controls, rule 3).
 * @param find finds the records to link; it is called after the control is locked
 * @returns the number of records that can be linked, and the number of new links
 */
export async function link<Kind extends LinkedKind | 'form'>(
  links: ControlLinks<Kind>,
  find: () => Promise<readonly Linkable<Kind>[]> | readonly Linkable<Kind>[],
  { path, query: { frameworkInstanceId }, db, actor, audit }: Request,
) {
  const control = await lockRequiredControl(db, actor, path.id);
  if (isRefusal(control)) return control;
  if (control.archivedAt !== null) return controlArchived();
  const instance = await lockFrameworkInstance(db, actor, frameworkInstanceId);
  if (isRefusal(instance)) return instance;
  const records = await find();
  const newRecords = instance
    ? await links.frameworkLinks.add(db, { control_id: control.id, framework_instance_id: instance.id }, records)
    : await links.directLinks.add(db, { control_id: control.id }, records);
  if (newRecords.length) await touchRecord(db, 'control', control.id);
  if (records.length && !instance) await copyLinksToCustomFrameworks(db, [control.id]);
  const titles = newRecords.map(({ title }) => title);
  audit.performed(`Linked ${links.plural} to control`, { changes: titles.length ? changesOnCreate({ [links.field]: titles }) : {} });
  return { linkableCount: records.length, newLinkCount: newRecords.length };
}

/** Removes the direct link and its copies in custom frameworks, or only the link in the given framework (controls, rule 4). */
export async function unlink<Kind extends LinkedKind | 'form', Missing>(
  links: ControlLinks<Kind>,
  find: () => Promise<Linkable<Kind> | undefined> | Linkable<Kind> | undefined,
  respondNotFound: () => Missing,
  { path, query: { frameworkInstanceId }, db, actor, audit }: Request,
) {
  const control = await lockRequiredControl(db, actor, path.id);
  if (isRefusal(control)) return control;
  const record = await find();
  if (!record) return respondNotFound();
  const instance = await findFrameworkInstance(db, actor, frameworkInstanceId);
  if (isRefusal(instance)) return instance;
  const count = instance
    ? await links.frameworkLinks.remove(db, { control_id: control.id, framework_instance_id: instance.id }, record)
    : (await links.directLinks.remove(db, { control_id: control.id }, record)) +
      (await links.frameworkLinks.remove(db, { control_id: control.id, framework_instance_id: selectCustomInstanceIds(db) }, record));
  if (count) await touchRecord(db, 'control', control.id);
  audit.performed(`Unlinked ${links.plural} from control`, { changes: count ? changesOnDelete({ [links.field]: [record.title] }) : {} });
  return { status: 204 as const };
}
