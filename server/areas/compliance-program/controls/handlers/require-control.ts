/** Finds the control of a request, or returns an error if it does not exist or the caller may not see it. */
import type { components } from '#generated/api';
import { refusal } from '#platform/refusals/refusal';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Actor } from '#platform/identity/actor';
import { findControl, isVisible, lockControl } from '../queries/controls.ts';

export async function requireControl(db: OrganizationDatabase, actor: Actor, id: string) {
  return checkVisible(db, actor, await findControl(db, id));
}

/** Like `requireControl`, but also locks the control until the transaction ends. */
export async function lockRequiredControl(db: OrganizationDatabase, actor: Actor, id: string) {
  return checkVisible(db, actor, await lockControl(db, id));
}

async function checkVisible(
  db: OrganizationDatabase,
  { restrictedTo }: Actor,
  control: components['schemas']['UpdatePreviewControl'] | undefined,
) {
  if (!control) return refusal('control_not_found');
  if (restrictedTo !== undefined && !(await isVisible(db, control.id, restrictedTo))) return refusal('control_not_assigned');
  return control;
}
