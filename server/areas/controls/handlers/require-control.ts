/** The control that a request is about, or why there is none for this caller. */
import { refusal } from '../../../platform/refusals/refusal.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { findControl, isVisible } from '../queries/controls.ts';

/** @param hold whether nobody else may change it, or what it is linked to, until the transaction ends */
export async function requireControl(db: OrganizationDatabase, { restrictedTo }: Actor, id: string, hold = false) {
  const control = await findControl(db, id, hold);
  if (!control) return refusal(404, 'Control not found');
  if (restrictedTo !== undefined && !(await isVisible(db, id, restrictedTo)))
    return refusal(403, 'No task of this control is assigned to you');
  return control;
}
