/** Writes answers from the organization's own texts: a port, and an implementation that needs no provider (questionnaires, rule 7). */
import { passageTopicOf, type Passage } from '#domain/retrieval/passages';
import { extractConcepts, stemOf } from '#domain/retrieval/concepts';
import { splitSentences } from '#domain/retrieval/sentences';
import { measureCoverage } from '#domain/retrieval/weights';
import { meaningfulWords } from '#domain/retrieval/words';
import { isOffer } from './choices.ts';
import { isPlaceholder } from './classes.ts';

export interface GeneratedText {
  /** Null if the passages do not contain enough. */
  readonly answer: string | null;
  /** The passages that the answer was made from. */
  readonly used: readonly Passage[];
  /** Whether a language model wrote it. */
  readonly draftedByModel?: boolean;
}

export interface AnswerGenerator {
  /**
   * @param passages best first, each related to the question to some degree
   * @throws if this question cannot be answered; others continue
   */
  generate(question: string, passages: readonly Passage[]): Promise<GeneratedText>;
}

const maxLength = 600;
const maxSentences = 3;
/** The minimum share of the question that the first sentence and the name of its source must cover. */
const minCoverage = 0.5;
/** The minimum share that a sentence itself must cover, because a name alone answers nothing. */
const minOwnCoverage = 0.3;
/** A further sentence must reach this fraction of the first one's score. */
const minRelativeScore = 0.7;

interface Sentence {
  readonly passage: Passage;
  readonly text: string;
  /** 0 to 1: the share of the question that the sentence covers. */
  readonly own: number;
  /** The same together with the name of its source, which counts half because it says what the sentence is about. */
  readonly score: number;
}

/** Works offline: quotes the sentences that cover most of the question. Rare words weigh more than common ones. */
export const quotingGenerator: AnswerGenerator = {
  async generate(question, passages) {
    const concepts = extractConcepts(question);
    const sentences = passages
      .flatMap((passage) => sentencesOf(question, passage, concepts))
      .filter(({ own, score }) => score >= minCoverage && own >= minOwnCoverage)
      .toSorted((one, other) => other.score - one.score);
    const quoted: Sentence[] = [];
    for (const sentence of sentences) {
      if (quoted.length === maxSentences) break;
      const first = quoted[0];
      if (first && sentence.score < first.score * minRelativeScore) break;
      if (textOf([...quoted, sentence]).length <= maxLength && !quoted.some((one) => saysTheSame(one, sentence))) quoted.push(sentence);
    }
    return { answer: textOf(quoted) || null, used: [...new Set(quoted.map(({ passage }) => passage))] };
  },
};

/** Policies repeat controls in nearly the same words. */
const duplicateShare = 0.75;

function saysTheSame(one: Sentence, other: Sentence): boolean {
  const wordsOf = ({ text }: Sentence) => new Set(meaningfulWords(text).map(stemOf));
  const [phrase, again] = [wordsOf(one), wordsOf(other)];
  const shared = [...phrase].filter((word) => again.has(word)).length;
  return shared >= (phrase.size + again.size - shared) * duplicateShare;
}

function textOf(sentences: readonly Sentence[]): string {
  return sentences.map(({ text }, index) => (index < sentences.length - 1 ? withPeriod(text) : text)).join(' ');
}

/** A list item or a cell may lack a final punctuation mark. */
function withPeriod(text: string): string {
  return /[\p{L}\p{N})%]$/u.test(text) ? `${text}.` : text;
}

/** Statements about the document itself, or references to another one, are seldom an answer. */
const aboutDocument = /^(?:this policy|this document)\b|\b[A-Z]\w+ Policy\b|^[A-Z][\w ]{3,30}: /;
/** Sentences that refer to the sentence before, and are unclear without it. */
const refersBack = /^(?:it|its|they|their|these|this|those)\b/i;
/** In policies, these questions are answered first by statements of who does what. */
const asksForRoles = /\b(?:who|whom|whose|responsib\w+|roles?)\b/i;
/** A policy statement that matches only by its name or heading ranks behind those that match by their own words. */
const nameOnlyPenalty = 0.06;
/** The first words of a sentence say what it is about. */
const firstWords = 5;

