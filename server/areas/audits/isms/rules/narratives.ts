/** The narrative texts of documents (isms, rules 1, 2 and 5). */
import type { components } from '#generated/api';
import { isObject } from '#platform/json-object';
import { trusted } from '#platform/trusted';
import type { DocumentType } from './pack.ts';
import type { Sources } from './sources.ts';

type Schemas = components['schemas'];
export type Narrative = Schemas['IsmsNarrative'];

/** For each type, a field that only narratives of this type have. */
const distinctiveFields = {
  isms_scope: 'inScope',
  leadership_commitment: 'statement',
  risk_assessment_methodology: 'likelihoodDescriptions',
  internal_audit: 'programme',
  management_review: 'procedure',
} as const;
type NarratedType = keyof typeof distinctiveFields;

/** @returns whether documents of the type have a narrative */
export function hasNarrative(type: DocumentType): type is NarratedType {
  return type in distinctiveFields;
}

/** @returns whether a narrative has the shape for the type. The contract has already checked that it fits one of the types */
export function isNarrativeOf(type: NarratedType, narrative: Narrative): boolean {
  return distinctiveFields[type] in narrative;
}

/** @returns the stored narrative, or undefined if none has been written yet */
export function parseNarrative(storedNarrative: unknown): Narrative | undefined {
  return isObject(storedNarrative) && Object.keys(storedNarrative).length
    ? trusted<Narrative>(storedNarrative, 'it is stored as the contract has accepted it, or as defaultNarrative makes it')
    : undefined;
}

/** @returns whether the narrative does not depend on data, so that the setup can write it */
export function hasConstantNarrative(type: DocumentType): type is 'risk_assessment_methodology' | 'internal_audit' | 'management_review' {
  return type === 'risk_assessment_methodology' || type === 'internal_audit' || type === 'management_review';
}

/** @returns the initial narrative of a document */
export function constantNarrative(type: 'risk_assessment_methodology' | 'internal_audit' | 'management_review'): Narrative {
  if (type === 'internal_audit')
    return {
      programme:
        'The ISMS is audited at planned intervals, at least once a year. Every clause and every applicable control is audited within three ' +
        'years, important and changed processes more often. Auditors do not audit their own work. Results are reported to top management, ' +
        'and findings are corrected and followed up.',
    };
  if (type === 'management_review')
    return {
      procedure:
        'Top management reviews the ISMS at planned intervals, at least once a year. The security and privacy owner prepares the inputs, the ' +
        'chair leads through each of them, and the decisions about improvements and changes are recorded with owners and due dates.',
    };
  return methodology;
}

const methodology: Schemas['IsmsMethodologyNarrative'] = {
  purpose: 'The method makes assessments of risks consistent, valid and comparable.',
  scope: 'It applies to all risks to information within the scope of the ISMS, and to vendors.',
  approach:
    'Risks are identified by assets, processes, vendors and changes. Likelihood and impact are rated before and after treatment. The score ' +
    'follows from both, and the level from the score by the bands of the organization.',
  responsibilities:
    'The owner of a risk rates and treats it. The security and privacy owner keeps the register. Top management accepts high risks.',
  frequency: 'Risks are assessed at least once a year, and when something important changes.',
  documentation: 'Risks, ratings, treatments and acceptances are recorded in the risk register.',
  likelihoodDescriptions: [
    'Very unlikely: not expected within ten years.',
    'Unlikely: once in five to ten years.',
    'Possible: once in one to five years.',
    'Likely: about once a year.',
    'Very likely: several times a year.',
  ],
  impactDescriptions: [
    'Insignificant: no noticeable effect.',
    'Minor: a short disturbance that is easily repaired.',
    'Moderate: a disturbance of several days, or some data concerned.',
    'Major: loss of customers, or reportable loss of data.',
    'Severe: the existence of the organization is in danger.',
  ],
  acceptanceThresholds: [
    'Very low: accepted without further measures.',
    'Low: accepted by the owner of the risk.',
    'Medium: accepted by the security and privacy owner, with a reason.',
    'High: accepted by top management only, for a limited time.',
    'Very high: not accepted.',
  ],
  treatmentOptions: [
    'Mitigate: controls reduce the likelihood or the impact.',
    'Avoid: the activity is given up.',
    'Transfer: somebody else bears the risk, such as an insurer.',
    'Accept: the risk is kept as it is.',
  ],
};

/** @returns the narrative of the ISMS scope (isms, rule 5) */
export function scopeNarrative(sources: Sources): Schemas['IsmsScopeNarrative'] {
  const { answers, vendors, subprocessors } = sources;
  const { provider = [], customer = [] } = answers.cloudScopeSplit ?? {};
  const infrastructure = vendors.filter(({ category }) => category === 'infrastructure').map(({ name }) => name);
  const orDefault = (lines: string[], fallback: string) => (lines.length ? lines.slice(0, 200) : [fallback]);
  return {
    certificateScopeSentence: answers.certificateScopeSentence || scopeSentence(sources),
    inScope: inScopeOf(sources),
    interfaces: orDefault(
      [...vendors.map(({ name }) => `Supplier: ${name}`), ...provider.map((layer) => `Managed by providers: ${layer}`)],
      'No interfaces recorded.',
    ),
    dependencies: orDefault(
      [
        ...infrastructure.map((name) => `Infrastructure: ${name}`),
        ...subprocessors.map((name) => `Sub-processor: ${name}`),
        ...customer.map((layer) => `Managed by the organization: ${layer}`),
      ],
      'No dependencies recorded.',
    ),
    exclusions: [],
  };
}

function inScopeOf({ organizationName, answers }: Sources): string {
  const capabilities = answers.capabilitiesInProduction ?? [];
  const people = `The people, processes and systems of ${organizationName}`;
  return capabilities.length ? `${people} that provide: ${capabilities.join('; ')}.` : `${people}.`;
}

/** @returns the scope sentence for the certificate, based on the name and the frameworks of the organization */
export function scopeSentence({ organizationName, frameworks }: Pick<Sources, 'organizationName' | 'frameworks'>): string {
  const frameworkPhrase = frameworks.length ? ` under ${joinNames(frameworks)}` : '';
  return `The information security management system covers the services of ${organizationName}${frameworkPhrase}.`;
}

/** @returns the narrative about top management's commitment (isms, rule 5) */
export function leadershipNarrative({ organizationName, answers }: Sources): Schemas['IsmsLeadershipNarrative'] {
  const { memberId = null, toBeNamed = false } = answers.deputySpo ?? {};
  const deputy =
    memberId !== null
      ? 'A deputy of the security and privacy owner is named.'
      : 'A deputy of the security and privacy owner will be named.';
  return {
    statement: `Top management of ${organizationName} answers for information security and stands behind the management system for it.`,
    commitments: [
      { key: 'a', text: 'The security policy and the objectives fit the direction of the organization.' },
      { key: 'b', text: 'The requirements of the ISMS are part of the processes of the organization.' },
      { key: 'c', text: 'The ISMS has the people, the money and the tools that it needs.' },
      { key: 'd', text: 'Everybody knows why information security matters and what is expected of them.' },
      { key: 'e', text: 'The ISMS achieves what it is meant to achieve.' },
      { key: 'f', text: 'People are directed and supported to contribute to the ISMS.' },
      { key: 'g', text: 'The ISMS is improved continually.' },
      { key: 'h', text: 'Managers are supported to lead in their own areas.' },
      ...(memberId !== null || toBeNamed ? [{ key: 'i' as const, text: deputy }] : []),
    ],
  };
}

/** Joins names in a sentence, such as `A, B and C`. */
export function joinNames(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
