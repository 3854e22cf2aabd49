import type { components } from '#generated/api';

type CatalogVendor = components['schemas']['CatalogVendor'];

/**
 * The catalog's data about a vendor: a description in our own words, and facts from the vendor's own pages. `securityPageUrl` is the page
 * that states the certifications. Facts that no page of the vendor states are left out.
 */
export type VendorFacts = Pick<CatalogVendor, 'companyName' | 'website' | 'companyDescription'> & Partial<Omit<CatalogVendor, 'category'>>;
