/** Makes an answer of what the organization has written: a port, and what needs no provider (spec/areas/questionnaires, rule 7). */
import type { Passage } from '../../../domain/retrieval/passages.ts';
import { sentencesIn } from '../../../domain/retrieval/sentences.ts';
import { meaningfulWords } from '../../../domain/retrieval/words.ts';

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

interface Sentence {
  readonly passage: Passage;
  readonly text: string;
  readonly shared: ReadonlySet<string>;
  readonly own: boolean;
}

/** Works offline: quotes what has most of the question in it. A passage whose best sentences, with its title, have no more than half of it is left out. */
export const quotingGenerator: AnswerGenerator = {
  async generate(question, passages) {
    const words = stemsOf(question);
    const fitting = passages.flatMap((passage) => {
      const best = sentencesOf(passage, words).toSorted(byWeight).slice(0, mostSentences);
      return isAbout(passage, best, words) ? best : [];
    });
    const quoted: Sentence[] = [];
    for (const sentence of fitting.toSorted(byWeight)) {
      const known = new Set(quoted.flatMap(({ shared }) => [...shared]));
      // A further sentence has to add something, and to be about as much of the question as the first one, but for one word.
      const adds =
        quoted.length === 0 ||
        ([...sentence.shared].some((word) => !known.has(word)) && sentence.shared.size >= (quoted[0]?.shared.size ?? 0) - 1);
      if (adds && quoted.length < mostSentences && textOf([...quoted, sentence]).length <= longest) quoted.push(sentence);
    }
    return { answer: textOf(quoted) || null, used: [...new Set(quoted.map(({ passage }) => passage))] };
  },
};

function isAbout({ sourceName }: Passage, sentences: readonly Sentence[], words: ReadonlySet<string>): boolean {
  const said = new Set([...stemsOf(sourceName), ...sentences.flatMap(({ shared }) => [...shared])]);
  return [...words].filter((word) => said.has(word)).length > words.size / 2;
}

/** Words in common; of sentences alike the one in which the organization speaks of itself. */
const weightOf = ({ shared, own }: Sentence) => shared.size + (own ? 0.5 : 0);
const byWeight = (one: Sentence, other: Sentence) => weightOf(other) - weightOf(one);

function textOf(sentences: readonly Sentence[]): string {
  return sentences.map(({ text }) => text).join(' ');
}

function sentencesOf(passage: Passage, words: ReadonlySet<string>): Sentence[] {
  return sentencesIn(passage.text)
    .map(shortened)
    .filter((text) => /\p{L}/u.test(text))
    .map((text) => ({
      passage,
      text,
      shared: new Set([...stemsOf(text)].filter((stem) => words.has(stem))),
      own: /\b(?:we|our|us)\b/i.test(text),
    }));
}

/** Words without their endings, so that "encrypted" meets "encryption". */
function stemsOf(text: string): ReadonlySet<string> {
  return new Set(
    meaningfulWords(text).map((word) =>
      word.replace(/(?<=\w{4})(?:ations?|ions?|ings?|ied|ies|ed|es|(?<!s)s|ly|e)$/, '').replace(/(?<=\w{4})[iy]$/, ''),
    ),
  );
}

function shortened(text: string): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest - 1).replace(/(?<!\s)\s+\S*$/, '')}…`;
}
