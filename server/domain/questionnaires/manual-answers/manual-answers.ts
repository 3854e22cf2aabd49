/** Saves and finds reusable answers that people wrote in the knowledge base or in questionnaires (knowledge-base, rules 8–10). */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import { type Audience, audiencesOf, type Reader } from '#domain/access/audience/reader';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { Author } from '#platform/identity/author';

export type ManualAnswer = components['schemas']['ManualAnswer'];

export const manualAnswerColumns = columnsOf(
  'manual_answer',
  'id',
  'organizationId',
  'question',
  'answer',
  'tags',
  'audience',
  'sourceQuestionnaireId',
  'createdById',
  'createdVia',
  'updatedById',
  'updatedVia',
  'createdAt',
  'updatedAt',
  'version',
);

export interface ManualAnswerInput {
  readonly question: string;
  readonly answer: string;
  /** The tags of the answer; if undefined, existing tags do not change. */
  readonly tags?: readonly string[] | undefined;
  /** The audience of the answer; if undefined, a new or changed answer becomes internal. */
  readonly audience?: Audience | undefined;
  readonly sourceQuestionnaireId: string | null;
  readonly author: Author;
}

/**
 * Saves the answer to a question and replaces an existing answer.
 * @returns the id of the answer, and the replaced answer if any
 */
export async function saveManualAnswer(
  db: OrganizationDatabase,
  { question: rawQuestion, answer: rawAnswer, tags, audience, sourceQuestionnaireId, author }: ManualAnswerInput,
): Promise<{ readonly id: string; readonly before: ManualAnswer | undefined }> {
  const [question, answer] = [rawQuestion.trim(), rawAnswer.trim()];
  const inserted = await db
    .insertInto('manual_answer')
    .values({
      id: newId('sqma'),
      question,
      answer,
      tags: [...(tags ?? [])],
      audience: audience ?? 'internal',
      source_questionnaire_id: sourceQuestionnaireId,
      created_by_id: author.userId,
      created_via: author.via,
      updated_by_id: author.userId,
      updated_via: author.via,
    })
    // If two requests save the same question concurrently, the second request updates the row of the first request.
    .onConflict((conflict) => conflict.expression(sql`organization_id, md5(question)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) return { id: inserted.id, before: undefined };
  const before = await db
    .selectFrom('manual_answer')
    .select(manualAnswerColumns)
    .where(sql`md5(question)`, '=', sql<string>`md5(${question})`)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await db
    .updateTable('manual_answer')
    .set({
      answer,
      ...(tags && { tags: [...tags] }),
      // The audience was chosen for the old text, so a changed text becomes internal again.
      audience: audience ?? (answer === before.answer ? before.audience : 'internal'),
      source_questionnaire_id: sourceQuestionnaireId,
      updated_by_id: author.userId,
      updated_via: author.via,
    })
    .where('id', '=', before.id)
    .execute();
  return { id: before.id, before };
}

/** @returns the most recently changed answer to this question (ignoring case) that the reader may read; undefined if there is none */
export function findAnswerTo(db: OrganizationDatabase, question: string, reader: Reader): Promise<ManualAnswer | undefined> {
  return db
    .selectFrom('manual_answer')
    .select(manualAnswerColumns)
    .where(sql`md5(lower(question))`, '=', sql<string>`md5(lower(${question.trim()}::text))`)
    .where((eb) => eb('audience', '=', eb.fn.any(sql<Audience[]>`${[...audiencesOf(reader)]}::text[]`)))
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .executeTakeFirst();
}
