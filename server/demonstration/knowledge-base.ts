/** Creates the knowledge base: documents with their files and passages, and manual answers. */
import type { Insertable, Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { documentFolder } from '#areas/assurance-to-customers/knowledge-base/rules/files';
import { splitIntoPassages } from '#areas/assurance-to-customers/knowledge-base/rules/passages';
import { changesOnCreate } from '#platform/audit/changes';
import { newId } from '#platform/database/ids';
import { newKey } from '#platform/files/store';
import { addSeconds } from './calendar.ts';
import { answers, documents, type KnowledgeDocumentData, type ManualAnswerData } from './data/knowledge-base.ts';
import type { DemoContext } from './demo-context.ts';
import type { Store } from './store.ts';
import type { Members } from './member.ts';

type Row<Table extends keyof SystemTables> = Insertable<SystemTables[Table]>;

/** @param db must contain the questionnaires, because their manual answers are added @param files the store for the documents */
export async function insertKnowledgeBase(db: Transaction<SystemTables>, demo: DemoContext, members: Members, files: Store): Promise<void> {
  for (const data of documents) await insertDocument(db, demo, members, { files, data });
  const questionnaireAnswers = await db
    .selectFrom('question_answer')
    .select(['question', 'answer', 'questionnaire_id', 'updated_by_id', 'updated_at'])
    .where('organization_id', '=', demo.organizationId)
    .where('status', '=', 'manual')
    .where('answer', 'is not', null)
    .orderBy('question_index')
    .execute();
  await db
    .insertInto('manual_answer')
    .values([
      ...answers.map((data) => manualAnswerRow(demo, members, data)),
      ...questionnaireAnswers.map(({ question, answer, questionnaire_id, updated_by_id, updated_at }) => ({
        id: newId('sqma'),
        organization_id: demo.organizationId,
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

interface DocumentContext {
  readonly files: Store;
  readonly data: KnowledgeDocumentData;
}

async function insertDocument(
  db: Transaction<SystemTables>,
  { organizationId: organization_id, calendar, log }: DemoContext,
  members: Members,
  { files, data }: DocumentContext,
): Promise<void> {
  const { fileName, fileType, description, text, audience = 'internal', error, by: authorName, ago } = data;
  const [id, uploadedAt] = [newId('kbd'), calendar.ago(ago, fileName)];
  const fileKey = newKey(organization_id, documentFolder, fileName);
  const { size } = await files.put(fileKey, Buffer.from(text));
  const passages = error === undefined ? splitIntoPassages([{ page: null, text }]) : [];
  const processedAt = addSeconds(uploadedAt, 1);
  await db
    .insertInto('knowledge_base_document')
    .values({
      id,
      organization_id,
      name: fileName,
      description,
      audience,
      file_type: fileType,
      file_size: size,
      file_key: fileKey,
      processing_status: error === undefined ? 'completed' : 'failed',
      processing_error: error ?? null,
      processed_at: processedAt,
      chunk_count: passages.length,
      created_at: uploadedAt,
      updated_at: processedAt,
    })
    .execute();
  const rows = passages.map((passage, place) => ({ id: newId('kbp'), organization_id, document_id: id, place, ...passage }));
  if (rows.length) await db.insertInto('knowledge_base_passage').values(rows).execute();
  log.write(
    uploadedAt,
    members.of(authorName),
    'createKnowledgeBaseDocument',
    { answer: { id } },
    {
      description: 'Uploaded knowledge base document',
      changes: changesOnCreate({ name: fileName, description, audience, fileType, fileSize: size }),
    },
  );
}

function manualAnswerRow(
  { organizationId: organization_id, calendar, log }: DemoContext,
  members: Members,
  { question, answer, tags, audience = 'internal', by: authorName, ago }: ManualAnswerData,
): Row<'manual_answer'> {
  const [id, createdAt, author] = [newId('sqma'), calendar.ago(ago, question), members.of(authorName)];
  const changes = changesOnCreate({ question, answer, tags, audience, sourceQuestionnaireId: null });
  log.write(createdAt, author, 'saveManualAnswer', { answer: { id } }, { description: 'Created manual answer', changes });
  return {
    id,
    organization_id,
    question,
    answer,
    tags: [...tags],
    audience,
    created_by_id: author.user.id,
    updated_by_id: author.user.id,
    created_at: createdAt,
    updated_at: createdAt,
  };
}
