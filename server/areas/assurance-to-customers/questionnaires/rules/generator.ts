/** Defines a port that writes answers from the organization's texts, and an implementation without a provider (questionnaires, rule 7). */
import { passageTopicOf, type Passage } from '#domain/retrieval/passages';
import { extractConcepts, stemOf } from '#domain/retrieval/concepts';
import { splitSentences } from '#domain/retrieval/sentences';
import { measureCoverage } from '#domain/retrieval/weights';
import { meaningfulWords } from '#domain/retrieval/words';
import { areUntickedChoices } from './choices.ts';
import { isPlaceholder } from './classes.ts';

export interface GeneratedText {
  /** Null if the passages do not contain enough information. */
  readonly answer: string | null;
  /** The passages from which the answer was written. */
  readonly usedPassages: readonly Passage[];
  /** Whether a language model wrote the answer. */
  readonly draftedByModel?: boolean;
}

export interface AnswerGenerator {
  /**
   * @param passages sorted best first; each is related to the question to some degree
   * @throws if this question cannot be answered, which does not affect other questions
   */
  generate(question: string, passages: readonly Passage[]): Promise<GeneratedText>;
}

const maxLength = 600;
const maxSentences = 3;
/** The minimum score of a quoted sentence. */
const minScore = 0.5;
/** The minimum share of the question that the sentence itself must cover, because the name of its source alone answers nothing. */
const minOwnCoverage = 0.3;
/** The score of a further sentence must reach this fraction of the score of the first one. */
const minRelativeScore = 0.7;

interface Sentence {
  readonly passage: Passage;
  readonly text: string;
  /** The share of the question that the sentence covers, 0 to 1. The first two sentences of a passage include its introduction. */
  readonly ownCoverage: number;
  /** Determines the rank of the sentence. It also counts the name of the source, at half weight, because the name describes the topic. */
  readonly score: number;
}

/** Quotes the sentences that cover most of the question, without an external service. Rare words weigh more than common ones. */
export const quotingGenerator: AnswerGenerator = {
  async generate(question, passages) {
    const concepts = extractConcepts(question);
    const sentences = passages
      .flatMap((passage) => scoreSentences(question, passage, concepts))
      .filter(({ ownCoverage, score }) => score >= minScore && ownCoverage >= minOwnCoverage)
      .toSorted((first, second) => second.score - first.score);
    const quotedSentences: Sentence[] = [];
    for (const sentence of sentences) {
      if (quotedSentences.length === maxSentences) break;
      const first = quotedSentences[0];
      if (first && sentence.score < first.score * minRelativeScore) break;
      if (
        joinSentences([...quotedSentences, sentence]).length <= maxLength &&
        !quotedSentences.some((quotedSentence) => areDuplicates(quotedSentence, sentence))
      )
        quotedSentences.push(sentence);
    }
    return { answer: joinSentences(quotedSentences) || null, usedPassages: [...new Set(quotedSentences.map(({ passage }) => passage))] };
  },
};

/** Sentences that share this part of their words are duplicates. Policies repeat controls in nearly the same words. */
const duplicateShare = 0.75;

function areDuplicates(first: Sentence, second: Sentence): boolean {
  const wordsOf = ({ text }: Sentence) => new Set(meaningfulWords(text).map(stemOf));
  const [firstWordSet, secondWordSet] = [wordsOf(first), wordsOf(second)];
  const sharedCount = [...firstWordSet].filter((word) => secondWordSet.has(word)).length;
  return sharedCount >= (firstWordSet.size + secondWordSet.size - sharedCount) * duplicateShare;
}

function joinSentences(sentences: readonly Sentence[]): string {
  return sentences.map(({ text }, index) => (index < sentences.length - 1 ? withPeriod(text) : text)).join(' ');
}

/** A list item or a cell may lack a final punctuation mark. */
function withPeriod(text: string): string {
  return /[\p{L}\p{N})%]$/u.test(text) ? `${text}.` : text;
}

/** Statements about the document itself, or that refer to another document, are seldom an answer. */
const documentPattern = /^(?:this policy|this document)\b|\b[A-Z]\w+ Policy\b|^[A-Z][\w ]{3,30}: /;
/** Sentences that refer to the previous sentence and are unclear without it. */
const backReferencePattern = /^(?:it|its|they|their|these|this|those)\b/i;
/** Policies answer these questions by statements about responsibilities, which rank lower for other questions. */
const rolePattern = /\b(?:who|whom|whose|responsib\w+|roles?)\b/i;
/** Reduces the score of a policy statement that covers less of the question without its introduction. */
const introductionPenalty = 0.06;
/** The number of words at the beginning of a sentence that count as its topic. */
const topicWordCount = 5;

