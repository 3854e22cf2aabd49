import { refusal } from '#platform/refusals/refusal';

export const memberNotFound = () => refusal('member_not_found');
export const vendorNotFound = () => refusal('vendor_not_found');
export const itemNotFound = () => refusal('offboarding_item_not_found');