function sentencesOf(question: string, passage: Passage, concepts: ReadonlySet<string>): Sentence[] {
  const { sourceType, statement } = passage;
  const named = extractConcepts(passageTopicOf(passage));
  const about = measureCoverage(concepts, named);
  // The name of a control, the question of a context entry, and a heading introduce what follows. The name of a policy is broader, so it counts only
  // if the question asks for nothing else.
  const nearby = sourceType === 'policy' && (about < 1 || statement?.aspect !== null) ? extractConcepts(statement?.heading ?? '') : named;
  const before = (statement?.line ?? 1) - 1;
  const aspectPenalty =
    statement?.aspect === 'purpose' || (statement?.aspect === 'responsibilities' && !asksForRoles.test(question)) ? 0.05 : 0;
  return partsOf(passage)
    .map(({ text, asked }) => ({ text: shorten(text), said: asked === undefined ? text : `${asked} ${text}` }))
    .filter(({ text }) => /\p{L}/u.test(text))
    .map(({ text, said: phrase }, index) => {
      const covered = extractConcepts(phrase);
      const own = measureCoverage(concepts, before + index < 2 ? new Set([...covered, ...nearby]) : covered);
      const together = measureCoverage(concepts, new Set([...covered, ...named]));
      const first = measureCoverage(concepts, extractConcepts(phrase.split(/\s+/, firstWords).join(' ')));
      const score =
        ((own + together) / 2) * (aboutDocument.test(text) ? 0.6 : 1) +
        about * 0.2 +
        first * 0.05 -
        aspectPenalty -
        (sourceType === 'policy' && own > measureCoverage(concepts, covered) ? nameOnlyPenalty : 0) -
        Math.min(before + index, 8) * 0.005 +
        (/\b(?:we|our|us)\b/i.test(text) ? 0.01 : 0);
      return { passage, text, own, score };
    });
}

interface Statement {
  readonly text: string;
  /** The question that it answers, if one precedes it. */
  readonly asked?: string;
}

/**
 * Splits a passage into sentences, each together with those that refer to it. Questions are left out: the text next to them or on the next line
 * answers them.
 */
function partsOf({ text }: Passage): Statement[] {
  const parts: Statement[] = [];
  let asked: string | undefined;
  for (const sentence of splitSentences(text)) {
    const end = findQuestionEnd(sentence);
    const phrase = sentence.slice(end).replace(/^[\s;,:–-]+/, '');
    if (end > 0) asked = sentence.slice(0, end);
    else if (beginsRow.test(sentence)) asked = undefined;
    if (phrase === '') continue;
    const last = parts.at(-1);
    if (asked === undefined && last && refersBack.test(phrase) && last.text.length + phrase.length < maxLength)
      parts[parts.length - 1] = { ...last, text: `${last.text} ${phrase}` };
    else if (!isOffer(phrase) && !isPlaceholder(phrase)) parts.push({ text: phrase, ...(asked !== undefined && { asked }) });
    asked = undefined;
  }
  return parts;
}

/** A number, as in front of the questions of a questionnaire. */
const beginsRow = /^(?:[A-Z]{1,6}[-. ]?)?\d[\d.-]*[;.):]?\s/;
const request = /^(?:[\w.-]{1,20}[;.):]\s+)?(?:please\s|(?:describe|explain|outline|specify)\s|list (?:all|any|the|your)\s)/i;

/** @returns where the question at the beginning of a sentence or a row of cells ends; 0 if there is none */
function findQuestionEnd(sentence: string): number {
  const mark = sentence.search(/[?？\u061f][^?？\u061f]*$/) + 1;
  if (mark > 0 || !request.test(sentence)) return mark;
  const cell = sentence.lastIndexOf('; ');
  return cell > 20 ? cell : sentence.length;
}

function shorten(text: string): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength - 1).replace(/(?<!\s)\s+\S*$/, '')}…`;
}
