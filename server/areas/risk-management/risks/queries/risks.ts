/** Lists, reads, creates, changes and deletes risks. */
import { type Expression, type ExpressionBuilder, type QueryCreator, sql, type SqlBool } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { anyOf, contains, equals, ofMember, onOrAfter, onOrBefore } from '#platform/database/filters';
import type { FilterOf } from '#contract/types';
import { type Params, PreparedQuery } from '#platform/database/prepared';
import { computedBy, missingLast } from '#platform/database/sort-keys';
import { touchUpdatedAt } from '#platform/database/touched';
import { bandsColumn } from '#domain/ratings/bands';
import { levelColumn } from '#domain/ratings/level-column';
import { defaultBands } from '#domain/ratings/levels';
import { selectControlsOfTask } from '#domain/tasks/linked';
import { selectControlsOfRisk } from './controls.ts';
import { ratingOf } from '../rules/rating.ts';
import { findTreatment, insertTreatment, setTreatment } from './treatments.ts';
import { personColumns, personFromRow, type WithPerson } from '#domain/people/members/person';

type Schemas = components['schemas'];

const columns = [
  ...columnsOf(
    'risk',
    'id',
    'title',
    'description',
    'category',
    'department',
    'status',
    'probability',
    'impact',
    'assigneeId',
    'reviewDueAt',
    'externalId',
    'createdAt',
    'updatedAt',
    'version',
  ),
  'risk.residual_probability',
  'risk.residual_impact',
  ...columnsOf('risk', 'inherentAssessed', 'residualAssessed'),
] as const;
const sortKeys = {
  createdAt: 'risk.created_at',
  updatedAt: 'risk.updated_at',
  title: 'risk.title',
  status: 'risk.status',
  probability: 'risk.probability',
  impact: 'risk.impact',
  inherentScore: computedBy('risk_score', 'risk.probability', 'risk.impact'),
  residualScore: computedBy('risk_score', 'risk.residual_probability', 'risk.residual_impact'),
  reviewDueAt: missingLast('risk.review_due_at'),
} as const;
export type RiskOrder = keyof typeof sortKeys;

/** Selects all risks, or only the risks that are assigned to a restricted member (risks, rule 5). */
export function selectVisibleRisks(db: QueryCreator<TenantTables>, restrictedTo: string | undefined) {
  const query = db.selectFrom('risk');
  return restrictedTo === undefined ? query : query.where((eb) => isAssignedTo(eb, restrictedTo));
}

function isAssignedTo(eb: RiskExpressions, memberId: string | Expression<string>) {
  return eb('risk.assignee_id', '=', memberId);
}

type Reader = { readonly restrictedTo?: string };

const inherentScore = sql<number>`risk_score(risk.probability, risk.impact)`;
const residualScore = sql<number>`risk_score(risk.residual_probability, risk.residual_impact)`;
/** The level as the rating shows it: a risk that was not assessed has the lowest one. */
const inherentLevel = sql`case when risk.inherent_assessed then ${levelColumn(inherentScore)} else 'very_low' end`;
const residualLevel = sql`case when risk.residual_assessed then ${levelColumn(residualScore)} else 'very_low' end`;

function hasControl(eb: RiskExpressions, controlId: Expression<string>) {
  return eb.exists(
    eb
      .selectFrom('risk_control')
      .select('risk_control.id')
      .whereRef('risk_control.risk_id', '=', 'risk.id')
      .where('risk_control.control_id', '=', controlId),
  );
}

const createRiskList = (isRestricted: boolean) =>
  PagedList.of((db, param: Params<Reader>) =>
    db
      .selectFrom('risk')
      .leftJoin('member', 'member.id', 'risk.assignee_id')
      .select([...columns, ...personColumns('member')])
      .select(bandsColumn)
      .select((eb) => selectTasksWithStatus(eb, isRestricted ? param('restrictedTo') : undefined)),
  ).filteredBy<FilterOf<'listRisks'> & Reader>({
    status: anyOf('risk.status'),
    category: anyOf('risk.category'),
    department: anyOf('risk.department'),
    assigneeId: ofMember('risk.assignee_id'),
    search: contains('risk.title', 'risk.description'),
    controlId: hasControl,
    inherentLevel: (_eb, levels) => sql<SqlBool>`${inherentLevel} = any(${levels})`,
    inherentScore: (_eb, scores) => sql<SqlBool>`${inherentScore} = any(${scores})`,
    inherentAssessed: equals('risk.inherent_assessed'),
    residualLevel: (_eb, levels) => sql<SqlBool>`${residualLevel} = any(${levels})`,
    residualScore: (_eb, scores) => sql<SqlBool>`${residualScore} = any(${scores})`,
    residualAssessed: equals('risk.residual_assessed'),
    reviewDueAtAfter: onOrAfter('risk.review_due_at'),
    reviewDueAtBefore: onOrBefore('risk.review_due_at'),
    ids: anyOf('risk.id'),
    restrictedTo: isAssignedTo,
  });
