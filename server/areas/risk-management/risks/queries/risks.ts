import { type Expression, type ExpressionBuilder, type QueryCreator, type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { anyOf, contains, is, until } from '#platform/database/filters';
import type { FilterOf } from '#contract/types';
import { type Params, PreparedQuery } from '#platform/database/prepared';
import { touchUpdatedAt } from '#platform/database/touched';
import { bandsColumn } from '#domain/ratings/bands';
import { defaultBands } from '#domain/ratings/levels';
import { selectControlsOfTask } from '#domain/tasks/linked';
import { controlsOfRisk } from './controls.ts';
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
  ),
  'risk.residual_probability',
  'risk.residual_impact',
  ...columnsOf('risk', 'inherentAssessed', 'residualAssessed'),
] as const;
const orders = {
  createdAt: 'risk.created_at',
  updatedAt: 'risk.updated_at',
  title: 'risk.title',
  status: 'risk.status',
  probability: 'risk.probability',
  impact: 'risk.impact',
} as const;
export type RiskOrder = keyof typeof orders | 'reviewDueAt';

/** The visible risks: all, or only those assigned to a restricted member (risks, rule 5). */
export function visibleRisks(db: QueryCreator<TenantTables>, restrictedTo: string | undefined) {
  const all = db.selectFrom('risk');
  return restrictedTo === undefined ? all : all.where((eb) => isAssignedTo(eb, restrictedTo));
}

function isAssignedTo(eb: OfRisk, memberId: string | Expression<string>) {
  return eb('risk.assignee_id', '=', memberId);
}

type Reader = { readonly restrictedTo?: string };

/** Risks without a review date come last in either direction. Each order has an index. */
const reviewPlace = (sortOrder: 'asc' | 'desc'): RawBuilder<string | null> =>
  sortOrder === 'asc'
    ? sql`coalesce(risk.review_due_at, '9999-12-31 23:59:59.999+00')`
    : sql`coalesce(risk.review_due_at, '0001-01-01 00:00:00+00')`;

function hasControl(eb: OfRisk, controlId: Expression<string>) {
  return eb.exists(
    eb
      .selectFrom('risk_control')
      .select('risk_control.id')
      .whereRef('risk_control.risk_id', '=', 'risk.id')
      .where('risk_control.control_id', '=', controlId),
  );
}

const listedFor = (isRestricted: boolean) => {
  const withPlace = (place: (sortOrder: 'asc' | 'desc') => RawBuilder<string | null>) =>
    PagedList.of((db, param: Params<Reader>, sortOrder) =>
      db
        .selectFrom('risk')
        .leftJoin('member', 'member.id', 'risk.assignee_id')
        .select([...columns, ...personColumns('member'), place(sortOrder).as('place')])
        .select(bandsColumn)
        .select((eb) => tasksInBrief(eb, isRestricted ? param('restrictedTo') : undefined)),
    ).filteredBy<FilterOf<'listRisks'> & Reader>({
      status: anyOf('risk.status'),
      category: anyOf('risk.category'),
      department: anyOf('risk.department'),
      assigneeId: is('risk.assignee_id'),
      search: contains('risk.title', 'risk.description'),
      controlId: hasControl,
      reviewDueAtBefore: until('risk.review_due_at'),
      restrictedTo: isAssignedTo,
    });
  return {
    byColumn: withPlace(() => sql`null::timestamptz`),
    byReview: withPlace(reviewPlace).within((query, db) => db.selectFrom(query.as('listed')).selectAll('listed')),
  };
};
const [listed, listedOwn] = [listedFor(false), listedFor(true)];

/** @param restrictedTo the member, if restricted, whose risks and tasks are the only ones listed */
export async function listRisks(
  db: OrganizationDatabase,
  filter: FilterOf<'listRisks'>,
  page: PageRequest<RiskOrder>,
  restrictedTo: string | undefined,
): Promise<Page<Schemas['RiskListItem']>> {
  const { byColumn, byReview } = restrictedTo === undefined ? listed : listedOwn;
  const asked = { ...filter, ...(restrictedTo !== undefined && { restrictedTo }) };
  const found = await (page.sortBy === 'reviewDueAt'
    ? byReview.page(db, asked, { by: 'listed.place', id: 'listed.id' }, page)
    : byColumn.page(db, asked, { by: orders[page.sortBy], id: 'risk.id' }, page));
  return mapPage(found, ({ place: _place, ...risk }) => recordOf(risk));
}

