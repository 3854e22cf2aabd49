/** Finds the badges of certifications (vendors, rule 10). */
import type { components } from '#generated/api';

type Schemas = components['schemas'];
type BadgeType = Schemas['ComplianceBadgeType'];

const patterns: readonly (readonly [RegExp, BadgeType])[] = [
  [/soc2/, 'soc2'],
  [/soc3/, 'soc3'],
  [/iso(iec)?27001(\d{4})?(?!\d)/, 'iso27001'],
  [/iso(iec)?42001(\d{4})?(?!\d)/, 'iso42001'],
  [/iso(iec)?9001(\d{4})?(?!\d)/, 'iso9001'],
  [/gdpr/, 'gdpr'],
  [/hipaa/, 'hipaa'],
  [/pcidss|paymentcard/, 'pci_dss'],
  [/nen7510/, 'nen7510'],
  [/pipeda/, 'pipeda'],
  [/ccpa/, 'ccpa'],
];

/** @param name the name that a vendor uses for a certification @returns the matching badge; undefined if there is none */
export function badgeTypeOf(name: string): BadgeType | undefined {
  const normalized = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return patterns.find(([pattern]) => pattern.test(normalized))?.[1];
}

/** @returns the badges of the verified certifications, in the same order without duplicates */
export function badgesOfCertifications(certifications: readonly Schemas['VendorCertification'][]): Schemas['ComplianceBadge'][] {
  const types = certifications.flatMap(({ type, status }) => (status === 'verified' ? (badgeTypeOf(type) ?? []) : []));
  return [...new Set(types)].map((type) => ({ type, verified: true }));
}
