/** Answers questions, both in requests and in runs (questionnaires, rules 7 and 8). */
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Reader } from '#domain/access/audience/reader';
import { extractConcepts, expandWithSynonyms } from '#domain/retrieval/concepts';
import { findAnswerTo } from '#domain/questionnaires/manual-answers/manual-answers';
import { aspectsIn } from '#domain/retrieval/aspects';
import { findPassages, passageTopicOf, type Passage, redactPassage } from '#domain/retrieval/passages';
import { measureCoverage } from '#domain/retrieval/weights';
import { topicOf } from '../rules/classes.ts';
import type { AnswerGenerator, GeneratedText } from '../rules/generator.ts';
import { topicWithRequirements, findRequirementIds } from '../rules/requirements.ts';
import { isSameQuestion } from '../rules/same-question.ts';
import { distinctSources, toLabeledSource } from '../rules/sources.ts';
import { findMappedControls } from '../queries/mapped-controls.ts';

type GeneratedAnswer = components['schemas']['GeneratedAnswer'];

/** High enough to include the passage with the answer, even if the question uses another term for its subject. */
const maxPassages = 40;
const minScore = 0.2;

/** The types of sources that answers may quote to a customer: published or implemented records, but no risks. */
const quotableSources = ['policy', 'control', 'context', 'manual_answer', 'knowledge_base_document'] as const;

export interface FoundPassages {
  /** The topic of the question, in words that passages may contain. */
  readonly topic: string;
  /** Passages sorted by score, best first. */
  readonly passages: readonly Passage[];
}

/**
 * Finds passages about a question. If it has a manual answer, only that is returned. Otherwise passages are found by the words of the
 * question and their synonyms, and scored by the share of the question that they cover. Controls of requirements in the question are added.
 * @param reader the reader of the answer. Passages that this reader may not read are not returned
 */
export async function findPassagesFor(db: OrganizationDatabase, question: string, reader: Reader): Promise<FoundPassages> {
  const manualAnswer = await findAnswerTo(db, question, reader);
  if (manualAnswer) {
    const { id, question: sourceName, answer: text } = manualAnswer;
    const passage = redactPassage({ sourceType: 'manual_answer' as const, sourceId: id, sourceName, text, score: 1 });
    return { topic: topicOf(question), passages: [passage] };
  }
  const { names, passages: controls } = await findMappedControls(db, findRequirementIds(question), reader);
  const mappedControls = { names, passages: controls.map(redactPassage) };
  const topic = topicWithRequirements(topicOf(question), mappedControls.names);
  // A question that only names requirements is answered by the controls that meet them.
  if (mappedControls.passages.length && topic === mappedControls.names.join(' ')) return { topic, passages: mappedControls.passages };
  const concepts = extractConcepts(topic);
  const candidates = await findPassages(db, expandWithSynonyms(topic), reader, {
    limit: maxPassages,
    sources: quotableSources,
    practices: true,
    aspects: aspectsIn(question),
  });
  const scoredPassages = candidates
    .filter(({ sourceId }) => !mappedControls.passages.some((passage) => passage.sourceId === sourceId))
    .map((passage) => ({ ...passage, score: measureCoverage(concepts, extractConcepts(`${passageTopicOf(passage)} ${passage.text}`)) }))
    .filter(({ score }) => score >= minScore)
    .toSorted((first, second) => second.score - first.score);
  return { topic, passages: [...mappedControls.passages, ...scoredPassages] };
}

export interface AskedQuestion {
  readonly question: string;
  readonly questionIndex: number;
}

const noAnswer: GeneratedText = { answer: null, usedPassages: [] };

/** Answers a question. If the generator fails, the answer contains an error instead, so that other questions can continue. */
export async function answerQuestion(
  generator: AnswerGenerator,
  { question, questionIndex }: AskedQuestion,
  { topic, passages }: FoundPassages,
): Promise<GeneratedAnswer> {
  const unanswered: GeneratedAnswer = { questionIndex, question, answer: null, sources: [], draftedByModel: false, error: null };
  try {
    const manualAnswer = passages.find(
      ({ sourceType, sourceName }) => sourceType === 'manual_answer' && isSameQuestion(question, sourceName),
    );
    if (manualAnswer) return { ...unanswered, answer: manualAnswer.text, sources: [toLabeledSource(manualAnswer)] };
    const { answer, usedPassages, draftedByModel = false } = passages.length ? await generator.generate(topic, passages) : noAnswer;
    const text = answer?.trim() || null;
    return text === null
      ? unanswered
      : { ...unanswered, answer: text, sources: distinctSources(usedPassages.map(toLabeledSource)), draftedByModel };
  } catch {
    return { ...unanswered, error: 'The question could not be answered' };
  }
}