const [listForAll, listForRestricted] = [createRiskList(false), createRiskList(true)];

/** @returns a page of risks. @param restrictedTo lists only the risks and tasks of this member */
export async function listRisks(
  db: OrganizationDatabase,
  filter: FilterOf<'listRisks'>,
  page: PageRequest<RiskOrder>,
  restrictedTo: string | undefined,
): Promise<Page<Schemas['RiskListItem']>> {
  const params = { ...filter, ...(restrictedTo !== undefined && { restrictedTo }) };
  const list = restrictedTo === undefined ? listForAll : listForRestricted;
  return mapPage(await list.page(db, params, { by: sortKeys[page.sortBy], id: 'risk.id' }, page), recordOf);
}

type RiskExpressions = ExpressionBuilder<TenantTables, 'risk'>;
/** Selects the tasks that are linked to a risk; for a restricted member, only the member's own tasks (risks, rule 5). */
function selectLinkedTasks(eb: RiskExpressions, restrictedTo: Expression<string> | undefined) {
  const tasks = eb
    .selectFrom('risk_task')
    .innerJoin('task', 'task.id', 'risk_task.task_id')
    .whereRef('risk_task.risk_id', '=', 'risk.id')
    .orderBy('task.id');
  return restrictedTo === undefined ? tasks : tasks.where('task.assignee_id', '=', restrictedTo);
}
const selectTasksWithStatus = (eb: RiskExpressions, restrictedTo: Expression<string> | undefined) =>
  jsonArrayFrom(selectLinkedTasks(eb, restrictedTo).select(['task.id', 'task.status'])).as('tasks');
const selectTasksWithControls = (eb: RiskExpressions, restrictedTo: Expression<string> | undefined) =>
  jsonArrayFrom(
    selectLinkedTasks(eb, restrictedTo).select((task) => ['task.id', 'task.title', 'task.status', selectControlsOfTask(task)]),
  ).as('tasks');

const createRiskQuery = (isRestricted: boolean) =>
  new PreparedQuery((db, param: Params<{ readonly id: string; readonly restrictedTo: string | undefined }>) =>
    db
      .selectFrom('risk')
      .leftJoin('member', 'member.id', 'risk.assignee_id')
      .select([...columns, ...personColumns('member')])
      .select((eb) => {
        const readerId = isRestricted ? param('restrictedTo') : undefined;
        return [bandsColumn, selectTasksWithControls(eb, readerId), selectControlsOfRisk(eb, readerId)];
      })
      .where('risk.id', '=', param('id')),
  );
const [queryForAll, queryForRestricted] = [createRiskQuery(false), createRiskQuery(true)];
const itemsOfRisk = new PreparedQuery((db, param: Params<{ riskId: string }>) =>
  db
    .selectFrom('task_item')
    .select(['id', 'title', 'description', 'status', 'due_date', 'completed_at', 'assignee_id', 'created_at', 'updated_at'])
    .where('risk_id', '=', param('riskId'))
    .orderBy('created_at')
    .orderBy('id'),
);

/** Reads a risk in one round trip. @param restrictedTo includes only the tasks of this member @returns undefined if it does not exist */
export async function findRisk(db: OrganizationDatabase, id: string, restrictedTo?: string): Promise<Schemas['Risk'] | undefined> {
  const [[row], treatmentStrategy, mitigationTasks] = await Promise.all([
    db.run(restrictedTo === undefined ? queryForAll : queryForRestricted, { id, restrictedTo }),
    findTreatment(db, id),
    listMitigationTasks(db, id),
  ]);
  return row && treatmentStrategy && { ...recordOf(row), treatmentStrategy, mitigationTasks };
}

