import { refusal } from '#platform/refusals/refusal';

/** Error response for an organization that was deleted. Credentials are cached for a short time, so requests may still arrive. */
export function organizationNotFound() {
  return refusal('organization_not_found');
}
