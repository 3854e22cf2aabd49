/** Creates a questionnaire from a trust portal visitor. Its answers come from released records, and wait for their release. */
import type { Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { toLabeledSource } from '#areas/assurance-to-customers/questionnaires/rules/sources';
import { uploadFolder } from '#domain/questionnaires/files';
import { newId } from '#platform/database/ids';
import { newKey } from '#platform/files/store';
import { addSeconds } from './calendar.ts';
import type { DemoContext } from './demo-context.ts';
import type { Store } from './store.ts';

const fileName = 'Data protection questions.csv';
const question = 'Where are the data of our patients stored?';
const unansweredQuestion = 'Which clinics use the service?';
const daysAgo = 2;

/** @param db must contain the access of the visitor and the manual answers */
export async function insertVisitorQuestionnaire(
  db: Transaction<SystemTables>,
  { organizationId: organization_id, calendar }: DemoContext,
  store: Store,
): Promise<void> {
  const agreement = await db
    .selectFrom('trust_nda_agreement')
    .select('grant_id')
    .where('organization_id', '=', organization_id)
    .where('status', '=', 'signed')
    .orderBy('signed_at', 'desc')
    .executeTakeFirst();
  const manualAnswer = await db
    .selectFrom('manual_answer')
    .select(['id', 'answer'])
    .where('organization_id', '=', organization_id)
    .where('question', '=', question)
    .executeTakeFirstOrThrow();
  if (!agreement?.grant_id) return;
  const [id, sentAt, file_key] = [newId('qst'), calendar.ago(daysAgo, fileName), newKey(organization_id, uploadFolder, fileName)];
  const { size } = await store.put(file_key, Buffer.from(['Question', question, unansweredQuestion].join('\r\n')));
  const timestamps = { created_at: sentAt, updated_at: addSeconds(sentAt, 20) };
  await db
    .insertInto('questionnaire')
    .values({
      id,
      organization_id,
      file_name: fileName,
      file_type: 'text/csv',
      file_size: size,
      file_key,
      source: 'external',
      status: 'completed',
      parsed_at: addSeconds(sentAt, 5),
      total_questions: 2,
      answered_questions: 1,
      ...timestamps,
    })
    .execute();
  const source = {
    sourceType: 'manual_answer',
    sourceId: manualAnswer.id,
    sourceName: question,
    text: manualAnswer.answer,
    score: 1,
  } as const;
  const commonFields = { organization_id, questionnaire_id: id, ...timestamps };
  await db
    .insertInto('question_answer')
    .values([
      {
        ...commonFields,
        id: newId('qqa'),
        question,
        question_index: 0,
        answer: manualAnswer.answer,
        status: 'generated',
        sources: JSON.stringify([toLabeledSource(source)]),
        generated_at: addSeconds(sentAt, 15),
      },
      { ...commonFields, id: newId('qqa'), question: unansweredQuestion, question_index: 1 },
    ])
    .execute();
  await db
    .insertInto('visitor_questionnaire')
    .values({
      id: newId('tvq'),
      organization_id,
      questionnaire_id: id,
      grant_id: agreement.grant_id,
      run_id: newId('run'),
      status: 'waiting',
      ...timestamps,
    })
    .execute();
}
