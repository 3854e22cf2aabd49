/** Decides what the page claims about a framework, and on what basis. Without proof, it only repeats what the organization states. */
import type { components } from '#generated/api';

type Schemas = components['schemas'];
type Framework = Schemas['TrustPortalFramework'];
type Status = Schemas['TrustPortalFrameworkStatus'];

interface KnownFramework {
  readonly name: string;
  /** Name of the catalog framework with the same requirements. */
  readonly catalog?: string;
}

/** The frameworks in display order. */
export const frameworks: Readonly<Record<Framework, KnownFramework>> = {
  iso_27001: { name: 'ISO 27001', catalog: 'ISO 27001' },
  iso_42001: { name: 'ISO 42001', catalog: 'ISO 42001' },
  gdpr: { name: 'GDPR', catalog: 'GDPR' },
  hipaa: { name: 'HIPAA', catalog: 'HIPAA' },
  soc2_type1: { name: 'SOC 2 Type I', catalog: 'SOC 2' },
  soc2_type2: { name: 'SOC 2 Type II', catalog: 'SOC 2' },
  soc3: { name: 'SOC 3' },
  pci_dss: { name: 'PCI DSS' },
  nen_7510: { name: 'NEN 7510' },
  iso_9001: { name: 'ISO 9001' },
  pipeda: { name: 'PIPEDA' },
  ccpa: { name: 'CCPA', catalog: 'CCPA' },
};

export interface Claim {
  /** Visual style of the claim. */
  readonly kind: 'proven' | 'under-way';
  readonly label: string;
  /** The evidence for the claim. */
  readonly basis: string;
}

/**
 * @param status as stated by the organization
 * @param hasCertificate whether the portal has a certificate file
 * @param score of the organization's own program for this framework in percent; undefined when it has not adopted the framework
 */
export function claimOf(status: Status, hasCertificate: boolean, score: number | undefined): Claim {
  if (status === 'compliant' && hasCertificate)
    return { kind: 'proven', label: 'Compliant', basis: 'Shown by a certificate or report, which is available on request.' };
  if (status === 'compliant' && score === 100)
    return {
      kind: 'proven',
      label: 'Compliant',
      basis: 'Shown by the program of the organization, in which all work is done. There is no certificate.',
    };
  // The page must not reveal how far the program is.
  if (status === 'compliant') return { kind: 'under-way', label: 'Stated by the organization', basis: 'There is no certificate.' };
  const label = status === 'in_progress' ? 'In progress' : 'Started';
  return { kind: 'under-way', label, basis: hasCertificate ? 'An earlier certificate or report is available on request.' : '' };
}

const badges: Readonly<Record<Schemas['ComplianceBadgeType'], string>> = {
  soc2: 'SOC 2',
  soc3: 'SOC 3',
  iso27001: 'ISO 27001',
  iso42001: 'ISO 42001',
  iso9001: 'ISO 9001',
  gdpr: 'GDPR',
  hipaa: 'HIPAA',
  pci_dss: 'PCI DSS',
  nen7510: 'NEN 7510',
  pipeda: 'PIPEDA',
  ccpa: 'CCPA',
};

/** @returns display names of a vendor's badges */
export function badgeNames(vendorBadges: Schemas['TrustPortalVendor']['complianceBadges']): string[] {
  return (vendorBadges ?? []).map(({ type }) => badges[type]);
}
