import { violates } from '../../platform/database/violations.ts';
import { refusal } from '../../platform/refusals/refusal.ts';

/** @param error of a write of a control */
export function externalIdTaken(error: unknown) {
  if (violates(error, 'control_external_id')) return refusal('external_id_taken');
  throw error;
}
