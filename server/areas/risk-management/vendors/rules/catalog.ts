/** A catalog of common vendors, the same for every organization (vendors, rule 21). */
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

const data: Readonly<Record<Exclude<Schemas['VendorCategory'], 'other'>, readonly VendorFacts[]>> = {
  cloud,
  infrastructure,
  software_as_a_service: software,
  finance,
  hr,
  marketing,
  sales,
};
const categories = ['cloud', 'infrastructure', 'software_as_a_service', 'finance', 'hr', 'marketing', 'sales'] as const;
const byName = new Intl.Collator('en').compare;

const notFound = {
  legalName: null,
  companyHqAddress: null,
  privacyPolicyUrl: null,
  termsOfServiceUrl: null,
  securityPageUrl: null,
  trustPageUrl: null,
} as const;

/** All vendors of the catalog, by name. */
export const catalog: readonly CatalogVendor[] = categories
  .flatMap((category) => data[category].map((facts): CatalogVendor => ({ ...notFound, securityCertifications: [], ...facts, category })))
  .toSorted((first, second) => byName(first.companyName, second.companyName));

const byDomain = new Map(catalog.map((vendor) => [domainOf(vendor.website), vendor]));

/** @returns the vendor of the catalog with this domain */
export function findInCatalog(domain: string): CatalogVendor | undefined {
  return byDomain.get(domain);
}

/** @returns the vendors whose name, or that of their legal entity, contains the text, by name */
export function searchCatalog(search: string | undefined): readonly CatalogVendor[] {
  const part = search?.toLowerCase();
  if (part === undefined) return catalog;
  return catalog.filter(({ companyName, legalName }) => [companyName, legalName ?? ''].some((name) => name.toLowerCase().includes(part)));
}