type OfRisk = ExpressionBuilder<TenantTables, 'risk'>;
/** For a restricted member, only their own tasks (risks, rule 5). */
function linkedTasks(eb: OfRisk, restrictedTo: Expression<string> | undefined) {
  const all = eb
    .selectFrom('risk_task')
    .innerJoin('task', 'task.id', 'risk_task.task_id')
    .whereRef('risk_task.risk_id', '=', 'risk.id')
    .orderBy('task.id');
  return restrictedTo === undefined ? all : all.where('task.assignee_id', '=', restrictedTo);
}
const tasksInBrief = (eb: OfRisk, restrictedTo: Expression<string> | undefined) =>
  jsonArrayFrom(linkedTasks(eb, restrictedTo).select(['task.id', 'task.status'])).as('tasks');
const tasksWithControls = (eb: OfRisk, restrictedTo: Expression<string> | undefined) =>
  jsonArrayFrom(linkedTasks(eb, restrictedTo).select((task) => ['task.id', 'task.title', 'task.status', selectControlsOfTask(task)])).as(
    'tasks',
  );

const oneRiskFor = (isRestricted: boolean) =>
  new PreparedQuery((db, param: Params<{ readonly id: string; readonly restrictedTo: string | undefined }>) =>
    db
      .selectFrom('risk')
      .leftJoin('member', 'member.id', 'risk.assignee_id')
      .select([...columns, ...personColumns('member')])
      .select((eb) => {
        const reader = isRestricted ? param('restrictedTo') : undefined;
        return [bandsColumn, tasksWithControls(eb, reader), controlsOfRisk(eb, reader)];
      })
      .where('risk.id', '=', param('id')),
  );
const [oneRisk, oneOwnRisk] = [oneRiskFor(false), oneRiskFor(true)];
const itemsOfRisk = new PreparedQuery((db, param: Params<{ riskId: string }>) =>
  db
    .selectFrom('task_item')
    .select(['id', 'title', 'description', 'status', 'due_date', 'completed_at', 'assignee_id', 'created_at', 'updated_at'])
    .where('risk_id', '=', param('riskId'))
    .orderBy('created_at')
    .orderBy('id'),
);

/** Uses one round trip. @param restrictedTo the member, if restricted, whose tasks are the only ones visible */
export async function findRisk(db: OrganizationDatabase, id: string, restrictedTo?: string): Promise<Schemas['Risk'] | undefined> {
  const [[row], treatmentStrategy, mitigationTasks] = await Promise.all([
    db.run(restrictedTo === undefined ? oneRisk : oneOwnRisk, { id, restrictedTo }),
    findTreatment(db, id),
    listMitigationTasks(db, id),
  ]);
  return row && treatmentStrategy && { ...recordOf(row), treatmentStrategy, mitigationTasks };
}

/** Locks the risk until the transaction ends. */
export async function lockRisk(db: OrganizationDatabase, id: string): Promise<void> {
  await db.selectFrom('risk').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** Task items of the risk, in the shape of the register (task-management, rule 7). */
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

type Unrated = Omit<Schemas['RiskCore'], 'inherentRating' | 'residualRating'> & {
  readonly inherentAssessed: boolean;
  readonly residualAssessed: boolean;
  readonly bands: Schemas['RiskRatingBands'] | null;
};

function recordOf<R extends Unrated & WithPerson<'member'>>(row: R) {
  const { memberId, memberUserId, memberName, memberEmail, memberImage, ...risk } = rated(row);
  return { ...risk, assignee: personFromRow(row, 'member') };
}

function rated<R extends Unrated>(row: R) {
  const { inherentAssessed, residualAssessed, bands: ownBands, ...risk } = row;
  const bands = ownBands ?? defaultBands;
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
const inserting = new PreparedQuery((db, param: Params<NewRisk>) =>
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
  // Omitted values are 0 here, so only other values show that the risk was rated.
  const assessed = {
    inherent_assessed: risk.probability > 0 || risk.impact > 0,
    residual_assessed: risk.residual_probability > 0 || risk.residual_impact > 0,
  };
  const links = { assignee_id: assigneeId ?? null, review_due_at: reviewDueAt ?? null, external_id: externalId ?? null };
  const [[row]] = await Promise.all([
    db.run(inserting, { id, ...risk, ...assessed, ...links }),
    insertTreatment(db, id, treatmentStrategy ?? { type: 'mitigate' }),
  ]);
  if (!row) throw new Error('a risk was created and not returned');
  return rated(row);
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
 * Deletes a risk with everything that belongs to it alone: treatments, acceptances, task items and links, by their foreign keys (risks,
 * rule 7).
 */
export async function deleteRisk(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('risk').where('id', '=', id).execute();
}
