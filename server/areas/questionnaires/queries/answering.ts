/** From questions to answers, for a request and for runs alike (spec/areas/questionnaires, rules 7 and 8). */
import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { conceptsOf, expanded } from '../../../domain/retrieval/concepts.ts';
import { findAnswerTo } from '../../../domain/manual-answers/manual-answers.ts';
import { aspectsIn } from '../../../domain/retrieval/aspects.ts';
import { findPassages, nameOf, type Passage } from '../../../domain/retrieval/passages.ts';
import { coverageOf } from '../../../domain/retrieval/weights.ts';
import { aboutOf } from '../rules/classes.ts';
import type { AnswerGenerator, GeneratedText } from '../rules/generator.ts';
import { aboutRequirements, identifiersIn } from '../rules/requirements.ts';
import { isSameQuestion } from '../rules/same-question.ts';
import { distinct, labelledSource } from '../rules/sources.ts';
import { findMapped } from './mapped.ts';

type GeneratedAnswer = components['schemas']['GeneratedAnswer'];

/** So many that the one with the answer is among them, whichever of its names a thing is asked for by. */
const mostPassages = 40;
const leastScore = 0.2;

/** What a customer may be told: what is published or implemented, and nothing of risks. */
const quoted = ['policy', 'control', 'context', 'manual_answer', 'knowledge_base_document'] as const;

type Reader = Pick<Actor, 'memberId'>;

export interface Found {
  /** What the question is about, in words that passages may have. */
  readonly about: string;
  /** Best first. */
  readonly passages: readonly Passage[];
}

/**
 * What the organization does, as far as it has to do with the question: what a person has answered to it, and nothing else then. The database
 * looks for the words of the question and for all that they are called otherwise; the score is the part of the question that a passage speaks
 * of, in whatever words. The controls of a requirement that the question names are among the passages, whatever their words.
 * @param reader who asks, and is told nothing of policies that it does not see
 */
export async function passagesFor(db: OrganizationDatabase, question: string, { memberId: reader }: Reader): Promise<Found> {
  const given = await findAnswerTo(db, question);
  if (given) {
    const { id, question: sourceName, answer: text } = given;
    return { about: aboutOf(question), passages: [{ sourceType: 'manual_answer', sourceId: id, sourceName, text, score: 1 }] };
  }
  const mapped = await findMapped(db, identifiersIn(question));
  const about = aboutRequirements(aboutOf(question), mapped.names);
  // A question that says nothing but a requirement is answered by what meets it.
  if (mapped.passages.length && about === mapped.names.join(' ')) return { about, passages: mapped.passages };
  const wanted = conceptsOf(about);
  const found = await findPassages(db, expanded(about), {
    limit: mostPassages,
    sources: quoted,
    practices: true,
    aspects: aspectsIn(question),
    reader,
  });
  const scored = found
    .filter(({ sourceId }) => !mapped.passages.some((passage) => passage.sourceId === sourceId))
    .map((passage) => ({ ...passage, score: coverageOf(wanted, conceptsOf(`${nameOf(passage)} ${passage.text}`)) }))
    .filter(({ score }) => score >= leastScore)
    .toSorted((one, other) => other.score - one.score);
  return { about, passages: [...mapped.passages, ...scored] };
}

export interface Asked {
  readonly question: string;
  readonly questionIndex: number;
}

const nothing: GeneratedText = { answer: null, used: [] };

/** Never throws for what the generator does: then the answer says so, and the others go on. */
export async function answerOf(
  generator: AnswerGenerator,
  { question, questionIndex }: Asked,
  { about, passages }: Found,
): Promise<GeneratedAnswer> {
  const plain: GeneratedAnswer = { questionIndex, question, answer: null, sources: [], draftedByModel: false, error: null };
  try {
    const given = passages.find(({ sourceType, sourceName }) => sourceType === 'manual_answer' && isSameQuestion(question, sourceName));
    if (given) return { ...plain, answer: given.text, sources: [labelledSource(given)] };
    const { answer, used, draftedByModel = false } = passages.length ? await generator.generate(about, passages) : nothing;
    const text = answer?.trim() || null;
    return text === null ? plain : { ...plain, answer: text, sources: distinct(used.map(labelledSource)), draftedByModel };
  } catch {
    return { ...plain, error: 'The question could not be answered' };
  }
}
