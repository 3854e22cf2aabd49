/** The catalog of common vendors, which is the same for every organization (vendors, rule 21). */
import type { components } from '#generated/api';
import { cloud } from './catalog/cloud.ts';
import type { VendorFacts } from './catalog/facts.ts';
import { finance } from './catalog/finance.ts';
import { hr } from './catalog/hr.ts';
import { infrastructure } from './catalog/infrastructure.ts';
import { marketing } from './catalog/marketing.ts';
import { sales } from './catalog/sales.ts';
import { software } from './catalog/software.ts';
import { domainOf } from './website.ts';

type Schemas = components['schemas'];
export type CatalogVendor = Schemas['CatalogVendor'];

const entries: Readonly<Record<Exclude<Schemas['VendorCategory'], 'other'>, readonly VendorFacts[]>> = {
  cloud,
  infrastructure,
  software_as_a_service: software,
  finance,
  hr,
  marketing,
  sales,
};
const categories = ['cloud', 'infrastructure', 'software_as_a_service', 'finance', 'hr', 'marketing', 'sales'] as const;
const compareNames = new Intl.Collator('en').compare;

const noFacts = {
  legalName: null,
  companyHqAddress: null,
  privacyPolicyUrl: null,
  termsOfServiceUrl: null,
  securityPageUrl: null,
  trustPageUrl: null,
} as const;

/** All vendors of the catalog, sorted by name. */
export const catalog: readonly CatalogVendor[] = categories
  .flatMap((category) => entries[category].map((facts): CatalogVendor => ({ ...noFacts, securityCertifications: [], ...facts, category })))
  .toSorted((first, second) => compareNames(first.companyName, second.companyName));

const vendorsByDomain = new Map(catalog.map((vendor) => [domainOf(vendor.website), vendor]));

/** @returns the vendor with this domain; undefined if the catalog does not contain one */
export function findInCatalog(domain: string): CatalogVendor | undefined {
  return vendorsByDomain.get(domain);
}

/** @returns the vendors whose name or legal name contains the text, sorted by name; all vendors if the text is undefined */
export function searchCatalog(search: string | undefined): readonly CatalogVendor[] {
  const query = search?.toLowerCase();
  if (query === undefined) return catalog;
  return catalog.filter(({ companyName, legalName }) => [companyName, legalName ?? ''].some((name) => name.toLowerCase().includes(query)));
}
