/** Limits access to the risk treatment plan, which includes risks, vendors and controls (isms, rule 24). */
import { checkReadPermission } from '#domain/access/records/kinds';
import type { Actor } from '#platform/identity/actor';

const shownKinds = ['risk', 'vendor', 'control'] as const;

/** @returns a refusal if the actor may not read everything in the plan; otherwise undefined */
export function checkPlanPermissions(actor: Pick<Actor, 'permissions'>) {
  return checkReadPermission(actor, ...shownKinds);
}
