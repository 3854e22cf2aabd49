/** The control that a request is about, or why there is none for this caller. */
import type { components } from '../../../../generated/api.d.ts';
import { refusal } from '../../../platform/refusals/refusal.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { findControl, isVisible, lockControl } from '../queries/controls.ts';

export async function requireControl(db: OrganizationDatabase, actor: Actor, id: string) {
  return shownTo(db, actor, await findControl(db, id));
}

/** @returns the same, with the control and its links locked until the transaction ends */
export async function lockRequiredControl(db: OrganizationDatabase, actor: Actor, id: string) {
  return shownTo(db, actor, await lockControl(db, id));
}

async function shownTo(
  db: OrganizationDatabase,
  { restrictedTo }: Actor,
  control: components['schemas']['UpdatePreviewControl'] | undefined,
) {
  if (!control) return refusal('control_not_found');
  if (restrictedTo !== undefined && !(await isVisible(db, control.id, restrictedTo))) return refusal('control_not_assigned');
  return control;
}
