import { violates } from '#platform/database/violations';
import { refusal } from '#platform/refusals/refusal';

export const vendorNotFound = () => refusal('vendor_not_found');
export const contactNotFound = () => refusal('vendor_contact_not_found');

/** @returns the refusal for an external id that another vendor has. @throws every other error of the write */
export function toExternalIdRefusal(error: unknown) {
  if (violates(error, 'vendor_external_id')) return refusal('external_id_taken');
  throw error;
}
