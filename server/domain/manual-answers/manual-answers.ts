/** Answers that people wrote, for reuse (spec/areas/knowledge-base, rules 8–10): those of the knowledge base, and those of questionnaires. */
import { sql } from 'kysely';
import type { components } from '../../../generated/api.d.ts';
import { columnsOf } from '../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { newId } from '../../platform/database/ids.ts';

export type ManualAnswer = components['schemas']['ManualAnswer'];

export const manualAnswerColumns = columnsOf(
  'manual_answer',
  'id',
  'organizationId',
  'question',
  'answer',
  'tags',
  'sourceQuestionnaireId',
  'createdById',
  'updatedById',
  'createdAt',
  'updatedAt',
);

export interface ToSave {
  readonly question: string;
  readonly answer: string;
  /** Left as they are when they are not given. */
  readonly tags?: readonly string[] | undefined;
  readonly sourceQuestionnaireId: string | null;
  /** The user who wrote it. */
  readonly by: string | null;
}

/**
 * Makes this the answer to a question, whether the question is there already or not.
 * @returns its id, and what was there before
 */
export async function saveManualAnswer(
  db: OrganizationDatabase,
  { question: asked, answer: said, tags, sourceQuestionnaireId, by }: ToSave,
): Promise<{ readonly id: string; readonly before: ManualAnswer | undefined }> {
  const [question, answer] = [asked.trim(), said.trim()];
  const made = await db
    .insertInto('manual_answer')
    .values({
      id: newId('sqma'),
      question,
      answer,
      tags: [...(tags ?? [])],
      source_questionnaire_id: sourceQuestionnaireId,
      created_by_id: by,
      updated_by_id: by,
    })
    // Of two that save the same question at once, the second one changes what the first has made.
    .onConflict((conflict) => conflict.expression(sql`organization_id, md5(question)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) return { id: made.id, before: undefined };
  const before = await db
    .selectFrom('manual_answer')
    .select(manualAnswerColumns)
    .where(sql`md5(question)`, '=', sql<string>`md5(${question})`)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await db
    .updateTable('manual_answer')
    .set({ answer, ...(tags && { tags: [...tags] }), source_questionnaire_id: sourceQuestionnaireId, updated_by_id: by })
    .where('id', '=', before.id)
    .execute();
  return { id: before.id, before };
}

/** @returns the answer that somebody wrote to this very question, in any case; of several the one that was changed last */
export function findAnswerTo(db: OrganizationDatabase, question: string): Promise<ManualAnswer | undefined> {
  return db
    .selectFrom('manual_answer')
    .select(manualAnswerColumns)
    .where(sql`md5(lower(question))`, '=', sql<string>`md5(lower(${question.trim()}::text))`)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .executeTakeFirst();
}
