import { refusal } from '../../platform/refusals/refusal.ts';

/** A credential is remembered for a moment, so a request may come through to an organization that is gone. */
export function organizationNotFound() {
  return refusal('organization_not_found');
}
