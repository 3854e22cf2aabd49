import { refusal } from '#platform/refusals/refusal';

export const vendorNotFound = () => refusal('vendor_not_found');
export const frameworkNotFound = () => refusal('framework_not_found');
