/** Who decides and justifies a control when it is not done by hand (spec/areas/soa, rule 8): a port, and what needs no provider. */
import type { components } from '../../../../generated/api.d.ts';
import type { Passage } from '../../../domain/retrieval/passages.ts';
import { sentencesIn } from '../../../domain/retrieval/sentences.ts';
import { meaningfulWords } from '../../../domain/retrieval/words.ts';
import { isPhysical, remoteSentence } from './defaults.ts';
import { familyOf, laws } from './families.ts';
import { noReferences, type References } from './references.ts';

type Schemas = components['schemas'];
type Reason = Schemas['SoaReason'];

/** What is known of the organization. */
export interface OrganizationFacts {
  readonly fullyRemote: boolean;
  /** Names of the adopted frameworks. */
  readonly frameworks: readonly string[];
  /** Names of vendors, sub-processors first. */
  readonly vendors: readonly string[];
}

/** What was found about one control. */
export interface Findings extends References {
  /** Linked to the controls of the organization behind it, by title. */
  readonly risks: readonly { readonly id: string; readonly title: string; readonly description: string }[];
  /** What the organization has written about it, best first. */
  readonly passages: readonly (Passage & { readonly category?: string | undefined })[];
}
export const nothingFound: Findings = { ...noReferences, risks: [], passages: [] };

export interface Advice {
  readonly isApplicable: boolean;
  /** Undefined when the provider has nothing fitting to say, or says that it is not enough. */
  readonly justification: string | undefined;
  /** What the justification rests on. */
  readonly reasons: readonly Reason[];
  /** Its sources, best first. */
  readonly sources: readonly Passage[];
  /** Whether a language model wrote the justification, or a part of it. */
  readonly draftedByModel?: boolean;
}

export interface ApplicabilityAdvisor {
  /** @throws when the control cannot be judged; the others are judged all the same */
  advise(question: Schemas['SoaQuestion'], findings: Findings, facts: OrganizationFacts): Promise<Advice>;
}

/** What scores less is not about the control. */
const leastScore = 0.2;
const mostSentences = 2;
const longestSentence = 500;

export interface Found {
  readonly sentence: string;
  readonly reason: Reason;
  readonly source?: Passage;
}

/** Works offline: decides by the place, and names the risks, the laws and the words of the organization that need the control. */
export const quotingAdvisor: ApplicabilityAdvisor = {
  async advise(question, findings, facts) {
    return excluded(question, facts) ?? advisedBy(reasonsFor(question, findings, facts));
  },
};

/** @returns the advice on a physical control of an organization that works remotely */
export function excluded({ id }: Schemas['SoaQuestion'], { fullyRemote }: OrganizationFacts): Advice | undefined {
  return fullyRemote && isPhysical(id)
    ? { isApplicable: false, justification: remoteSentence, reasons: ['business_need'], sources: [] }
    : undefined;
}

/** @returns what needs the control, what counts most first */
export function reasonsFor(
  { id, text, columnMapping: { title } }: Schemas['SoaQuestion'],
  { risks, passages }: Findings,
  { frameworks, vendors }: OrganizationFacts,
): Found[] {
  const family = familyOf(id);
  const words = new Set(meaningfulWords(`${title} ${text}`));
  const demanded = family.law ? frameworks.filter((name) => laws.includes(name)) : [];
  return [
    ...risks.map((risk): Found => ({
      sentence: `Needed because of the risk "${risk.title}".`,
      reason: 'risk',
      source: { sourceType: 'risk', sourceId: risk.id, sourceName: risk.title, text: risk.description, score: 1 },
    })),
    ...(demanded.length ? [{ sentence: `Required by ${demanded.join(' and ')}.`, reason: 'law' } as const] : []),
    ...(family.vendors && vendors.length ? [{ sentence: relianceOn(vendors), reason: 'business_need' } as const] : []),
    ...passages.flatMap((passage): Found[] => {
      if (passage.score < leastScore || risks.some((risk) => risk.id === passage.sourceId)) return [];
      if (passage.sourceType === 'risk' && family.risks.includes(passage.category ?? ''))
        return [{ sentence: `Needed because of the risk "${passage.sourceName}".`, reason: 'risk', source: passage }];
      if (passage.sourceType !== 'risk' && family.context)
        return [
          {
            sentence: `Needed for how the organization works: ${bestSentence(passage.text, words)}`,
            reason: 'business_need',
            source: passage,
          },
        ];
      return [];
    }),
  ];
}

/** How many vendors a justification names. */
const namedVendors = 3;
const conjunction = new Intl.ListFormat('en', { type: 'conjunction' });

function relianceOn(vendors: readonly string[]): string {
  const named = vendors.slice(0, namedVendors).map((name) => `"${name}"`);
  const others = vendors.length - named.length;
  return `Needed because the organization relies on ${conjunction.format([...named, ...(others ? [`${others} more`] : [])])}.`;
}

/** @returns that the control applies, for the first of these reasons */
export function advisedBy(found: readonly Found[]): Advice {
  const named = found.slice(0, mostSentences);
  return {
    isApplicable: true,
    justification: named.map(({ sentence }) => sentence).join(' ') || undefined,
    reasons: [...new Set(named.map(({ reason }) => reason))],
    sources: named.flatMap(({ source }) => source ?? []),
  };
}

/** The sentence with the most of these words, and of several the first. */
export function bestSentence(text: string, words: ReadonlySet<string>): string {
  const sentences = sentencesIn(text);
  const hits = (sentence: string) => new Set(meaningfulWords(sentence).filter((word) => words.has(word))).size;
  const best = sentences.reduce((kept, sentence) => (hits(sentence) > hits(kept) ? sentence : kept), sentences[0] ?? '');
  return best.length > longestSentence ? `${best.slice(0, longestSentence - 1).trimEnd()}…` : best;
}
