/** Queries about questionnaires. */
import { type ExpressionBuilder, type QueryCreator, sql } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';
import { anyOf, contains, orElse } from '#platform/database/filters';
import { missingTextLast } from '#platform/database/sort-keys';
import type { FilterOf } from '#contract/types';
import type { Reader } from '#domain/access/audience/reader';
import { listQuestionsOf } from './questions.ts';
import { withReadableSources } from './readable-sources.ts';

type Schemas = components['schemas'];
type JoinedTables = ExpressionBuilder<
  { questionnaire: TenantTables['questionnaire']; run: { [Column in keyof TenantTables['run']]: TenantTables['run'][Column] | null } },
  'questionnaire' | 'run'
>;

const sortColumns = {
  createdAt: 'questionnaire.created_at',
  updatedAt: 'questionnaire.updated_at',
  fileName: 'questionnaire.file_name',
  vendorName: missingTextLast('questionnaire.vendor_name'),
} as const;
export type QuestionnaireOrder = keyof typeof sortColumns;

type Filter = FilterOf<'listQuestionnaires'>;

/** The maximum number of questionnaires on a page with questions. */
const maxWithQuestions = 10;
/** The maximum number of characters on a page with questions. Only the first questionnaire of the page may exceed this limit. */
const maxCharacters = 4_000_000;

/** Whether parsing will not continue, because its run was cancelled or ended without recording a result. */
const isAbandoned = (eb: JoinedTables) =>
  eb.and([
    eb('questionnaire.status', '=', 'parsing'),
    eb.or([eb('run.status', 'is', null), eb('run.status', 'not in', ['queued', 'running'])]),
  ]);
const statusExpression = (eb: JoinedTables) =>
  eb.case().when(isAbandoned(eb)).then('failed').else(eb.ref('questionnaire.status')).end().$castTo<Schemas['QuestionnaireStatus']>();
const errorExpression = (eb: JoinedTables) =>
  eb
    .case()
    .when(isAbandoned(eb))
    .then(eb.fn.coalesce('run.error', sql<string>`'Reading the file was cancelled'`))
    .else(eb.ref('questionnaire.error'))
    .end();

const selectQuestionnaires = (db: QueryCreator<TenantTables>) =>
  db
    .selectFrom('questionnaire')
    .leftJoin('run', 'run.id', 'questionnaire.run_id')
    .select((eb) => [
      ...columnsOf(
        'questionnaire',
        'id',
        'organizationId',
        'fileName',
        'vendorName',
        'fileType',
        'fileSize',
        'parsedAt',
        'totalQuestions',
        'answeredQuestions',
        'source',
        'runId',
        'createdAt',
        'updatedAt',
        'version',
      ),
      eb('questionnaire.file_key', 'is not', null).$castTo<boolean>().as('hasFile'),
      statusExpression(eb).as('status'),
      errorExpression(eb).as('error'),
    ]);

const pagedList = PagedList.of((db) => selectQuestionnaires(db)).filteredBy<Omit<Filter, 'includeQuestions'>>({
  status: orElse(
    (eb, statuses) => eb(statusExpression(eb), '=', eb.fn.any(statuses)),
    (eb) => eb(statusExpression(eb), '<>', 'failed'),
  ),
  source: anyOf('questionnaire.source'),
  search: contains('questionnaire.file_name', 'questionnaire.vendor_name'),
  ids: anyOf('questionnaire.id'),
});

export async function listQuestionnaires(
  db: OrganizationDatabase,
  { includeQuestions, ...filter }: Filter,
  page: PageRequest<QuestionnaireOrder>,
  reader: Reader,
): Promise<Page<Schemas['QuestionnaireListItem']>> {
  const order = { by: sortColumns[page.sortBy], id: 'questionnaire.id' } as const;
  if (!includeQuestions) return pagedList.page(db, filter, order, page);
  const limitedPage = { ...page, limit: Math.min(page.limit ?? maxWithQuestions, maxWithQuestions) };
  const fullPage = await pagedList.page(db, filter, order, limitedPage);
  const fittingCount = await countFitting(
    db,
    fullPage.rows.map(({ id }) => id),
  );
  const fittingPage =
    fittingCount === fullPage.rows.length ? fullPage : await pagedList.page(db, filter, order, { ...limitedPage, limit: fittingCount });
  const questions = Map.groupBy(
    await withReadableSources(
      db,
      reader,
      await listQuestionsOf(
        db,
        fittingPage.rows.map(({ id }) => id),
      ),
    ),
    ({ questionnaireId }) => questionnaireId,
  );
  return { ...fittingPage, rows: fittingPage.rows.map((row) => ({ ...row, questions: questions.get(row.id) ?? [] })) };
}

