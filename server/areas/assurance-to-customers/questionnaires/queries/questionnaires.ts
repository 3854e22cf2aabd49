import { type ExpressionBuilder, type QueryCreator, sql } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';
import { anyOf, contains, orElse } from '#platform/database/filters';
import type { FilterOf } from '#contract/types';
import type { Reader } from '#domain/access/audience/reader';
import { listQuestionsOf } from './questions.ts';
import { withReadableSources } from './readable-sources.ts';

type Schemas = components['schemas'];
type Joined = ExpressionBuilder<
  { questionnaire: TenantTables['questionnaire']; run: { [Column in keyof TenantTables['run']]: TenantTables['run'][Column] | null } },
  'questionnaire' | 'run'
>;

const orders = {
  createdAt: 'questionnaire.created_at',
  updatedAt: 'questionnaire.updated_at',
  fileName: 'questionnaire.file_name',
} as const;
export type QuestionnaireOrder = keyof typeof orders;

type Filter = FilterOf<'listQuestionnaires'>;

/**
 * Limits of a page with questions, because records can be large: this many records, and this many characters in total unless the first record alone
 * has more.
 */
const maxWithQuestions = 10;
const maxCharacters = 4_000_000;

/** Parsing that will not continue: its run was cancelled, or ended without recording a result. */
const isAbandoned = (eb: Joined) =>
  eb.and([
    eb('questionnaire.status', '=', 'parsing'),
    eb.or([eb('run.status', 'is', null), eb('run.status', 'not in', ['queued', 'running'])]),
  ]);
const statusIn = (eb: Joined) =>
  eb.case().when(isAbandoned(eb)).then('failed').else(eb.ref('questionnaire.status')).end().$castTo<Schemas['QuestionnaireStatus']>();
const errorIn = (eb: Joined) =>
  eb
    .case()
    .when(isAbandoned(eb))
    .then(eb.fn.coalesce('run.error', sql<string>`'Reading the file was cancelled'`))
    .else(eb.ref('questionnaire.error'))
    .end();

const questionnaires = (db: QueryCreator<TenantTables>) =>
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
      ),
      eb('questionnaire.file_key', 'is not', null).$castTo<boolean>().as('hasFile'),
      statusIn(eb).as('status'),
      errorIn(eb).as('error'),
    ]);

const listed = PagedList.of((db) => questionnaires(db)).filteredBy<Omit<Filter, 'includeQuestions'>>({
  status: orElse(
    (eb, statuses) => eb(statusIn(eb), '=', eb.fn.any(statuses)),
    (eb) => eb(statusIn(eb), '<>', 'failed'),
  ),
  source: anyOf('questionnaire.source'),
  search: contains('questionnaire.file_name', 'questionnaire.vendor_name'),
});

export async function listQuestionnaires(
  db: OrganizationDatabase,
  { includeQuestions, ...asked }: Filter,
  page: PageRequest<QuestionnaireOrder>,
  reader: Reader,
): Promise<Page<Schemas['QuestionnaireListItem']>> {
  const order = { by: orders[page.sortBy], id: 'questionnaire.id' } as const;
  if (!includeQuestions) return listed.page(db, asked, order, page);
  const limited = { ...page, limit: Math.min(page.limit ?? maxWithQuestions, maxWithQuestions) };
  const all = await listed.page(db, asked, order, limited);
  const fitting = await countFitting(
    db,
    all.rows.map(({ id }) => id),
  );
  const found = fitting === all.rows.length ? all : await listed.page(db, asked, order, { ...limited, limit: fitting });
  const questions = Map.groupBy(
    await withReadableSources(
      db,
      reader,
      await listQuestionsOf(
        db,
        found.rows.map(({ id }) => id),
      ),
    ),
    ({ questionnaireId }) => questionnaireId,
  );
  return { ...found, rows: found.rows.map((row) => ({ ...row, questions: questions.get(row.id) ?? [] })) };
}

/** @returns how many of these, from the first on, fit into `mostCharacters`; at least one, if there is any */
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
  let remaining = maxCharacters;
  const firstBeyond = ids.findIndex((id) => (remaining -= sizes.find((one) => one.id === id)?.size ?? 0) < 0);
  return firstBeyond < 0 ? ids.length : Math.max(firstBeyond, 1);
}

/** @param reader of the answers: sources that they may not read are left out */
export async function findQuestionnaire(
  db: OrganizationDatabase,
  id: string,
  reader: Reader,
): Promise<Schemas['Questionnaire'] | undefined> {
  const [row, questions] = await Promise.all([
    questionnaires(db).where('questionnaire.id', '=', id).executeTakeFirst(),
    listQuestionsOf(db, [id]),
  ]);
  return row && { ...row, questions: await withReadableSources(db, reader, questions) };
}

/** @returns the questionnaire without its questions */
export function findQuestionnaireItem(db: OrganizationDatabase, id: string): Promise<Schemas['QuestionnaireListItem'] | undefined> {
  return questionnaires(db).where('questionnaire.id', '=', id).executeTakeFirst();
}

/** Locks the stored questionnaire until the transaction ends. Everything that writes and counts answers takes this lock first. */
export function lockQuestionnaire(db: OrganizationDatabase, id: string) {
  return db.selectFrom('questionnaire').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function findStoredQuestionnaire(db: OrganizationDatabase, id: string) {
  return db.selectFrom('questionnaire').selectAll().where('id', '=', id).executeTakeFirst();
}

interface Changed {
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
  { fileName, vendorName, runId, exportKey, status, error }: Changed,
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

/** Deletes its questions as well, by their foreign key. */
export async function deleteQuestionnaire(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('questionnaire').where('id', '=', id).execute();
}

export async function hasActiveRun(db: OrganizationDatabase, id: string): Promise<boolean> {
  return (
    (await db.selectFrom('run').select('id').where('subject', '=', id).where('status', 'in', ['queued', 'running']).executeTakeFirst()) !==
    undefined
  );
}
