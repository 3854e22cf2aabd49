/** Measures how many answerable questions are answered, and how many answers are relevant. */
import { answerQuestion, findPassagesFor } from '#areas/assurance-to-customers/questionnaires/steps/answering';
import { quotingGenerator } from '#areas/assurance-to-customers/questionnaires/rules/generator';
import type { Database } from '#platform/database/open';
import { gold, type Questionnaire } from '../../test/fixtures/questionnaires/lists.ts';
import { within } from '../../test/support/organization.ts';
import { readerOfEverything } from '../../test/support/readers.ts';

export interface ExpectedAnswer {
  readonly question: string;
  readonly topic: string;
  readonly answer: string | null;
  readonly sources: readonly string[];
  /** Whether the organization has a matching text. */
  readonly answerable: boolean;
  /** Whether the answer contains such a text. */
  readonly fits: boolean;
}

/** Answers the questions like a run does, from the organization's texts. Questions without an expectation are skipped. */
export async function measureAnswers(database: Database, organizationId: string, { questions }: Questionnaire): Promise<ExpectedAnswer[]> {
  const results: ExpectedAnswer[] = [];
  for (const [questionIndex, { question, topic }] of questions.entries()) {
    if (topic === '?') continue;
    const passages = await within(database, organizationId, (db) => findPassagesFor(db, question, readerOfEverything));
    const { answer, sources } = await answerQuestion(quotingGenerator, { question, questionIndex }, passages);
    const goldTexts = gold.get(topic) ?? [];
    results.push({
      question,
      topic,
      answer,
      sources: sources.map(({ sourceName }) => sourceName ?? ''),
      answerable: goldTexts.length > 0,
      fits: answer !== null && goldTexts.some((words) => answer.includes(words)),
    });
  }
  return results;
}
