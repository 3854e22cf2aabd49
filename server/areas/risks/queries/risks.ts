import { type Expression, type ExpressionBuilder, type QueryCreator } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { components } from '../../../../generated/api.d.ts';
import type { TenantTables } from '../../../../generated/database.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import { anyOf, contains, is } from '../../../platform/database/filters.ts';
import type { FilterOf } from '../../../contract/types.ts';
import { type Params, PreparedQuery } from '../../../platform/database/prepared.ts';
import { touched } from '../../../platform/database/touched.ts';
import { ratingOf } from '../rules/rating.ts';
import { findTreatment, insertTreatment, setTreatment } from './treatments.ts';
import { personColumns, personIn, type WithPerson } from '../../../domain/members/person.ts';

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
    'createdAt',
    'updatedAt',
  ),
  'risk.residual_probability',
  'risk.residual_impact',
] as const;
const orders = {
  createdAt: 'risk.created_at',
  updatedAt: 'risk.updated_at',
  title: 'risk.title',
  status: 'risk.status',
  probability: 'risk.probability',
  impact: 'risk.impact',
} as const;
export type RiskOrder = keyof typeof orders;

/** The risks there are to see: all of them, or of a restricted member those assigned to it (spec/areas/risks, rule 5). */
export function visibleRisks(db: QueryCreator<TenantTables>, restrictedTo: string | undefined) {
  const all = db.selectFrom('risk');
  return restrictedTo === undefined ? all : all.where((eb) => isAssignedTo(eb, restrictedTo));
}

function isAssignedTo(eb: OfRisk, memberId: string | Expression<string>) {
  return eb('risk.assignee_id', '=', memberId);
}

const listed = PagedList.of((db) =>
  db
    .selectFrom('risk')
    .leftJoin('member', 'member.id', 'risk.assignee_id')
    .select([...columns, ...personColumns('member')])
    .select(tasksInBrief),
).filteredBy<FilterOf<'listRisks'> & { restrictedTo?: string }>({
  status: anyOf('risk.status'),
  category: anyOf('risk.category'),
  department: anyOf('risk.department'),
  assigneeId: is('risk.assignee_id'),
  search: contains('risk.title', 'risk.description'),
  restrictedTo: isAssignedTo,
});

export async function listRisks(
  db: OrganizationDatabase,
  filter: FilterOf<'listRisks'>,
  page: PageRequest<RiskOrder>,
  restrictedTo: string | undefined,
): Promise<Page<Schemas['RiskListItem']>> {
  return mapPage(
    await listed.page(
      db,
      { ...filter, ...(restrictedTo !== undefined && { restrictedTo }) },
      { by: orders[page.sortBy], id: 'risk.id' },
      page,
    ),
    recordOf,
  );
}

type OfRisk = ExpressionBuilder<TenantTables, 'risk'>;
const linkedTasks = (eb: OfRisk) =>
  eb
    .selectFrom('risk_task')
    .innerJoin('task', 'task.id', 'risk_task.task_id')
    .whereRef('risk_task.risk_id', '=', 'risk.id')
    .orderBy('task.id');
const tasksInBrief = (eb: OfRisk) => jsonArrayFrom(linkedTasks(eb).select(['task.id', 'task.status'])).as('tasks');
const tasksWithControls = (eb: OfRisk) =>
  jsonArrayFrom(
    linkedTasks(eb).select((task) => [
      'task.id',
      'task.title',
      'task.status',
      jsonArrayFrom(
        task
          .selectFrom('control_task')
          .innerJoin('control', 'control.id', 'control_task.control_id')
          .select(['control.id', 'control.name'])
          .whereRef('control_task.task_id', '=', 'task.id')
          .orderBy('control.name')
          .orderBy('control.id'),
      ).as('controls'),
    ]),
  ).as('tasks');

const oneRisk = new PreparedQuery((db, param: Params<{ id: string }>) =>
  db
    .selectFrom('risk')
    .leftJoin('member', 'member.id', 'risk.assignee_id')
    .select([...columns, ...personColumns('member')])
    .select(tasksWithControls)
    .where('risk.id', '=', param('id')),
);
const itemsOfRisk = new PreparedQuery((db, param: Params<{ riskId: string }>) =>
  db
    .selectFrom('task_item')
    .select(['id', 'title', 'description', 'status', 'due_date', 'completed_at', 'assignee_id', 'created_at', 'updated_at'])
    .where('risk_id', '=', param('riskId'))
    .orderBy('created_at')
    .orderBy('id'),
);

/** Asked together: the questions travel as one round trip. */
export async function findRisk(db: OrganizationDatabase, id: string): Promise<Schemas['Risk'] | undefined> {
  const [[row], treatmentStrategy, mitigationTasks] = await Promise.all([
    db.run(oneRisk, { id }),
    findTreatment(db, id),
    listMitigationTasks(db, id),
  ]);
  return row && treatmentStrategy && { ...recordOf(row), treatmentStrategy, mitigationTasks };
}

/** Task items of the risk, in the words of the register (spec/areas/task-management, rule 7). */
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

type Unrated = Omit<Schemas['RiskCore'], 'inherentRating' | 'residualRating'>;

function recordOf<R extends Unrated & WithPerson<'member'>>(row: R) {
  const { memberId, memberUserId, memberName, memberEmail, memberImage, ...risk } = row;
  return { ...rated(risk), assignee: personIn(row, 'member') };
}

function rated<R extends Unrated>(risk: R) {
  return {
    ...risk,
    inherentRating: ratingOf(risk.probability, risk.impact),
    residualRating: ratingOf(risk.residual_probability, risk.residual_impact),
  };
}

export async function insertRisk(
  db: OrganizationDatabase,
  { treatmentStrategy, assigneeId, ...risk }: Schemas['RiskCreate'],
): Promise<Schemas['RiskCreated']> {
  const id = newId('rsk');
  const [row] = await Promise.all([
    db
      .insertInto('risk')
      .values({ id, ...risk, assignee_id: assigneeId ?? null })
      .returning([...columns, ...columnsOf('risk', 'organizationId')])
      .executeTakeFirstOrThrow(),
    insertTreatment(db, id, treatmentStrategy ?? { type: 'mitigate' }),
  ]);
  return rated(row);
}

export async function updateRisk(
  db: OrganizationDatabase,
  id: string,
  { treatmentStrategy, assigneeId, ...risk }: Schemas['RiskUpdate'],
): Promise<void> {
  await db
    .updateTable('risk')
    .set({ ...touched, ...risk, ...(assigneeId !== undefined && { assignee_id: assigneeId }) })
    .where('id', '=', id)
    .execute();
  if (treatmentStrategy) await setTreatment(db, id, treatmentStrategy);
}

/** With everything that belongs to the risk alone: treatments, acceptances, task items and links, by their foreign keys (spec/areas/risks, rule 7). */
export async function deleteRisk(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('risk').where('id', '=', id).execute();
}

/** An active member, held so until the transaction ends: who may own a risk or accept one (spec/areas/risks, rule 3). Named by e-mail if it has no name. */
export async function findActiveMember(db: OrganizationDatabase, id: string): Promise<{ id: string; name: string } | undefined> {
  const member = await db
    .selectFrom('member')
    .select(['id', 'name', 'email'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .forShare()
    .executeTakeFirst();
  return member && { id: member.id, name: member.name.trim() || member.email };
}
