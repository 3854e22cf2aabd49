/** Who decides and justifies a control when it is not done by hand (spec/areas/soa, rule 8): a port, and what needs no provider. */
import type { components } from '../../../../generated/api.d.ts';
import type { Passage } from '../../../domain/retrieval/passages.ts';
import { sentencesIn } from '../../../domain/retrieval/sentences.ts';
import { meaningfulWords } from '../../../domain/retrieval/words.ts';
import { isPhysical, remoteSentence } from './defaults.ts';

type Schemas = components['schemas'];

/** What is known of the organization. */
export interface OrganizationFacts {
  readonly fullyRemote: boolean;
}

export interface Advice {
  readonly isApplicable: boolean;
  /** Undefined when the provider has nothing fitting to say, or says that it is not enough. */
  readonly justification: string | undefined;
  /** What it rests on, best first. */
  readonly sources: readonly Passage[];
}

export interface ApplicabilityAdvisor {
  /** @param passages what the organization has written about the control, best first @throws when the control cannot be judged; the others are judged all the same */
  advise(question: Schemas['SoaQuestion'], passages: readonly Passage[], facts: OrganizationFacts): Promise<Advice>;
}

/** What scores less is not about the control. */
const leastScore = 0.2;
const longestSentence = 500;

/** Works offline: decides by the place, and quotes what the organization has written. */
export const quotingAdvisor: ApplicabilityAdvisor = {
  async advise({ id, text, columnMapping: { title } }, passages, { fullyRemote }) {
    if (fullyRemote && isPhysical(id)) return { isApplicable: false, justification: remoteSentence, sources: [] };
    const fitting = passages.filter(({ score }) => score >= leastScore).slice(0, 2);
    const words = new Set(meaningfulWords(`${title} ${text}`));
    return {
      isApplicable: true,
      justification: fitting.map((passage) => sentenceOf(passage, words)).join(' ') || undefined,
      sources: fitting,
    };
  },
};

/** One sentence of a passage, and where it is from. */
function sentenceOf({ sourceType, sourceName, text }: Passage, words: ReadonlySet<string>): string {
  if (sourceType === 'control') return `The control "${sourceName}" carries it.`;
  return `The risk "${sourceName}" calls for it: ${bestSentence(text, words)}`;
}

/** The sentence with the most of these words, and of several the first. */
export function bestSentence(text: string, words: ReadonlySet<string>): string {
  const sentences = sentencesIn(text);
  const hits = (sentence: string) => new Set(meaningfulWords(sentence).filter((word) => words.has(word))).size;
  const best = sentences.reduce((kept, sentence) => (hits(sentence) > hits(kept) ? sentence : kept), sentences[0] ?? '');
  return best.length > longestSentence ? `${best.slice(0, longestSentence - 1).trimEnd()}…` : best;
}
