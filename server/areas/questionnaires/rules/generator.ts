/** Makes an answer of what the organization has written: a port, and what needs no provider (spec/areas/questionnaires, rule 7). */
import { nameOf, type Passage } from '../../../domain/retrieval/passages.ts';
import { conceptsOf, stemOf } from '../../../domain/retrieval/concepts.ts';
import { sentencesIn } from '../../../domain/retrieval/sentences.ts';
import { coverageOf } from '../../../domain/retrieval/weights.ts';
import { meaningfulWords } from '../../../domain/retrieval/words.ts';
import { isOffer } from './choices.ts';
import { isPlaceholder } from './classes.ts';

export interface GeneratedText {
  /** Null when the passages do not say enough. */
  readonly answer: string | null;
  /** The passages that the answer was made of. */
  readonly used: readonly Passage[];
  /** Whether a language model wrote it. */
  readonly draftedByModel?: boolean;
}

export interface AnswerGenerator {
  /** @param passages best first, each about the question to some degree @throws when this question cannot be answered; others are answered all the same */
  generate(question: string, passages: readonly Passage[]): Promise<GeneratedText>;
}

const longest = 600;
const mostSentences = 3;
/** The part of what a question is about that the first sentence has, together with the name of its source. */
const enough = 0.5;
/** What a sentence itself must have: a name alone answers nothing. */
const ownPart = 0.3;
/** How much less than the first one a further sentence may have. */
const further = 0.7;

interface Sentence {
  readonly passage: Passage;
  readonly text: string;
  /** 0 to 1: the part of the question that it speaks of. */
  readonly own: number;
  /** The same with the name of its source, which counts half: it tells what the sentence is about. */
  readonly score: number;
}

/** Works offline: quotes the sentences that have most of what the question is about, its rare words counting more than its common ones. */
export const quotingGenerator: AnswerGenerator = {
  async generate(question, passages) {
    const wanted = conceptsOf(question);
    const sentences = passages
      .flatMap((passage) => sentencesOf(question, passage, wanted))
      .filter(({ own, score }) => score >= enough && own >= ownPart)
      .toSorted((one, other) => other.score - one.score);
    const quoted: Sentence[] = [];
    for (const sentence of sentences) {
      if (quoted.length === mostSentences) break;
      const first = quoted[0];
      if (first && sentence.score < first.score * further) break;
      if (textOf([...quoted, sentence]).length <= longest && !quoted.some((one) => saysTheSame(one, sentence))) quoted.push(sentence);
    }
    return { answer: textOf(quoted) || null, used: [...new Set(quoted.map(({ passage }) => passage))] };
  },
};

/** Policies repeat what controls say in nearly the same words. */
const sameShare = 0.75;

function saysTheSame(one: Sentence, other: Sentence): boolean {
  const wordsOf = ({ text }: Sentence) => new Set(meaningfulWords(text).map(stemOf));
  const [said, again] = [wordsOf(one), wordsOf(other)];
  const shared = [...said].filter((word) => again.has(word)).length;
  return shared >= (said.size + again.size - shared) * sameShare;
}

function textOf(sentences: readonly Sentence[]): string {
  return sentences.map(({ text }, index) => (index < sentences.length - 1 ? ended(text) : text)).join(' ');
}

/** What was an item of a list or a cell may end without a sign. */
function ended(text: string): string {
  return /[\p{L}\p{N})%]$/u.test(text) ? `${text}.` : text;
}

/** What a document says of itself, or leaves to another one, is seldom an answer. */
const ofItself = /^(?:this policy|this document)\b|\b[A-Z]\w+ Policy\b|^[A-Z][\w ]{3,30}: /;
/** Refers to the sentence before it, and says little without it. */
const refers = /^(?:it|its|they|their|these|this|those)\b/i;
/** Who does what in a policy answers this first. */
const whoever = /\b(?:who|whom|whose|responsib\w+|roles?)\b/i;
/** What a statement of a policy is about by its name or heading alone comes after what others say in words of their own. */
const byNameAlone = 0.06;
/** Words with which a sentence begins say what it is about. */
const beginning = 5;