/** Locks a risk until the transaction ends. */
export async function lockRisk(db: OrganizationDatabase, id: string): Promise<void> {
  await db.selectFrom('risk').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** @returns the task items of a risk in the form of the risk register (task-management, rule 7) */
async function listMitigationTasks(db: OrganizationDatabase, riskId: string): Promise<Schemas['MitigationTask'][]> {
  const items = await db.run(itemsOfRisk, { riskId });
  return items.map((item) => ({
    id: item.id,
    title: item.title,
    description: item.description ?? '',
    status: item.status === 'todo' ? 'open' : item.status,
    ...(item.due_date !== null && { dueDate: item.due_date }),
    completedAt: item.completed_at,
    ...(item.assignee_id !== null && { assigneeId: item.assignee_id }),
    createdAt: item.created_at,
    updatedAt: item.updated_at,
  }));
}

type RiskWithoutRatings = Omit<Schemas['RiskCore'], 'inherentRating' | 'residualRating'> & {
  readonly inherentAssessed: boolean;
  readonly residualAssessed: boolean;
  readonly bands: Schemas['RiskRatingBands'] | null;
};

function recordOf<R extends RiskWithoutRatings & WithPerson<'member'>>(row: R) {
  const { memberId, memberUserId, memberName, memberEmail, memberImage, ...risk } = withRatings(row);
  return { ...risk, assignee: personFromRow(row, 'member') };
}

function withRatings<R extends RiskWithoutRatings>(row: R) {
  const { inherentAssessed, residualAssessed, bands: customBands, ...risk } = row;
  const bands = customBands ?? defaultBands;
  const { probability, impact, residual_probability, residual_impact } = row;
  return {
    ...risk,
    inherentRating: ratingOf({ probability, impact, assessed: inherentAssessed }, bands),
    residualRating: ratingOf({ probability: residual_probability, impact: residual_impact, assessed: residualAssessed }, bands),
  };
}

interface NewRisk extends Omit<Schemas['RiskCreate'], 'treatmentStrategy' | 'assigneeId' | 'reviewDueAt' | 'externalId'> {
  readonly id: string;
  readonly inherent_assessed: boolean;
  readonly residual_assessed: boolean;
  readonly assignee_id: string | null;
  readonly review_due_at: string | null;
  readonly external_id: string | null;
}
const insertQuery = new PreparedQuery((db, param: Params<NewRisk>) =>
  db
    .insertInto('risk')
    .values({
      id: param('id'),
      title: param('title'),
      description: param('description'),
      category: param('category'),
      department: param('department'),
      status: param('status'),
      probability: param('probability'),
      impact: param('impact'),
      residual_probability: param('residual_probability'),
      residual_impact: param('residual_impact'),
      inherent_assessed: param('inherent_assessed'),
      residual_assessed: param('residual_assessed'),
      assignee_id: param('assignee_id'),
      review_due_at: param('review_due_at'),
      external_id: param('external_id'),
    })
    .returning([...columns, ...columnsOf('risk', 'organizationId'), bandsColumn]),
);

export async function insertRisk(
  db: OrganizationDatabase,
  { treatmentStrategy, assigneeId, reviewDueAt, externalId, ...risk }: Schemas['RiskCreate'],
): Promise<Schemas['RiskCreated']> {
  const id = newId('rsk');
  // Values that the request omits are 0 here. So the risk counts as assessed only if a value is greater than 0.
  const assessedColumns = {
    inherent_assessed: risk.probability > 0 || risk.impact > 0,
    residual_assessed: risk.residual_probability > 0 || risk.residual_impact > 0,
  };
  const otherColumns = { assignee_id: assigneeId ?? null, review_due_at: reviewDueAt ?? null, external_id: externalId ?? null };
  const [[row]] = await Promise.all([
    db.run(insertQuery, { id, ...risk, ...assessedColumns, ...otherColumns }),
    insertTreatment(db, id, treatmentStrategy ?? { type: 'mitigate' }),
  ]);
  if (!row) throw new Error('a risk was created and not returned');
  return withRatings(row);
}

export async function updateRisk(
  db: OrganizationDatabase,
  id: string,
  { treatmentStrategy, assigneeId, reviewDueAt, externalId, ...risk }: Schemas['RiskUpdate'],
): Promise<void> {
  const { probability, impact, residual_probability, residual_impact } = risk;
  await db
    .updateTable('risk')
    .set({
      ...touchUpdatedAt,
      ...risk,
      ...(assigneeId !== undefined && { assignee_id: assigneeId }),
      ...(reviewDueAt !== undefined && { review_due_at: reviewDueAt }),
      ...(externalId !== undefined && { external_id: externalId }),
      ...((probability ?? impact) !== undefined && { inherent_assessed: true }),
      ...((residual_probability ?? residual_impact) !== undefined && { residual_assessed: true }),
    })
    .where('id', '=', id)
    .execute();
  if (treatmentStrategy) await setTreatment(db, id, treatmentStrategy);
}

/**
 * Deletes a risk. Foreign keys delete the records that belong only to the risk: its treatments, acceptances, task items and links
 * (risks, rule 7).
 */
export async function deleteRisk(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('risk').where('id', '=', id).execute();
}
