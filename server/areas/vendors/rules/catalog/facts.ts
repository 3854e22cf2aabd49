import type { components } from '../../../../../generated/api.d.ts';

type CatalogVendor = components['schemas']['CatalogVendor'];

/**
 * What the catalog has of a vendor: a description in our words, and facts that pages of the vendor's own state. `securityPageUrl` is the page
 * that states the certifications, where there are any. What is left out was found on no such page.
 */
export type VendorFacts = Pick<CatalogVendor, 'companyName' | 'website' | 'companyDescription'> & Partial<Omit<CatalogVendor, 'category'>>;
