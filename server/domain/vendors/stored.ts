/** What is stored of vendors as JSON. */
import type { components } from '../../../generated/api.d.ts';
import { trusted } from '../../platform/trusted.ts';

type Schemas = components['schemas'];

/** @returns the stored badges of a vendor */
export function badgesIn(stored: unknown): Schemas['Vendor']['complianceBadges'] {
  return trusted<Schemas['Vendor']['complianceBadges']>(
    stored,
    'they are stored as badgesOf makes them, or as the contract lets people choose them',
  );
}

/** @returns a stored assessment */
export function assessmentIn(stored: unknown): Schemas['VendorAssessment'] {
  return trusted<Schemas['VendorAssessment']>(stored, 'saveAssessment alone stores them');
}
