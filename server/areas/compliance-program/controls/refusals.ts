import { violates } from '#platform/database/violations';
import { refusal } from '#platform/refusals/refusal';

/** @param error thrown while a control was written */
export function refuseTakenExternalId(error: unknown) {
  if (violates(error, 'control_external_id')) return refusal('external_id_taken');
  throw error;
}
