/** The knowledge base: documents with their files and passages, and answers that people wrote. */
import type { Insertable, Transaction } from 'kysely';
import type { SystemTables } from '../../generated/database.d.ts';
import { documentFolder } from '../areas/knowledge-base/rules/files.ts';
import { passagesIn } from '../areas/knowledge-base/rules/passages.ts';
import { added } from '../platform/audit/changes.ts';
import { newId } from '../platform/database/ids.ts';
import { newKey } from '../platform/files/store.ts';
import { later } from './calendar.ts';
import { answers, documents, type KnowledgeDocumentData, type ManualAnswerData } from './data/knowledge-base.ts';
import type { DemoContext } from './demo-context.ts';
import type { Store } from './ledger.ts';
import type { Members } from './member.ts';

type Row<Table extends keyof SystemTables> = Insertable<SystemTables[Table]>;

/** @param db in which the questionnaires are, whose answers by hand are kept @param files where the documents are put */
export async function insertKnowledgeBase(
  db: Transaction<SystemTables>,
  scene: DemoContext,
  members: Members,
  files: Store,
): Promise<void> {
  for (const data of documents) await insertDocument(db, scene, members, { files, data });
  const written = await db
    .selectFrom('question_answer')
    .select(['question', 'answer', 'questionnaire_id', 'updated_by_id', 'updated_at'])
    .where('organization_id', '=', scene.organizationId)
    .where('status', '=', 'manual')
    .where('answer', 'is not', null)
    .orderBy('question_index')
    .execute();
  await db
    .insertInto('manual_answer')
    .values([
      ...answers.map((data) => answerOf(scene, members, data)),
      ...written.map(({ question, answer, questionnaire_id, updated_by_id, updated_at }) => ({
        id: newId('sqma'),
        organization_id: scene.organizationId,
        question,
        answer: answer ?? '',
        source_questionnaire_id: questionnaire_id,
        created_by_id: updated_by_id,
        updated_by_id,
        created_at: updated_at,
        updated_at,
      })),
    ])
    .execute();
}

interface Making {
  readonly files: Store;
  readonly data: KnowledgeDocumentData;
}

async function insertDocument(
  db: Transaction<SystemTables>,
  { organizationId: organization_id, calendar, log }: DemoContext,
  members: Members,
  { files, data }: Making,
): Promise<void> {
  const { fileName, fileType, description, text, error, by, ago } = data;
  const [id, sent] = [newId('kbd'), calendar.ago(ago, fileName)];
  const fileKey = newKey(organization_id, documentFolder, fileName);
  const { size } = await files.put(fileKey, Buffer.from(text));
  const passages = error === undefined ? passagesIn([{ page: null, text }]) : [];
  const processed = later(sent, 1);
  await db
    .insertInto('knowledge_base_document')
    .values({
      id,
      organization_id,
      name: fileName,
      description,
      file_type: fileType,
      file_size: size,
      file_key: fileKey,
      processing_status: error === undefined ? 'completed' : 'failed',
      processing_error: error ?? null,
      processed_at: processed,
      chunk_count: passages.length,
      created_at: sent,
      updated_at: processed,
    })
    .execute();
  const rows = passages.map((passage, place) => ({ id: newId('kbp'), organization_id, document_id: id, place, ...passage }));
  if (rows.length) await db.insertInto('knowledge_base_passage').values(rows).execute();
  log.write(
    sent,
    members.of(by),
    'createKnowledgeBaseDocument',
    { answer: { id } },
    { description: 'Uploaded knowledge base document', changes: added({ name: fileName, description, fileType, fileSize: size }) },
  );
}

function answerOf(
  { organizationId: organization_id, calendar, log }: DemoContext,
  members: Members,
  { question, answer, tags, by, ago }: ManualAnswerData,
): Row<'manual_answer'> {
  const [id, at, who] = [newId('sqma'), calendar.ago(ago, question), members.of(by)];
  const changes = added({ question, answer, tags, sourceQuestionnaireId: null });
  log.write(at, who, 'saveManualAnswer', { answer: { id } }, { description: 'Created manual answer', changes });
  return {
    id,
    organization_id,
    question,
    answer,
    tags: [...tags],
    created_by_id: who.user.id,
    updated_by_id: who.user.id,
    created_at: at,
    updated_at: at,
  };
}