/** @returns how many of these questionnaires, from the first one, fit into `maxCharacters` together; at least one if there are any */
async function countFitting(db: OrganizationDatabase, ids: readonly string[]): Promise<number> {
  if (!ids.length) return 0;
  const sizes = await db
    .selectFrom('question_answer')
    .select((eb) => [
      'questionnaire_id as id',
      sql<number>`sum(length(${eb.ref('question')}) + coalesce(length(${eb.ref('answer')}), 0))::float8`.as('size'),
    ])
    .where('questionnaire_id', 'in', ids)
    .groupBy('questionnaire_id')
    .execute();
  let remainingCharacters = maxCharacters;
  const firstBeyondIndex = ids.findIndex(
    (id) => (remainingCharacters -= sizes.find((questionnaire) => questionnaire.id === id)?.size ?? 0) < 0,
  );
  return firstBeyondIndex < 0 ? ids.length : Math.max(firstBeyondIndex, 1);
}

/** @param reader the reader of the answers. Sources that this reader may not read are removed */
export async function findQuestionnaire(
  db: OrganizationDatabase,
  id: string,
  reader: Reader,
): Promise<Schemas['Questionnaire'] | undefined> {
  const [row, questions] = await Promise.all([
    selectQuestionnaires(db).where('questionnaire.id', '=', id).executeTakeFirst(),
    listQuestionsOf(db, [id]),
  ]);
  return row && { ...row, questions: await withReadableSources(db, reader, questions) };
}

/** @returns the questionnaire without its questions, or undefined if it does not exist */
export function findQuestionnaireItem(db: OrganizationDatabase, id: string): Promise<Schemas['QuestionnaireListItem'] | undefined> {
  return selectQuestionnaires(db).where('questionnaire.id', '=', id).executeTakeFirst();
}

/** Locks the stored questionnaire until the transaction ends. All code that changes or counts answers takes this lock first. */
export function lockQuestionnaire(db: OrganizationDatabase, id: string) {
  return db.selectFrom('questionnaire').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function findQuestionnaireRow(db: OrganizationDatabase, id: string) {
  return db.selectFrom('questionnaire').selectAll().where('id', '=', id).executeTakeFirst();
}

interface QuestionnaireChanges {
  readonly fileName?: string;
  readonly vendorName?: string | null;
  readonly runId?: string;
  readonly exportKey?: string;
  readonly status?: Schemas['QuestionnaireStatus'];
  readonly error?: string | null;
}

export async function updateQuestionnaire(
  db: OrganizationDatabase,
  id: string,
  { fileName, vendorName, runId, exportKey, status, error }: QuestionnaireChanges,
): Promise<void> {
  await db
    .updateTable('questionnaire')
    .set({
      ...(fileName !== undefined && { file_name: fileName }),
      ...(vendorName !== undefined && { vendor_name: vendorName }),
      ...(runId !== undefined && { run_id: runId }),
      ...(exportKey !== undefined && { export_key: exportKey }),
      ...(status !== undefined && { status }),
      ...(error !== undefined && { error }),
    })
    .where('id', '=', id)
    .execute();
}

/** Deletes a questionnaire. Its questions are deleted by their foreign key. */
export async function deleteQuestionnaire(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('questionnaire').where('id', '=', id).execute();
}

export async function hasActiveRun(db: OrganizationDatabase, id: string): Promise<boolean> {
  return (
    (await db.selectFrom('run').select('id').where('subject', '=', id).where('status', 'in', ['queued', 'running']).executeTakeFirst()) !==
    undefined
  );
}
