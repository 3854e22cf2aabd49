import { type ExpressionBuilder, type QueryCreator, sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { TenantTables } from '../../../../generated/database.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import { anyOf, contains, orElse } from '../../../platform/database/filters.ts';
import type { FilterOf } from '../../../contract/types.ts';
import { listQuestionsOf } from './questions.ts';
import { shownTo } from './shown.ts';

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

/** With questions a record may be large: so many are on a page at most, of so many characters together unless the first has more by itself. */
const mostWithQuestions = 10;
const mostCharacters = 4_000_000;

/** Reading that nobody is at any more: its run was cancelled, or came to an end that it could not tell of. */
const isLeft = (eb: Joined) =>
  eb.and([
    eb('questionnaire.status', '=', 'parsing'),
    eb.or([eb('run.status', 'is', null), eb('run.status', 'not in', ['queued', 'running'])]),
  ]);
const statusIn = (eb: Joined) =>
  eb.case().when(isLeft(eb)).then('failed').else(eb.ref('questionnaire.status')).end().$castTo<Schemas['QuestionnaireStatus']>();
const errorIn = (eb: Joined) =>
  eb
    .case()
    .when(isLeft(eb))
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
  reader: string | undefined,
): Promise<Page<Schemas['QuestionnaireListItem']>> {
  const order = { by: orders[page.sortBy], id: 'questionnaire.id' } as const;
  if (!includeQuestions) return listed.page(db, asked, order, page);
  const most = { ...page, limit: Math.min(page.limit ?? mostWithQuestions, mostWithQuestions) };
  const all = await listed.page(db, asked, order, most);
  const fitting = await countFitting(
    db,
    all.rows.map(({ id }) => id),
  );
  const found = fitting === all.rows.length ? all : await listed.page(db, asked, order, { ...most, limit: fitting });
  const questions = Map.groupBy(
    await shownTo(
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

/** How many of these, from the first on, have no more than `mostCharacters` together; at least one, if there is any. */
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
  let left = mostCharacters;
  const beyond = ids.findIndex((id) => (left -= sizes.find((one) => one.id === id)?.size ?? 0) < 0);
  return beyond < 0 ? ids.length : Math.max(beyond, 1);
}

/** @param reader id of the member who reads its answers, if it is one */
export async function findQuestionnaire(
  db: OrganizationDatabase,
  id: string,
  reader: string | undefined,
): Promise<Schemas['Questionnaire'] | undefined> {
  const [row, questions] = await Promise.all([
    questionnaires(db).where('questionnaire.id', '=', id).executeTakeFirst(),
    listQuestionsOf(db, [id]),
  ]);
  return row && { ...row, questions: await shownTo(db, reader, questions) };
}

/** Without its questions. */
export function findInBrief(db: OrganizationDatabase, id: string): Promise<Schemas['QuestionnaireListItem'] | undefined> {
  return questionnaires(db).where('questionnaire.id', '=', id).executeTakeFirst();
}

/** What is stored of it, as it stays until the transaction ends: who writes an answer, and counts them, does so after the others. */
export function lockQuestionnaire(db: OrganizationDatabase, id: string) {
  return db.selectFrom('questionnaire').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function findStored(db: OrganizationDatabase, id: string) {
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

/** With its questions, by their foreign key. */
export async function deleteQuestionnaire(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('questionnaire').where('id', '=', id).execute();
}

export async function hasRunUnderWay(db: OrganizationDatabase, id: string): Promise<boolean> {
  return (
    (await db.selectFrom('run').select('id').where('subject', '=', id).where('status', 'in', ['queued', 'running']).executeTakeFirst()) !==
    undefined
  );
}
