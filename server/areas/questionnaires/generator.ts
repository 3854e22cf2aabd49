/** Makes an answer of what the organization has written: a port, and what needs no provider (areas/questionnaires, rule 7). */
import type { Passage } from '../../retrieval/passages.ts';
import { meaningfulWords } from '../../retrieval/words.ts';

export interface GeneratedText {
  /** Null when the passages do not say enough. */
  readonly answer: string | null;
  /** The passages that the answer was made of. */
  readonly used: readonly Passage[];
}

export interface AnswerGenerator {
  /** @param passages best first, each about the question to some degree @throws when this question cannot be answered; others are answered all the same */
  generate(question: string, passages: readonly Passage[]): Promise<GeneratedText>;
}

const longest = 600;
const mostSentences = 3;
/** A passage that scores less is not held to be about the question unless one of its sentences has a word of it. */
const certain = 0.5;

interface Sentence { readonly passage: Passage; readonly text: string; readonly shared: number; readonly own: boolean }

/** Works offline: quotes the sentences that have most of the question in them. */
export const quotingGenerator: AnswerGenerator = {
  async generate(question, passages) {
    const words = stemsOf(question);
    const best = passages[0]?.score ?? 0;
    // What fits much worse than the best would only dilute it.
    const sentences = passages.filter(({ score }) => score >= best * 0.75).flatMap((passage) => sentencesOf(passage, words));
    const leading = sentences.filter(({ passage }) => passage === passages[0]);
    const first = leading.reduce<Sentence | undefined>((kept, one) => (!kept || weightOf(one) > weightOf(kept) ? one : kept), undefined);
    if (!first || (first.shared === 0 && first.passage.score < certain)) return { answer: null, used: [] };
    const further = sentences.filter((one) => one !== first && one.text !== first.text && one.shared > 0 && one.shared >= first.shared)
      .toSorted((one, other) => weightOf(other) - weightOf(one)).slice(0, mostSentences - 1);
    const chosen = sentences.filter((one) => one === first || further.includes(one));
    const fitting = chosen.reduce<Sentence[]>((kept, one) => ([...kept, one].map(({ text }) => text).join(' ').length <= longest ? [...kept, one] : kept), []);
    const quoted = fitting.includes(first) ? fitting : [first];
    return { answer: shortened(quoted.map(({ text }) => text).join(' ')), used: [...new Set(quoted.map(({ passage }) => passage))] };
  },
};

/** Words in common; of sentences alike the one in which the organization speaks of itself. */
const weightOf = ({ shared, own }: Sentence) => shared + (own ? 0.5 : 0);

function sentencesOf(passage: Passage, words: ReadonlySet<string>): Sentence[] {
  return passage.text.split(/(?<=[.!?])\s+|\n+/).map((text) => text.trim()).filter((text) => /\p{L}/u.test(text)).map((text) => ({
    passage, text, shared: [...stemsOf(text)].filter((stem) => words.has(stem)).length, own: /\b(?:we|our|us)\b/i.test(text),
  }));
}

/** Words without their endings, so that "encrypted" meets "encryption". */
function stemsOf(text: string): ReadonlySet<string> {
  return new Set(meaningfulWords(text).filter((word) => word.length > 3).map((word) => word.replace(/(?<=\w{4})(?:ations?|ions?|ings?|ed|es|s|ly|e)$/, '')));
}

function shortened(text: string): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest - 1).replace(/\s+\S*$/, '')}…`;
}
