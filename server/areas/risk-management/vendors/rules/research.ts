/** Researches and rates vendors with built-in data, without calls to other systems (vendors, rule 8). */
import type { components } from '#generated/api';
import { badgeTypeOf } from '#domain/vendors/badges';
import { type CatalogVendor, findInCatalog } from './catalog.ts';
import { frameworkChecks } from './framework-checks.ts';
import { impacts, likelihoods, moveStep, type ProbabilityAndImpact } from './rating.ts';

type Schemas = components['schemas'];
type Assessment = Schemas['VendorAssessment'];
type Message = Schemas['VendorAssessmentMessage'];

/** A vendor, and the organization's data about the vendor. */
export interface ResearchSubject {
  readonly name: string;
  readonly website: string;
  /** The domain of the website. */
  readonly domain: string;
  readonly category: Schemas['VendorCategory'];
  readonly isSubProcessor: boolean;
  /** Compliance badges that the organization has already entered for the vendor. */
  readonly badges: readonly Schemas['ComplianceBadge'][];
  /** The names of the frameworks that the organization has adopted. */
  readonly frameworks: readonly string[];
}

export interface Findings {
  readonly assessment: Assessment;
  /** The URL of the logo; null if no logo was found. */
  readonly logoUrl: string | null;
  /** Messages about the steps of the research, oldest first. */
  readonly messages: Message[];
}

/** Researches a vendor. A crawler or a language model can replace the built-in research. */
export interface VendorResearch {
  /** @param signal is aborted when the run is cancelled or the server stops */
  research(subject: ResearchSubject, signal: AbortSignal): Promise<Findings>;
}

/** The rating with which each category of vendors starts. */
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

/** The built-in research. It uses only the catalog and the fields of the vendor. */
export const catalogResearch: VendorResearch = {
  async research(subject) {
    const catalogVendor = findInCatalog(subject.domain);
    const now = () => new Date().toISOString();
    const searchStep: Message = { text: `Looking for ${subject.domain} in the catalog of vendors`, type: 'searching', timestamp: now() };
    const foundSteps: Message[] = catalogVendor
      ? [{ text: `The catalog has it as ${catalogVendor.companyName}`, type: 'found', timestamp: now(), url: catalogVendor.website }]
      : [];
    const ratingStep: Message = { text: 'Rating the vendor by its category and its fields', type: 'analyzing', timestamp: now() };
    return { assessment: assess(subject, catalogVendor, new Date()), logoUrl: null, messages: [searchStep, ...foundSteps, ratingStep] };
  },
};

/**
 * @param catalogVendor the entry in the catalog; undefined if the catalog does not contain the vendor
 * @returns the assessment from the fields of the vendor and the entry in the catalog
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
    securityAssessment: writeAssessmentText(subject, catalogVendor, certifications),
    certifications: certifications.length ? certifications : null,
    links: links.length ? links.map(({ label, url }) => ({ label, url })) : null,
    news: null,
  };
}

/**
 * @param now certifications must be valid at this time
 * @returns the rating of a vendor, with the reasons as `rationale`
 */
export function rate(
  { category, isSubProcessor }: Pick<ResearchSubject, 'category' | 'isSubProcessor'>,
  certifications: readonly Schemas['VendorCertification'][],
  hasSecurityPage: boolean,
  now: Date,
): ProbabilityAndImpact & { readonly rationale: string } {
  const initialRating = initialRatings[category];
  const reasons = [
    `Vendors of the category "${inWords(category)}" start with the probability "${inWords(initialRating.probability)}" and the impact "${inWords(initialRating.impact)}".`,
  ];
  let { probability, impact } = initialRating;
  if (isSubProcessor) {
    const higherImpact = moveStep(impacts, impact, 1);
    reasons.push(
      higherImpact === impact
        ? 'The vendor is a sub-processor, and its impact has reached the end of the scale.'
        : 'The vendor is a sub-processor, so the impact is one step higher.',
    );
    impact = higherImpact;
  }
  const validCerts = certifications.filter((cert) => isValid(cert, now) && ['soc2', 'iso27001'].includes(badgeTypeOf(cert.type) ?? ''));
  if (validCerts.length) {
    probability = moveStep(likelihoods, probability, -1);
    reasons.push(`It is certified by ${validCerts.map(({ type }) => type).join(' and ')}, so the probability is one step lower.`);
  }
  if (!certifications.some((certification) => certification.status === 'verified') && !hasSecurityPage) {
    probability = moveStep(likelihoods, probability, 1);
    reasons.push('Neither a certification nor a security or trust page is known, so the probability is one step higher.');
  }
  return { probability, impact, rationale: reasons.join(' ') };
}

/** @returns a value in words: `very_unlikely` becomes `very unlikely` */
function inWords(value: string): string {
  return value.replaceAll('_', ' ');
}

function isValid({ status, expiresAt }: Schemas['VendorCertification'], now: Date): boolean {
  return status === 'verified' && (expiresAt === undefined || Date.parse(expiresAt) > now.getTime());
}

/** @returns the certifications in the catalog, and the vendor's verified badges of other types */
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

function writeAssessmentText(
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