function scoreSentences(question: string, passage: Passage, concepts: ReadonlySet<string>): Sentence[] {
  const { sourceType, statement } = passage;
  const topicConcepts = extractConcepts(passageTopicOf(passage));
  const topicCoverage = measureCoverage(concepts, topicConcepts);
  // The name of a control, the question of a context entry, and a heading introduce the next sentences. The name of a policy is too
  // broad for that, and counts only if it covers the whole question.
  const introduction =
    sourceType === 'policy' && (topicCoverage < 1 || statement?.aspect !== null)
      ? extractConcepts(statement?.heading ?? '')
      : topicConcepts;
  const precedingLines = (statement?.line ?? 1) - 1;
  const aspectPenalty =
    statement?.aspect === 'purpose' || (statement?.aspect === 'responsibilities' && !rolePattern.test(question)) ? 0.05 : 0;
  return splitIntoStatements(passage)
    .map(({ text, question: precedingQuestion }) => ({
      text: shorten(text),
      phrase: precedingQuestion === undefined ? text : `${precedingQuestion} ${text}`,
    }))
    .filter(({ text }) => /\p{L}/u.test(text))
    .map(({ text, phrase }, index) => {
      const phraseConcepts = extractConcepts(phrase);
      const ownCoverage = measureCoverage(
        concepts,
        precedingLines + index < 2 ? new Set([...phraseConcepts, ...introduction]) : phraseConcepts,
      );
      const totalCoverage = measureCoverage(concepts, new Set([...phraseConcepts, ...topicConcepts]));
      const beginCoverage = measureCoverage(concepts, extractConcepts(phrase.split(/\s+/, topicWordCount).join(' ')));
      const score =
        ((ownCoverage + totalCoverage) / 2) * (documentPattern.test(text) ? 0.6 : 1) +
        topicCoverage * 0.2 +
        beginCoverage * 0.05 -
        aspectPenalty -
        (sourceType === 'policy' && ownCoverage > measureCoverage(concepts, phraseConcepts) ? introductionPenalty : 0) -
        Math.min(precedingLines + index, 8) * 0.005 +
        (/\b(?:we|our|us)\b/i.test(text) ? 0.01 : 0);
      return { passage, text, ownCoverage, score };
    });
}

interface Statement {
  readonly text: string;
  /** The question before the text, if the text answers one. */
  readonly question?: string;
}

/**
 * Splits a passage into sentences, but keeps a sentence that refers to the previous one together with it. A question is not a statement,
 * but is stored with the text that answers it, which follows it or is on the next line.
 */
function splitIntoStatements({ text }: Passage): Statement[] {
  const parts: Statement[] = [];
  let question: string | undefined;
  for (const sentence of splitSentences(text)) {
    const end = findQuestionEnd(sentence);
    const phrase = sentence.slice(end).replace(/^[\s;,:–-]+/, '');
    if (end > 0) question = sentence.slice(0, end);
    else if (rowStartPattern.test(sentence)) question = undefined;
    if (phrase === '') continue;
    const lastPart = parts.at(-1);
    if (question === undefined && lastPart && backReferencePattern.test(phrase) && lastPart.text.length + phrase.length < maxLength)
      parts[parts.length - 1] = { ...lastPart, text: `${lastPart.text} ${phrase}` };
    else if (!areUntickedChoices(phrase) && !isPlaceholder(phrase))
      parts.push({ text: phrase, ...(question !== undefined && { question }) });
    question = undefined;
  }
  return parts;
}

/** A number at the beginning of a row, as questionnaires have before their questions. */
const rowStartPattern = /^(?:[A-Z]{1,6}[-. ]?)?\d[\d.-]*[;.):]?\s/;
const requestPattern = /^(?:[\w.-]{1,20}[;.):]\s+)?(?:please\s|(?:describe|explain|outline|specify)\s|list (?:all|any|the|your)\s)/i;

/** @returns the position at which the question at the beginning of a sentence or a row of cells ends; 0 if there is none */
function findQuestionEnd(sentence: string): number {
  const afterMark = sentence.search(/[?？\u061f][^?？\u061f]*$/) + 1;
  if (afterMark > 0 || !requestPattern.test(sentence)) return afterMark;
  const lastCell = sentence.lastIndexOf('; ');
  return lastCell > 20 ? lastCell : sentence.length;
}

function shorten(text: string): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength - 1).replace(/(?<!\s)\s+\S*$/, '')}…`;
}
