/** Built-in research about a vendor, without calls to other systems (vendors, rule 8). */
import type { components } from '#generated/api';
import { badgeTypeOf } from '#domain/vendors/badges';
import { type CatalogVendor, findInCatalog } from './catalog.ts';
import { frameworkChecks } from './framework-checks.ts';
import { impacts, likelihoods, moveStep, type ProbabilityAndImpact } from './rating.ts';

type Schemas = components['schemas'];
type Assessment = Schemas['VendorAssessment'];
type Message = Schemas['VendorAssessmentMessage'];

/** The vendor, and the organization's data on it. */
export interface ResearchSubject {
  readonly name: string;
  readonly website: string;
  /** The domain of the website. */
  readonly domain: string;
  readonly category: Schemas['VendorCategory'];
  readonly isSubProcessor: boolean;
  /** Badges that are already known. */
  readonly badges: readonly Schemas['ComplianceBadge'][];
  /** Names of the frameworks that the organization has adopted. */
  readonly frameworks: readonly string[];
}

export interface Findings {
  readonly assessment: Assessment;
  /** Address of the logo; null when none was found. */
  readonly logoUrl: string | null;
  /** The steps taken, oldest first. */
  readonly messages: Message[];
}

/** Researches a vendor. A crawler or a language model can replace the built-in research. */
export interface VendorResearch {
  /** @param signal aborts when the run was cancelled or the server stops */
  research(subject: ResearchSubject, signal: AbortSignal): Promise<Findings>;
}

/** The initial rating of each category. */
export const initialRatings: Readonly<Record<Schemas['VendorCategory'], ProbabilityAndImpact>> = {
  cloud: { probability: 'unlikely', impact: 'severe' },
  infrastructure: { probability: 'possible', impact: 'major' },
  software_as_a_service: { probability: 'possible', impact: 'moderate' },
  finance: { probability: 'unlikely', impact: 'major' },
  hr: { probability: 'possible', impact: 'major' },
  marketing: { probability: 'possible', impact: 'minor' },
  sales: { probability: 'possible', impact: 'moderate' },
  other: { probability: 'possible', impact: 'moderate' },
};

/** The built-in research: the catalog, and the fields of the vendor. */
export const catalogResearch: VendorResearch = {
  async research(subject) {
    const catalogVendor = findInCatalog(subject.domain);
    const at = () => new Date().toISOString();
    const searching: Message = { text: `Looking for ${subject.domain} in the catalog of vendors`, type: 'searching', timestamp: at() };
    const found: Message[] = catalogVendor
      ? [{ text: `The catalog has it as ${catalogVendor.companyName}`, type: 'found', timestamp: at(), url: catalogVendor.website }]
      : [];
    const analyzing: Message = { text: 'Rating the vendor by its category and its fields', type: 'analyzing', timestamp: at() };
    return { assessment: assess(subject, catalogVendor, new Date()), logoUrl: null, messages: [searching, ...found, analyzing] };
  },
};

/**
 * @param catalogVendor the vendor in the catalog
 * @returns the assessment from both sources
 */
export function assess(subject: ResearchSubject, catalogVendor: CatalogVendor | undefined, now: Date): Assessment {
  const certifications = certificationsOf(subject, catalogVendor);
  const links = linksOf(catalogVendor);
  const { probability, impact, rationale } = rate(subject, certifications, links.some(isAboutSecurity), now);
  return {
    kind: 'vendorRiskAssessmentV1',
    vendorName: subject.name,
    vendorWebsite: subject.website,
    lastResearchedAt: now.toISOString(),
    inherentProbability: probability,
    inherentImpact: impact,
    rationale,
    securityAssessment: prose(subject, catalogVendor, certifications),
    certifications: certifications.length ? certifications : null,
    links: links.length ? links.map(({ label, url }) => ({ label, url })) : null,
    news: null,
  };
}

/**
 * @returns the rating with its reasons
 * @param now the time at which certifications must be valid
 */
