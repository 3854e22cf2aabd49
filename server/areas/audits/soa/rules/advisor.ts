/** Decides and justifies controls automatically (soa, rule 8): the port, and an implementation that needs no language model. */
import type { components } from '#generated/api';
import type { Passage } from '#domain/retrieval/passages';
import { splitSentences } from '#domain/retrieval/sentences';
import { meaningfulWords } from '#domain/retrieval/words';
import { isPhysical, remoteJustification } from './defaults.ts';
import { familyOf, laws } from './families.ts';
import { noReferences, type References } from './references.ts';

type Schemas = components['schemas'];
type Reason = Schemas['SoaReason'];

/** Facts about the organization that decisions are based on. */
export interface OrganizationFacts {
  readonly fullyRemote: boolean;
  /** Names of the adopted frameworks. */
  readonly frameworks: readonly string[];
  /** Names of vendors, sub-processors first. */
  readonly vendors: readonly string[];
}

/** The records found about one control. */
export interface Findings extends References {
  /** Risks linked to the controls that are mapped to the question, sorted by title. */
  readonly risks: readonly { readonly id: string; readonly title: string; readonly description: string }[];
  /** Passages from the organization's records about the control, best first. */
  readonly passages: readonly (Passage & { readonly category?: string | undefined })[];
}
export const noFindings: Findings = { ...noReferences, risks: [], passages: [] };

export interface Advice {
  readonly isApplicable: boolean;
  /** Undefined if nothing suitable was found, or if the model says that the sources are not enough. */
  readonly justification: string | undefined;
  /** The kinds of reasons that the justification states. */
  readonly reasons: readonly Reason[];
  /** The sources of the justification, best first. */
  readonly sources: readonly Passage[];
  /** Whether a language model wrote any part of the justification. */
  readonly draftedByModel?: boolean;
}

export interface ApplicabilityAdvisor {
  /** @throws if the control cannot be judged, which does not stop the run from judging other controls */
  advise(question: Schemas['SoaQuestion'], findings: Findings, facts: OrganizationFacts): Promise<Advice>;
}

/** Passages with a lower score are ignored, because they are not about the control. */
const minScore = 0.2;
const maxSentences = 2;
const maxSentenceLength = 500;

export interface JustificationReason {
  readonly sentence: string;
  readonly reason: Reason;
  readonly source?: Passage;
}

/** Works offline: excludes physical controls of remote organizations, and justifies others with risks, laws, vendors and quoted texts. */
export const quotingAdvisor: ApplicabilityAdvisor = {
  async advise(question, findings, facts) {
    return adviseExclusion(question, facts) ?? adviseFrom(reasonsFor(question, findings, facts));
  },
};

/** @returns advice to exclude a physical control if the organization works remotely; otherwise undefined */
export function adviseExclusion({ id }: Schemas['SoaQuestion'], { fullyRemote }: OrganizationFacts): Advice | undefined {
  return fullyRemote && isPhysical(id)
    ? { isApplicable: false, justification: remoteJustification, reasons: ['business_need'], sources: [] }
    : undefined;
}

/** @returns the reasons for the control, most important first */
export function reasonsFor(
  { id, text, columnMapping: { title } }: Schemas['SoaQuestion'],
  { risks, passages }: Findings,
  { frameworks, vendors }: OrganizationFacts,
): JustificationReason[] {
  const family = familyOf(id);
  const words = new Set(meaningfulWords(`${title} ${text}`));
  const requiredBy = family.law ? frameworks.filter((name) => laws.includes(name)) : [];
  return [
    ...risks.map((risk): JustificationReason => ({
      sentence: `Needed because of the risk "${risk.title}".`,
      reason: 'risk',
      source: { sourceType: 'risk', sourceId: risk.id, sourceName: risk.title, text: risk.description, score: 1 },
    })),
    ...(requiredBy.length ? [{ sentence: `Required by ${requiredBy.join(' and ')}.`, reason: 'law' } as const] : []),
    ...(family.vendors && vendors.length ? [{ sentence: relianceSentence(vendors), reason: 'business_need' } as const] : []),
    ...passages.flatMap((passage): JustificationReason[] => {
      if (passage.score < minScore || risks.some((risk) => risk.id === passage.sourceId)) return [];
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

/** The maximum number of vendors that a justification names. */
const maxVendors = 3;
const conjunction = new Intl.ListFormat('en', { type: 'conjunction' });

function relianceSentence(vendors: readonly string[]): string {
  const namedVendors = vendors.slice(0, maxVendors).map((name) => `"${name}"`);
  const otherCount = vendors.length - namedVendors.length;
  return `Needed because the organization relies on ${conjunction.format([...namedVendors, ...(otherCount ? [`${otherCount} more`] : [])])}.`;
}

/** @returns advice that the control applies, justified by the first of these reasons */
export function adviseFrom(reasons: readonly JustificationReason[]): Advice {
  const statedReasons = reasons.slice(0, maxSentences);
  return {
    isApplicable: true,
    justification: statedReasons.map(({ sentence }) => sentence).join(' ') || undefined,
    reasons: [...new Set(statedReasons.map(({ reason }) => reason))],
    sources: statedReasons.flatMap(({ source }) => source ?? []),
  };
}

/** Returns the sentence that contains the most of these words; if several do, the first of them. */
export function bestSentence(text: string, words: ReadonlySet<string>): string {
  const sentences = splitSentences(text);
  const countHits = (sentence: string) => new Set(meaningfulWords(sentence).filter((word) => words.has(word))).size;
  const bestMatch = sentences.reduce(
    (bestSoFar, sentence) => (countHits(sentence) > countHits(bestSoFar) ? sentence : bestSoFar),
    sentences[0] ?? '',
  );
  return bestMatch.length > maxSentenceLength ? `${bestMatch.slice(0, maxSentenceLength - 1).trimEnd()}…` : bestMatch;
}
