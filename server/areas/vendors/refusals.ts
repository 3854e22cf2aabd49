import { refusal } from '../../platform/refusals/refusal.ts';

export const vendorNotFound = () => refusal('vendor_not_found');
export const contactNotFound = () => refusal('vendor_contact_not_found');
