import { violates } from '#platform/database/violations';
import { refusal } from '#platform/refusals/refusal';

/** Returns an error response if the error says that another control has the external id, and otherwise rethrows the error. */
export function refuseTakenExternalId(error: unknown) {
  if (violates(error, 'control_external_id')) return refusal('external_id_taken');
  throw error;
}
