/** Decisions about the trust portal that need no database (spec/areas/trust-portal). */
import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts';
import type { components } from '../../../../generated/api.d.ts';

type Schemas = components['schemas'];

/** In the order in which they are shown. */
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

/** Addresses of pages of the service itself (spec/areas/trust-portal, rule 1). */
export const reservedUrls: ReadonlySet<string> = new Set(['admin', 'nda', 'access']);

/** Addresses for an organization that has chosen none, the best first: of its name, with a number, at last of its id (spec/areas/trust-portal, rule 1). */
export function urlCandidates({ id, name }: { readonly id: string; readonly name: string }): string[] {
  const slug = name
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  const base = slug.length < 3 || reservedUrls.has(slug) ? `org-${id.slice(-8)}` : slug;
  const numbered = Array.from({ length: 49 }, (_, index) => `-${index + 2}`).map(
    (number) => `${base.slice(0, 60 - number.length)}${number}`,
  );
  return [base, ...numbered, id.replace('_', '-')];
}

/** A host name in lower case, or undefined when it is none (spec/areas/trust-portal, rule 6). International names in their ASCII form. */
export function hostNameOf(text: string): string | undefined {
  // Of an address the conversion would take the host alone.
  if (/[\s/?#@:\\]/.test(text.trim())) return undefined;
  const host = domainToASCII(text.trim()).toLowerCase();
  const labels = host.split('.');
  const fits =
    host.length <= 253 &&
    labels.length >= 2 &&
    labels.every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label)) &&
    /^(?:[a-z]+|xn--[a-z0-9-]+)$/.test(labels.at(-1) ?? '');
  return fits ? host : undefined;
}

/** Where the record with the organization's id has to be: at the part of a host name that is registered (spec/areas/trust-portal, rule 4). */
export function registrableDomain(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}