function sentencesOf(question: string, passage: Passage, wanted: ReadonlySet<string>): Sentence[] {
  const { sourceType, statement } = passage;
  const named = conceptsOf(nameOf(passage));
  const about = coverageOf(wanted, named);
  // The name of a control, the question of the context, and a heading, is the beginning of what is said there. The name of a policy is wider,
  // unless nothing else is asked for.
  const near = sourceType === 'policy' && (about < 1 || statement?.aspect !== null) ? conceptsOf(statement?.heading ?? '') : named;
  const before = (statement?.line ?? 1) - 1;
  const aside = statement?.aspect === 'purpose' || (statement?.aspect === 'responsibilities' && !whoever.test(question)) ? 0.05 : 0;
  return partsOf(passage)
    .map(({ text, asked }) => ({ text: shortened(text), said: asked === undefined ? text : `${asked} ${text}` }))
    .filter(({ text }) => /\p{L}/u.test(text))
    .map(({ text, said }, index) => {
      const had = conceptsOf(said);
      const own = coverageOf(wanted, before + index < 2 ? new Set([...had, ...near]) : had);
      const together = coverageOf(wanted, new Set([...had, ...named]));
      const first = coverageOf(wanted, conceptsOf(said.split(/\s+/, beginning).join(' ')));
      const score =
        ((own + together) / 2) * (ofItself.test(text) ? 0.6 : 1) +
        about * 0.2 +
        first * 0.05 -
        aside -
        (sourceType === 'policy' && own > coverageOf(wanted, had) ? byNameAlone : 0) -
        Math.min(before + index, 8) * 0.005 +
        (/\b(?:we|our|us)\b/i.test(text) ? 0.01 : 0);
      return { passage, text, own, score };
    });
}

interface SaidPart {
  readonly text: string;
  /** The question that it answers, where one stands before it. */
  readonly asked?: string;
}

/** Sentences, with those that refer to them. A question is none: what stands beside it, or in the next line, is its answer. */
function partsOf({ text }: Passage): SaidPart[] {
  const parts: SaidPart[] = [];
  let asked: string | undefined;
  for (const sentence of sentencesIn(text)) {
    const end = endOfQuestion(sentence);
    const said = sentence.slice(end).replace(/^[\s;,:–-]+/, '');
    if (end > 0) asked = sentence.slice(0, end);
    else if (beginsRow.test(sentence)) asked = undefined;
    if (said === '') continue;
    const last = parts.at(-1);
    if (asked === undefined && last && refers.test(said) && last.text.length + said.length < longest)
      parts[parts.length - 1] = { ...last, text: `${last.text} ${said}` };
    else if (!isOffer(said) && !isPlaceholder(said)) parts.push({ text: said, ...(asked !== undefined && { asked }) });
    asked = undefined;
  }
  return parts;
}

/** A number, as before the questions of a questionnaire. */
const beginsRow = /^(?:[A-Z]{1,6}[-. ]?)?\d[\d.-]*[;.):]?\s/;
const request = /^(?:[\w.-]{1,20}[;.):]\s+)?(?:please\s|(?:describe|explain|outline|specify)\s|list (?:all|any|the|your)\s)/i;

/** @returns where the question ends that a sentence, or a row of cells, begins with; 0 for none */
function endOfQuestion(sentence: string): number {
  const mark = sentence.search(/[?？\u061f][^?？\u061f]*$/) + 1;
  if (mark > 0 || !request.test(sentence)) return mark;
  const cell = sentence.lastIndexOf('; ');
  return cell > 20 ? cell : sentence.length;
}

function shortened(text: string): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest - 1).replace(/(?<!\s)\s+\S*$/, '')}…`;
}
