/** How many of the questions that something fits are answered, and how many of the answers are to the point. */
import { answerOf, passagesFor } from '../../server/areas/questionnaires/queries/answering.ts';
import { quotingGenerator } from '../../server/areas/questionnaires/rules/generator.ts';
import type { Database } from '../../server/platform/database/open.ts';
import { gold, type List } from '../../test/fixtures/questionnaires/lists.ts';
import { within } from '../../test/support/organization.ts';

export interface Judged {
  readonly question: string;
  readonly topic: string;
  readonly answer: string | null;
  readonly sources: readonly string[];
  /** Whether the organization has written something that fits. */
  readonly answerable: boolean;
  /** Whether the answer has it. */
  readonly fits: boolean;
}

/** Answers the questions as a run does, from what the organization has written. Those that are not judged are left out. */
export async function measureAnswers(database: Database, organizationId: string, { questions }: List): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const [questionIndex, { question, topic }] of questions.entries()) {
    if (topic === '?') continue;
    const found = await within(database, organizationId, (db) => passagesFor(db, question, { memberId: undefined }));
    const { answer, sources } = await answerOf(quotingGenerator, { question, questionIndex }, found);
    const fitting = gold.get(topic) ?? [];
    judged.push({
      question,
      topic,
      answer,
      sources: sources.map(({ sourceName }) => sourceName ?? ''),
      answerable: fitting.length > 0,
      fits: answer !== null && fitting.some((words) => answer.includes(words)),
    });
  }
  return judged;
}
