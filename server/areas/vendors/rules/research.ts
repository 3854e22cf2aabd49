/** What is found out about a vendor (spec/areas/vendors, rule 8), without any call to another system. */
import type { components } from '../../../../generated/api.d.ts';
import { badgeTypeOf } from '../../../domain/vendors/badges.ts';
import { type CatalogVendor, inCatalog } from './catalog.ts';
import { frameworkChecks } from './framework-checks.ts';
import { impacts, likelihoods, moved, type Rated } from './rating.ts';

type Schemas = components['schemas'];
type Assessment = Schemas['VendorAssessment'];
type Message = Schemas['VendorAssessmentMessage'];

/** The vendor, and what the organization says about it. */
export interface ResearchSubject {
  readonly name: string;
  readonly website: string;
  /** Of the website. */
  readonly domain: string;
  readonly category: Schemas['VendorCategory'];
  readonly isSubProcessor: boolean;
  /** Badges that are known already. */
  readonly badges: readonly Schemas['ComplianceBadge'][];
  /** Names of the frameworks that the organization has adopted. */
  readonly frameworks: readonly string[];
}

export interface Findings {
  readonly assessment: Assessment;
  /** Address of the logo; null when none was found. */
  readonly logoUrl: string | null;
  /** What was done, oldest first. */
  readonly messages: Message[];
}

/** Finds out what it can about a vendor. A crawler or a language model can take the place of the built-in research. */
export interface VendorResearch {
  /** @param signal aborts when the run was cancelled or the server stops */
  research(subject: ResearchSubject, signal: AbortSignal): Promise<Findings>;
}

/** Where the rating of each category starts. */
export const starts: Readonly<Record<Schemas['VendorCategory'], Rated>> = {
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
    const known = inCatalog(subject.domain);
    const at = () => new Date().toISOString();
    const searching: Message = { text: `Looking for ${subject.domain} in the catalog of vendors`, type: 'searching', timestamp: at() };
    const found: Message[] = known
      ? [{ text: `The catalog has it as ${known.companyName}`, type: 'found', timestamp: at(), url: known.website }]
      : [];
    const analyzing: Message = { text: 'Rating the vendor by its category and its fields', type: 'analyzing', timestamp: at() };
    return { assessment: assess(subject, known, new Date()), logoUrl: null, messages: [searching, ...found, analyzing] };
  },
};

/** @param known the same vendor in the catalog @returns the assessment that follows from both */
export function assess(subject: ResearchSubject, known: CatalogVendor | undefined, now: Date): Assessment {
  const certifications = certificationsOf(subject, known);
  const links = linksOf(known);
  const { probability, impact, rationale } = rate(subject, certifications, links.some(isAboutSecurity), now);
  return {
    kind: 'vendorRiskAssessmentV1',
    vendorName: subject.name,
    vendorWebsite: subject.website,
    lastResearchedAt: now.toISOString(),
    inherentProbability: probability,
    inherentImpact: impact,
    rationale,
    securityAssessment: prose(subject, known, certifications),
    certifications: certifications.length ? certifications : null,
    links: links.length ? links.map(({ label, url }) => ({ label, url })) : null,
    news: null,
  };
}

/** @returns the rating with its reasons @param now after which a certification is valid */
export function rate(
  { category, isSubProcessor }: Pick<ResearchSubject, 'category' | 'isSubProcessor'>,
  certifications: readonly Schemas['VendorCertification'][],
  hasSecurityPage: boolean,
  now: Date,
): Rated & { readonly rationale: string } {
  const start = starts[category];
  const reasons = [
    `Vendors of the category "${spoken(category)}" start with the probability "${spoken(start.probability)}" and the impact "${spoken(start.impact)}".`,
  ];
  let { probability, impact } = start;
  if (isSubProcessor) {
    const higher = moved(impacts, impact, 1);
    reasons.push(
      higher === impact
        ? 'The vendor is a sub-processor, and its impact has reached the end of the scale.'
        : 'The vendor is a sub-processor, so the impact is one step higher.',
    );
    impact = higher;
  }
  const lowering = certifications.filter((one) => isValid(one, now) && ['soc2', 'iso27001'].includes(badgeTypeOf(one.type) ?? ''));
  if (lowering.length) {
    probability = moved(likelihoods, probability, -1);
    reasons.push(`It is certified by ${lowering.map(({ type }) => type).join(' and ')}, so the probability is one step lower.`);
  }
  if (!certifications.some((one) => one.status === 'verified') && !hasSecurityPage) {
    probability = moved(likelihoods, probability, 1);
    reasons.push('Neither a certification nor a security or trust page is known, so the probability is one step higher.');
  }
  return { probability, impact, rationale: reasons.join(' ') };
}

/** `very_unlikely` as a reader says it. */
function spoken(value: string): string {
  return value.replaceAll('_', ' ');
}

function isValid({ status, expiresAt }: Schemas['VendorCertification'], now: Date): boolean {
  return status === 'verified' && (expiresAt === undefined || Date.parse(expiresAt) > now.getTime());
}

/** Those that a page of the vendor states, and the verified badges that are no certification of these. */
function certificationsOf({ badges }: ResearchSubject, known: CatalogVendor | undefined): Schemas['VendorCertification'][] {
  const url = known?.securityPageUrl ?? known?.trustPageUrl;
  const stated = (known?.securityCertifications ?? []).map((type) => ({ type, status: 'verified' as const, ...(url && { url }) }));
  const types = new Set(stated.map(({ type }) => badgeTypeOf(type)));
  const others = badges.filter(({ type, verified }) => verified && !types.has(type));
  return [...stated, ...others.map(({ type }) => ({ type, status: 'verified' as const }))];
}

interface Link extends Readonly<Schemas['VendorLink']> {
  readonly about: 'security' | 'other';
}

function linksOf(known: CatalogVendor | undefined): Link[] {
  const pages = [
    ['Security', known?.securityPageUrl, 'security'],
    ['Trust', known?.trustPageUrl, 'security'],
    ['Privacy', known?.privacyPolicyUrl, 'other'],
    ['Terms', known?.termsOfServiceUrl, 'other'],
  ] as const;
  return pages.flatMap(([label, url, about]) => (url ? [{ label, url, about }] : []));
}

const isAboutSecurity = ({ about }: Link) => about === 'security';

function prose(
  { frameworks, name }: ResearchSubject,
  known: CatalogVendor | undefined,
  certifications: readonly Schemas['VendorCertification'][],
): string {
  const origin = known ? `The catalog has ${name} as ${known.companyName}.` : 'The catalog does not have the vendor.';
  const held = certifications.length ? ` Known certifications: ${certifications.map(({ type }) => type).join(', ')}.` : '';
  const checks = frameworkChecks(frameworks);
  return [
    'This assessment was derived from the catalog of vendors and from the fields of the vendor. No website was read.',
    `${origin}${held}`,
    ...(checks.length ? [`To be checked:\n${checks.map((check) => `- ${check}`).join('\n')}`] : []),
  ].join('\n\n');
}
