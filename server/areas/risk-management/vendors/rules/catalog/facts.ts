import type { components } from '#generated/api';

type CatalogVendor = components['schemas']['CatalogVendor'];

/**
 * The catalog's data on a vendor: a description in our own words, and facts that the vendor's own pages state. `securityPageUrl` is the page that
 * states the certifications, if there are any. Facts that no such page states are left out.
 */
export type VendorFacts = Pick<CatalogVendor, 'companyName' | 'website' | 'companyDescription'> & Partial<Omit<CatalogVendor, 'category'>>;
