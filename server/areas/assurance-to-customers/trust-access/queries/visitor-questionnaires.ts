/** Queries about questionnaires from visitors, and about decisions to release or decline their answers. */
import { type QueryCreator, sql } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import type { FilterOf } from '#contract/types';
import { withNda, withoutNda } from '#domain/access/audience/reader';
import {
  answersHash,
  listVisitorAnswers,
  serializeAnswers,
  parseReleasedFile,
  type VisitorAnswer,
  type VisitorFile,
  applyReleasedAnswers,
} from '#domain/questionnaires/visitors/answers';
import { columnsOf } from '#platform/database/columns';
import { anyOf, contains } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { missingLast } from '#platform/database/sort-keys';
import { memberFromRow } from './members.ts';

type Schemas = components['schemas'];
type Item = Schemas['VisitorQuestionnaireListItem'];

/** The stored status, or if the run ended without a result, `failed` or, after a release, `waiting` for another release. */
const statusColumn = sql<Schemas['VisitorQuestionnaireStatus']>`case
  when sent.status = 'answering' and coalesce(answering.status, 'failed') in ('failed', 'cancelled') then 'failed'
  when sent.status = 'released' and questionnaire.export_key is null and coalesce(exporting.status, 'failed') in ('failed', 'cancelled') then 'waiting'
  else sent.status end`;

