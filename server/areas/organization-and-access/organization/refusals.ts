import { refusal } from '#platform/refusals/refusal';

/** Credentials are cached for a short time, so a request may arrive after its organization was deleted. */
export function organizationNotFound() {
  return refusal('organization_not_found');
}
