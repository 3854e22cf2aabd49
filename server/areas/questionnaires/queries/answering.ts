/** From questions to answers, for a request and for runs alike (spec/areas/questionnaires, rules 7 and 8). */
import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { findPassages, type Passage } from '../../../domain/retrieval/passages.ts';
import { aboutOf } from '../rules/classes.ts';
import type { AnswerGenerator } from '../rules/generator.ts';
import { distinct, labelledSource } from '../rules/sources.ts';

type GeneratedAnswer = components['schemas']['GeneratedAnswer'];

const mostPassages = 5;
const leastScore = 0.2;

/** What the organization does, as far as it has to do with the question. */
export async function passagesFor(db: OrganizationDatabase, question: string): Promise<Passage[]> {
  const passages = await findPassages(db, aboutOf(question), { limit: mostPassages, practices: true });
  return passages.filter(({ score }) => score >= leastScore);
}

export interface Asked {
  readonly question: string;
  readonly questionIndex: number;
}

/** Never throws for what the generator does: then the answer says so, and the others go on. */
export async function answerOf(
  generator: AnswerGenerator,
  { question, questionIndex }: Asked,
  passages: readonly Passage[],
): Promise<GeneratedAnswer> {
  try {
    const { answer, used } = passages.length ? await generator.generate(question, passages) : { answer: null, used: [] };
    const text = answer?.trim() || null;
    return { questionIndex, question, answer: text, sources: text === null ? [] : distinct(used.map(labelledSource)), error: null };
  } catch {
    return { questionIndex, question, answer: null, sources: [], error: 'The question could not be answered' };
  }
}
