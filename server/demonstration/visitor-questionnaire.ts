/** A questionnaire from a visitor of the trust portal, answered from released records and waiting for its release. */
import type { Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { labelledSource } from '#areas/assurance-to-customers/questionnaires/rules/sources';
import { uploadFolder } from '#domain/questionnaires/files';
import { newId } from '#platform/database/ids';
import { newKey } from '#platform/files/store';
import { later } from './calendar.ts';
import type { DemoContext } from './demo-context.ts';
import type { Store } from './store.ts';

const fileName = 'Data protection questions.csv';
const question = 'Where are the data of our patients stored?';
const open = 'Which clinics use the service?';
const daysAgo = 2;

/** @param db with the access of the visitor and the manual answers */
export async function insertVisitorQuestionnaire(
  db: Transaction<SystemTables>,
  { organizationId: organization_id, calendar }: DemoContext,
  store: Store,
): Promise<void> {
  const grant = await db
    .selectFrom('trust_nda_agreement')
    .select('grant_id')
    .where('organization_id', '=', organization_id)
    .where('status', '=', 'signed')
    .orderBy('signed_at', 'desc')
    .executeTakeFirst();
  const answer = await db
    .selectFrom('manual_answer')
    .select(['id', 'answer'])
    .where('organization_id', '=', organization_id)
    .where('question', '=', question)
    .executeTakeFirstOrThrow();
  if (!grant?.grant_id) return;
  const [id, sent, file_key] = [newId('qst'), calendar.ago(daysAgo, fileName), newKey(organization_id, uploadFolder, fileName)];
  const { size } = await store.put(file_key, Buffer.from(['Question', question, open].join('\r\n')));
  const at = { created_at: sent, updated_at: later(sent, 20) };
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
      parsed_at: later(sent, 5),
      total_questions: 2,
      answered_questions: 1,
      ...at,
    })
    .execute();
  const source = { sourceType: 'manual_answer', sourceId: answer.id, sourceName: question, text: answer.answer, score: 1 } as const;
  const asked = { organization_id, questionnaire_id: id, ...at };
  await db
    .insertInto('question_answer')
    .values([
      {
        ...asked,
        id: newId('qqa'),
        question,
        question_index: 0,
        answer: answer.answer,
        status: 'generated',
        sources: JSON.stringify([labelledSource(source)]),
        generated_at: later(sent, 15),
      },
      { ...asked, id: newId('qqa'), question: open, question_index: 1 },
    ])
    .execute();
  await db
    .insertInto('visitor_questionnaire')
    .values({
      id: newId('tvq'),
      organization_id,
      questionnaire_id: id,
      grant_id: grant.grant_id,
      run_id: newId('run'),
      status: 'waiting',
      ...at,
    })
    .execute();
}
