/** Stores the state of a visitor's questionnaire. Answers wait for a release, unless the organization releases answers immediately. */
import { sql } from 'kysely';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { audiencesOfGrant } from '#domain/access/audience/reader';
import { listVisitorAnswers, serializeAnswers } from './answers.ts';

export interface SentQuestionnaireIds {
  readonly questionnaireId: string;
  readonly grantId: string;
  /** The run that the visitor polls. */
  readonly runId: string;
}

export async function insertVisitorQuestionnaire(
  db: OrganizationDatabase,
  { questionnaireId, grantId, runId }: SentQuestionnaireIds,
): Promise<void> {
  await db
    .insertInto('visitor_questionnaire')
    .values({ id: newId('tvq'), questionnaire_id: questionnaireId, grant_id: grantId, run_id: runId })
    .onConflict((conflict) => conflict.columns(['organization_id', 'questionnaire_id']).doNothing())
    .execute();
}

/**
 * Records that all questions are answered.
 * @returns whether the answers are released; `isNew` is true if the answers now begin to wait for a release
 */
export async function finishAnswers(
  db: OrganizationDatabase,
  sent: SentQuestionnaireIds,
): Promise<{ readonly isReleased: boolean; readonly isNew: boolean }> {
  // Every transaction that writes or releases an answer locks the questionnaire first.
  const file = await db
    .selectFrom('questionnaire')
    .select(columnsOf('questionnaire', 'fileName', 'vendorName'))
    .where('id', '=', sent.questionnaireId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  // Runs that the previous server version started have no row.
  await insertVisitorQuestionnaire(db, sent);
  const { id, status } = await db
    .selectFrom('visitor_questionnaire')
    .select(['id', 'status'])
    .where('questionnaire_id', '=', sent.questionnaireId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (status !== 'answering') return { isReleased: status === 'released', isNew: false };
  const portal = await db.selectFrom('trust_portal').select('visitor_answers').executeTakeFirst();
  const isReleased = portal?.visitor_answers === 'at_once';
  const answers = isReleased
    ? serializeAnswers(file, await listVisitorAnswers(db, sent.questionnaireId, await audiencesOfGrant(db, sent.grantId)))
    : null;
  await db
    .updateTable('visitor_questionnaire')
    .set({
      status: isReleased ? 'released' : 'waiting',
      ...(answers !== null && { released_answers: answers, export_run_id: sent.runId, decided_at: sql<string>`now()` }),
    })
    .where('id', '=', id)
    .execute();
  return { isReleased, isNew: !isReleased };
}

/** @returns the released answers, in the format of `serializeAnswers`; undefined if no answers were released */
export async function findReleased(db: OrganizationDatabase, questionnaireId: string): Promise<unknown> {
  const row = await db
    .selectFrom('visitor_questionnaire')
    .select('released_answers')
    .where('questionnaire_id', '=', questionnaireId)
    .where('status', '=', 'released')
    .executeTakeFirst();
  return row?.released_answers ?? undefined;
}