function selectRows(db: QueryCreator<TenantTables>) {
  return db
    .selectFrom('visitor_questionnaire as sent')
    .innerJoin('questionnaire', 'questionnaire.id', 'sent.questionnaire_id')
    .innerJoin('trust_access_grant as granted', 'granted.id', 'sent.grant_id')
    .leftJoin('trust_nda_agreement as nda', 'nda.grant_id', 'granted.id')
    .leftJoin('member as reviewer', 'reviewer.id', 'sent.decided_by_member_id')
    .leftJoin('run as answering', 'answering.id', 'sent.run_id')
    .leftJoin('run as exporting', 'exporting.id', 'sent.export_run_id')
    .select([
      ...columnsOf('visitor_questionnaire as sent', 'id', 'questionnaireId', 'grantId', 'createdAt', 'updatedAt', 'version'),
      ...columnsOf('questionnaire', 'fileName', 'totalQuestions', 'answeredQuestions'),
      'granted.subject_email as subjectEmail',
      'sent.decided_at as reviewedAt',
      'sent.decline_reason as decisionReason',
      'sent.decided_by_member_id as reviewerMemberId',
      'reviewer.name as reviewerName',
      'reviewer.email as reviewerEmail',
      'nda.status as ndaStatus',
      statusColumn.as('status'),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>;

const audiencesOf = (ndaStatus: Row['ndaStatus']) => (ndaStatus === 'signed' ? withNda : withoutNda);

function itemFromRow({ reviewerName, reviewerEmail, ndaStatus, ...row }: Row): Item {
  return {
    ...row,
    audiences: [...audiencesOf(ndaStatus)],
    reviewer: memberFromRow({ id: row.reviewerMemberId, name: reviewerName, email: reviewerEmail }),
  };
}

const pagedList = PagedList.of((db) => selectRows(db)).filteredBy<FilterOf<'listVisitorQuestionnaires'>>({
  status: (eb, statuses) => eb(statusColumn, '=', eb.fn.any(statuses)),
  search: contains('questionnaire.file_name', 'granted.subject_email'),
  ids: anyOf('sent.id'),
});
const orders = {
  createdAt: { by: 'sent.created_at', id: 'sent.id' },
  updatedAt: { by: 'sent.updated_at', id: 'sent.id' },
  // Each questionnaire was sent once, so that its own id breaks ties and the index of its name has the order.
  fileName: { by: 'questionnaire.file_name', id: 'questionnaire.id' },
  reviewedAt: { by: missingLast('sent.decided_at'), id: 'sent.id' },
} as const;

/** @returns a page of the questionnaires of visitors that match the filter */
export async function listVisitorQuestionnaires(
  db: OrganizationDatabase,
  filter: FilterOf<'listVisitorQuestionnaires'>,
  page: PageRequest<keyof typeof orders>,
): Promise<Page<Item>> {
  return mapPage(await pagedList.page(db, filter, orders[page.sortBy], page), itemFromRow);
}

/** The questionnaire of a visitor, and its answers as they were or would be released. */
export interface ReviewedQuestionnaire {
  readonly item: Item;
  /** The company that sent the questionnaire, according to its file. */
  readonly vendorName: string | null;
  readonly answersHash: string;
  readonly answers: readonly VisitorAnswer[];
}

/** @returns the questionnaire in the shape of the contract */
export function toVisitorQuestionnaire({
  item,
  vendorName,
  answersHash: hash,
  answers,
}: ReviewedQuestionnaire): Schemas['VisitorQuestionnaire'] {
  return {
    ...item,
    vendorName,
    answersHash: hash,
    answers: answers.map(({ questionAnswerId, question, answer, sources }) => ({
      questionAnswerId,
      question,
      answer,
      sources: sources.map(({ sourceName, page = null }) => ({ sourceName, page })),
    })),
  };
}

export async function findVisitorQuestionnaire(db: OrganizationDatabase, id: string): Promise<ReviewedQuestionnaire | undefined> {
  const row = await selectRows(db)
    .select(['sent.released_answers as released', 'questionnaire.vendor_name as vendorName'])
    .where('sent.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { released, vendorName, ...itemRow } = row;
  const item = itemFromRow(itemRow);
  const currentAnswers = await listVisitorAnswers(db, item.questionnaireId, audiencesOf(itemRow.ndaStatus));
  const isReleased = released !== null && item.status !== 'waiting';
  const answers = isReleased ? applyReleasedAnswers(released, currentAnswers, ({ questionAnswerId }) => questionAnswerId) : currentAnswers;
  const file = (isReleased ? parseReleasedFile(released) : undefined) ?? { fileName: item.fileName, vendorName };
  return { item: { ...item, fileName: file.fileName }, vendorName: file.vendorName, answersHash: answersHash(file, answers), answers };
}

/** Finds a questionnaire of a visitor with its answers, and locks it until the transaction ends. */
export async function lockVisitorQuestionnaire(db: OrganizationDatabase, id: string): Promise<ReviewedQuestionnaire | undefined> {
  const unlockedRow = await db
    .selectFrom('visitor_questionnaire')
    .select('questionnaire_id as questionnaireId')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!unlockedRow) return undefined;
  // Locks the questionnaire first, like all code that writes answers.
  await db.selectFrom('questionnaire').select('id').where('id', '=', unlockedRow.questionnaireId).forUpdate().execute();
  await db.selectFrom('visitor_questionnaire').select('id').where('id', '=', id).forUpdate().execute();
  return findVisitorQuestionnaire(db, id);
}

interface Decision {
  readonly memberId: string | undefined;
}

export async function releaseAnswers(
  db: OrganizationDatabase,
  id: string,
  {
    memberId,
    file,
    answers,
    runId,
  }: Decision & { readonly file: VisitorFile; readonly answers: readonly VisitorAnswer[]; readonly runId: string },
): Promise<void> {
  await db
    .updateTable('visitor_questionnaire')
    .set({
      status: 'released',
      released_answers: serializeAnswers(file, answers),
      export_run_id: runId,
      decided_by_member_id: memberId ?? null,
      decided_at: sql<string>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

export async function declineAnswers(
  db: OrganizationDatabase,
  id: string,
  { memberId, reason }: Decision & { readonly reason: string | null },
): Promise<void> {
  await db
    .updateTable('visitor_questionnaire')
    .set({
      status: 'rejected',
      released_answers: null,
      export_run_id: null,
      decided_by_member_id: memberId ?? null,
      decided_at: sql<string>`now()`,
      decline_reason: reason,
    })
    .where('id', '=', id)
    .execute();
}

/**
 * @param grantId the visitor's grant
 * @returns the questionnaire that this run of the visitor answers, with the file of its answers, if any
 */
export async function findQuestionnaireOfRun(db: OrganizationDatabase, grantId: string, runId: string) {
  return db
    .selectFrom('visitor_questionnaire as sent')
    .innerJoin('questionnaire', 'questionnaire.id', 'sent.questionnaire_id')
    .leftJoin('run as answering', 'answering.id', 'sent.run_id')
    .leftJoin('run as exporting', 'exporting.id', 'sent.export_run_id')
    .select([
      ...columnsOf('questionnaire', 'totalQuestions', 'exportKey'),
      sql<string>`coalesce(sent.released_answers ->> 'fileName', questionnaire.file_name)`.as('fileName'),
      'sent.decline_reason as decisionReason',
      statusColumn.as('status'),
    ])
    .where('sent.grant_id', '=', grantId)
    .where('sent.run_id', '=', runId)
    .executeTakeFirst();
}
