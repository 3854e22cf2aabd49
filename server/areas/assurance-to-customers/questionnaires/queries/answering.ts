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
import { topicWithRequirements, identifiersIn } from '../rules/requirements.ts';
import { isSameQuestion } from '../rules/same-question.ts';
import { distinctSources, labelledSource } from '../rules/sources.ts';
import { findMappedControls } from './mapped-controls.ts';

type GeneratedAnswer = components['schemas']['GeneratedAnswer'];

/** Enough passages to include the one with the answer, even if the question uses another term for its subject. */
const maxPassages = 40;
const minScore = 0.2;

/** Sources that may be quoted to a customer: what is published or implemented, but no risks. */
const quoted = ['policy', 'control', 'context', 'manual_answer', 'knowledge_base_document'] as const;

export interface FoundPassages {
  /** What the question is about, in words that passages may contain. */
  readonly about: string;
  /** Best first. */
  readonly passages: readonly Passage[];
}

/**
 * Finds what the organization does regarding the question. If a manual answer to it exists, only that is returned. Otherwise the database searches
 * the words of the question and their synonyms, and the score is the share of the question that a passage covers, synonyms included. The controls of
 * a requirement that the question names are always among the passages.
 * @param reader the reader of the answer: passages that this reader may not read are not returned
 */
export async function findPassagesFor(db: OrganizationDatabase, question: string, reader: Reader): Promise<FoundPassages> {
  const manualAnswer = await findAnswerTo(db, question, reader);
  if (manualAnswer) {
    const { id, question: sourceName, answer: text } = manualAnswer;
    const passage = redactPassage({ sourceType: 'manual_answer' as const, sourceId: id, sourceName, text, score: 1 });
    return { about: topicOf(question), passages: [passage] };
  }
  const { names, passages: controls } = await findMappedControls(db, identifiersIn(question), reader);
  const mapped = { names, passages: controls.map(redactPassage) };
  const about = topicWithRequirements(topicOf(question), mapped.names);
  // A question that only names requirements is answered by the controls that meet them.
  if (mapped.passages.length && about === mapped.names.join(' ')) return { about, passages: mapped.passages };
  const concepts = extractConcepts(about);
  const found = await findPassages(db, expandWithSynonyms(about), reader, {
    limit: maxPassages,
    sources: quoted,
    practices: true,
    aspects: aspectsIn(question),
  });
  const scored = found
    .filter(({ sourceId }) => !mapped.passages.some((passage) => passage.sourceId === sourceId))
    .map((passage) => ({ ...passage, score: measureCoverage(concepts, extractConcepts(`${passageTopicOf(passage)} ${passage.text}`)) }))
    .filter(({ score }) => score >= minScore)
    .toSorted((first, second) => second.score - first.score);
  return { about, passages: [...mapped.passages, ...scored] };
}

export interface AskedQuestion {
  readonly question: string;
  readonly questionIndex: number;
}

const nothing: GeneratedText = { answer: null, used: [] };

/** Does not throw when the generator fails: the answer then has an error, and the other questions continue. */
export async function answerQuestion(
  generator: AnswerGenerator,
  { question, questionIndex }: AskedQuestion,
  { about, passages }: FoundPassages,
): Promise<GeneratedAnswer> {
  const unanswered: GeneratedAnswer = { questionIndex, question, answer: null, sources: [], draftedByModel: false, error: null };
  try {
    const manualAnswer = passages.find(
      ({ sourceType, sourceName }) => sourceType === 'manual_answer' && isSameQuestion(question, sourceName),
    );
    if (manualAnswer) return { ...unanswered, answer: manualAnswer.text, sources: [labelledSource(manualAnswer)] };
    const { answer, used, draftedByModel = false } = passages.length ? await generator.generate(about, passages) : nothing;
    const text = answer?.trim() || null;
    return text === null ? unanswered : { ...unanswered, answer: text, sources: distinctSources(used.map(labelledSource)), draftedByModel };
  } catch {
    return { ...unanswered, error: 'The question could not be answered' };
  }
}
