/** Parses vendor data that is stored as JSON. */
import type { components } from '#generated/api';
import { trusted } from '#platform/trusted';

type Schemas = components['schemas'];

/** @returns the stored badges of a vendor */
export function parseBadges(stored: unknown): Schemas['Vendor']['complianceBadges'] {
  return trusted<Schemas['Vendor']['complianceBadges']>(
    stored,
    'they are stored as badgesOf makes them, or as the contract lets people choose them',
  );
}

/** @returns a stored assessment */
export function parseAssessment(stored: unknown): Schemas['VendorAssessment'] {
  return trusted<Schemas['VendorAssessment']>(stored, 'saveAssessment alone stores them');
}
