/** Defines friendly URLs, host names and frameworks of trust portals (spec/areas/assurance-to-customers/trust-portal). */
import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts';
import type { components } from '#generated/api';
import { fixedSiblingsOf } from '#contract/fixed-siblings';

type Schemas = components['schemas'];

/** The frameworks that a portal can show, in display order. */
export const frameworks = [
  'iso_27001',
  'iso_42001',
  'gdpr',
  'hipaa',
  'soc2_type1',
  'soc2_type2',
  'soc3',
  'pci_dss',
  'nen_7510',
  'iso_9001',
  'pipeda',
  'ccpa',
] as const satisfies readonly Schemas['TrustPortalFramework'][];

/** URLs that the service itself uses for operations and for personal and signing links (trust-portal, rule 1). */
export const reservedUrls = fixedSiblingsOf('/v1/trust-access/{friendlyUrl}');

/** @returns default URLs of an organization, best first: from its name, from its name with a number, and from its id (rule 1) */
export function urlCandidates({ id, name }: { readonly id: string; readonly name: string }): string[] {
  const slug = name
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  const base = slug.length < 3 || reservedUrls.has(slug) ? `org-${id.slice(-8)}` : slug;
  const numberedUrls = Array.from({ length: 49 }, (_, index) => `-${index + 2}`).map(
    (number) => `${base.slice(0, 60 - number.length)}${number}`,
  );
  return [base, ...numberedUrls, id.replace('_', '-')];
}

/** @returns the host name in ASCII, also for international names; undefined if it is invalid (trust-portal, rule 6) */
export function parseHostName(text: string): string | undefined {
  // The conversion below would accept a whole URL and return only its host.
  if (/[\s/?#@:\\]/.test(text)) return undefined;
  const host = domainToASCII(text);
  const labels = host.split('.');
  const isValid =
    host.length <= 253 &&
    labels.length >= 2 &&
    labels.every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label)) &&
    /^(?:[a-z]+|xn--[a-z0-9-]+)$/.test(labels.at(-1) ?? '');
  return isValid ? host : undefined;
}

/** @returns the registrable part of a host name, where the TXT record with the organization's id belongs (trust-portal, rule 4) */
export function registrableDomain(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}
