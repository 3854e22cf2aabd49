/** Creates the partly answered questionnaires of customers with their files. */
import type { Insertable } from 'kysely';
import type { SystemTables } from '#generated/database';
import { uploadFolder } from '#domain/questionnaires/files';
import { toLabeledSource } from '#areas/assurance-to-customers/questionnaires/rules/sources';
import { newId } from '#platform/database/ids';
import { newKey } from '#platform/files/store';
import { addSeconds } from './calendar.ts';
import { type QuestionData, type QuestionnaireData, questionnaires } from './data/questionnaires.ts';
import type { Store } from './store.ts';
import type { Members } from './member.ts';
import type { DemoContext } from './demo-context.ts';
import { required } from './named.ts';

type Row<Table extends keyof SystemTables> = Insertable<SystemTables[Table]>;

export interface QuestionnaireRows {
  readonly questionnaires: Row<'questionnaire'>[];
  readonly questions: Row<'question_answer'>[];
}

/** @param context the context entries that generated answers quote @param files the store for the original files */
export async function createQuestionnaires(
  demo: DemoContext,
  members: Members,
  context: readonly Row<'context_entry'>[],
  files: Store,
): Promise<QuestionnaireRows> {
  const sentQuestionnaires = await Promise.all(
    questionnaires.map(async (data) => {
      const sentAt = demo.calendar.ago(data.sent, data.fileName);
      const fileKey = newKey(demo.organizationId, uploadFolder, data.fileName);
      const { size } = await files.put(fileKey, createFile(data));
      return { data, id: newId('qst'), sent: sentAt, fileKey, size };
    }),
  );
  const questions = sentQuestionnaires.flatMap(({ data, id, sent: sentAt }) =>
    data.questions.map((question, index) => questionOf(demo, members, context, { questionnaireId: id, sent: sentAt, question, index })),
  );
  return {
    questionnaires: sentQuestionnaires.map((sentQuestionnaire) =>
      questionnaireOf(
        demo,
        members,
        sentQuestionnaire,
        questions.filter(({ questionnaire_id }) => questionnaire_id === sentQuestionnaire.id),
      ),
    ),
    questions,
  };
}

/** Creates the file from the customer: the questions, and an empty column for the answers. */
function createFile({ questions }: QuestionnaireData): Buffer {
  return Buffer.from(['Question,Response', ...questions.map(({ question }) => `"${question}",`)].join('\r\n'));
}

interface SentQuestionnaire {
  readonly data: QuestionnaireData;
  readonly id: string;
  readonly sent: string;
  readonly fileKey: string;
  readonly size: number;
}

function questionnaireOf(
  { organizationId: organization_id, log }: DemoContext,
  members: Members,
  { data, id, sent: sentAt, fileKey, size }: SentQuestionnaire,
  questions: readonly Row<'question_answer'>[],
): Row<'questionnaire'> {
  const { fileName, vendorName, by: authorName } = data;
  const changes = Object.fromEntries(
    Object.entries({ fileName, fileType: 'text/csv', vendorName, source: 'internal' }).map(([field, current]) => [
      field,
      { previous: null, current },
    ]),
  );
  log.write(sentAt, members.of(authorName), 'createQuestionnaire', { answer: { id } }, { description: 'Uploaded questionnaire', changes });
  const parsedAt = addSeconds(sentAt, 3);
  return {
    id,
    organization_id,
    file_name: fileName,
    vendor_name: vendorName,
    file_type: 'text/csv',
    file_size: size,
    file_key: fileKey,
    status: 'completed',
    parsed_at: parsedAt,
    total_questions: questions.length,
    answered_questions: questions.filter(({ answer }) => answer !== null).length,
    created_at: sentAt,
    updated_at:
      questions
        .map(({ updated_at }) => updated_at ?? parsedAt)
        .toSorted()
        .at(-1) ?? parsedAt,
  };
}

interface QuestionInput {
  readonly questionnaireId: string;
  readonly sent: string;
  readonly question: QuestionData;
  readonly index: number;
}

function questionOf(
  { organizationId: organization_id, calendar, log }: DemoContext,
  members: Members,
  context: readonly Row<'context_entry'>[],
  { questionnaireId, sent: sentAt, question, index }: QuestionInput,
): Row<'question_answer'> {
  const { question: text, answer = null, from, by: authorName, ago } = question;
  const parsedAt = addSeconds(sentAt, 3);
  const row = {
    id: newId('qqa'),
    organization_id,
    questionnaire_id: questionnaireId,
    question: text,
    question_index: index,
    answer,
    created_at: parsedAt,
    updated_at: parsedAt,
  };
  if (from !== undefined && answer !== null) {
    const answeredAt = addSeconds(sentAt, 40);
    const { id } = required(
      context.find(({ question: contextQuestion }) => contextQuestion === from),
      from,
    );
    return {
      ...row,
      status: 'generated',
      sources: JSON.stringify([toLabeledSource({ sourceType: 'context', sourceId: id, sourceName: from, text: answer, score: 0.71 })]),
      generated_at: answeredAt,
      updated_at: answeredAt,
    };
  }
  if (authorName === undefined || ago === undefined) return row;
  const [author, answeredAt] = [members.of(authorName), calendar.ago(ago, text)];
  const changes = {
    questionIndex: { previous: index, current: index },
    answer: { previous: null, current: answer },
    status: { previous: 'untouched', current: 'manual' },
  };
  log.write(
    answeredAt,
    author,
    'replaceQuestionnaireAnswer',
    { path: { id: questionnaireId, questionAnswerId: row.id } },
    { description: 'Saved an answer', changes },
  );
  return { ...row, status: 'manual', sources: '[]', updated_by_id: author.user.id, updated_at: answeredAt };
}