export function rate(
  { category, isSubProcessor }: Pick<ResearchSubject, 'category' | 'isSubProcessor'>,
  certifications: readonly Schemas['VendorCertification'][],
  hasSecurityPage: boolean,
  now: Date,
): ProbabilityAndImpact & { readonly rationale: string } {
  const start = initialRatings[category];
  const reasons = [
    `Vendors of the category "${inWords(category)}" start with the probability "${inWords(start.probability)}" and the impact "${inWords(start.impact)}".`,
  ];
  let { probability, impact } = start;
  if (isSubProcessor) {
    const higher = moveStep(impacts, impact, 1);
    reasons.push(
      higher === impact
        ? 'The vendor is a sub-processor, and its impact has reached the end of the scale.'
        : 'The vendor is a sub-processor, so the impact is one step higher.',
    );
    impact = higher;
  }
  const reasonToLower = certifications.filter((one) => isValid(one, now) && ['soc2', 'iso27001'].includes(badgeTypeOf(one.type) ?? ''));
  if (reasonToLower.length) {
    probability = moveStep(likelihoods, probability, -1);
    reasons.push(`It is certified by ${reasonToLower.map(({ type }) => type).join(' and ')}, so the probability is one step lower.`);
  }
  if (!certifications.some((one) => one.status === 'verified') && !hasSecurityPage) {
    probability = moveStep(likelihoods, probability, 1);
    reasons.push('Neither a certification nor a security or trust page is known, so the probability is one step higher.');
  }
  return { probability, impact, rationale: reasons.join(' ') };
}

/** Formats `very_unlikely` as words. */
function inWords(value: string): string {
  return value.replaceAll('_', ' ');
}

function isValid({ status, expiresAt }: Schemas['VendorCertification'], now: Date): boolean {
  return status === 'verified' && (expiresAt === undefined || Date.parse(expiresAt) > now.getTime());
}

/** The certifications that the vendor's pages state, and verified badges of other types. */
function certificationsOf({ badges }: ResearchSubject, catalogVendor: CatalogVendor | undefined): Schemas['VendorCertification'][] {
  const url = catalogVendor?.securityPageUrl ?? catalogVendor?.trustPageUrl;
  const statedCertifications = (catalogVendor?.securityCertifications ?? []).map((type) => ({
    type,
    status: 'verified' as const,
    ...(url && { url }),
  }));
  const types = new Set(statedCertifications.map(({ type }) => badgeTypeOf(type)));
  const otherBadges = badges.filter(({ type, verified }) => verified && !types.has(type));
  return [...statedCertifications, ...otherBadges.map(({ type }) => ({ type, status: 'verified' as const }))];
}

interface Link extends Readonly<Schemas['VendorLink']> {
  readonly about: 'security' | 'other';
}

function linksOf(catalogVendor: CatalogVendor | undefined): Link[] {
  const pages = [
    ['Security', catalogVendor?.securityPageUrl, 'security'],
    ['Trust', catalogVendor?.trustPageUrl, 'security'],
    ['Privacy', catalogVendor?.privacyPolicyUrl, 'other'],
    ['Terms', catalogVendor?.termsOfServiceUrl, 'other'],
  ] as const;
  return pages.flatMap(([label, url, about]) => (url ? [{ label, url, about }] : []));
}

const isAboutSecurity = ({ about }: Link) => about === 'security';

function prose(
  { frameworks, name }: ResearchSubject,
  catalogVendor: CatalogVendor | undefined,
  certifications: readonly Schemas['VendorCertification'][],
): string {
  const origin = catalogVendor ? `The catalog has ${name} as ${catalogVendor.companyName}.` : 'The catalog does not have the vendor.';
  const certificationNote = certifications.length ? ` Known certifications: ${certifications.map(({ type }) => type).join(', ')}.` : '';
  const checks = frameworkChecks(frameworks);
  return [
    'This assessment was derived from the catalog of vendors and from the fields of the vendor. No website was read.',
    `${origin}${certificationNote}`,
    ...(checks.length ? [`To be checked:\n${checks.map((check) => `- ${check}`).join('\n')}`] : []),
  ].join('\n\n');
}
