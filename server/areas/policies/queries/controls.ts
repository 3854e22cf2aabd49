/** The controls that a policy supports, and what proves them. */
import { type ExpressionBuilder, type QueryCreator } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { TenantTables } from '../../../../generated/database.d.ts';
import { hasTaskOf } from '../../../domain/controls/visible.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import type { Params } from '../../../platform/database/prepared.ts';

type Schemas = components['schemas'];
interface OfPolicy {
  readonly policyId: string;
}

const listed = PagedList.of((db: QueryCreator<TenantTables>, param: Params<OfPolicy>) =>
  db
    .selectFrom('control')
    .select(columnsOf('control', 'id', 'name', 'description'))
    .where('control.archived_at', 'is', null)
    .where((eb) => eb.or([eb.exists(direct(eb, param)), eb.exists(scoped(eb, param))])),
).filteredBy<{ readonly restrictedTo?: string }>({ restrictedTo: hasTaskOf });

type OfControl = ExpressionBuilder<TenantTables, 'control'>;
const direct = (eb: OfControl, param: Params<OfPolicy>) =>
  eb
    .selectFrom('control_policy')
    .select('control_policy.id')
    .whereRef('control_policy.control_id', '=', 'control.id')
    .where('control_policy.policy_id', '=', param('policyId'));
const scoped = (eb: OfControl, param: Params<OfPolicy>) =>
  eb
    .selectFrom('framework_control_policy')
    .select('framework_control_policy.id')
    .whereRef('framework_control_policy.control_id', '=', 'control.id')
    .where('framework_control_policy.policy_id', '=', param('policyId'));

function controlsOf(db: OrganizationDatabase, policyId: string, page: PageRequest, restrictedTo: string | undefined) {
  return listed.page(
    db,
    { policyId, ...(restrictedTo !== undefined && { restrictedTo }) },
    { by: 'control.name', id: 'control.id' },
    { ...page, sortOrder: 'asc' },
  );
}

/**
 * By name, each with the adopted frameworks whose requirements it meets.
 * @param restrictedTo the member whose controls are all that is shown, if restricted (spec/conventions, 3)
 */
export async function listControls(
  db: OrganizationDatabase,
  policyId: string,
  page: PageRequest,
  restrictedTo: string | undefined,
): Promise<Page<Schemas['PolicyControl']>> {
  const found = await controlsOf(db, policyId, page, restrictedTo);
  const ids = found.rows.map(({ id }) => id);
  const frameworks = ids.length
    ? await db
        .selectFrom('requirement_map as map')
        .innerJoin('framework_instance as instance', 'instance.id', 'map.framework_instance_id')
        .leftJoin('platform_framework as platform', 'platform.id', 'instance.framework_id')
        .leftJoin('custom_framework as custom', 'custom.id', 'instance.custom_framework_id')
        .select(({ fn }) => ['map.control_id as controlId', 'instance.id', fn.coalesce('platform.name', 'custom.name').as('name')])
        .distinct()
        .where('map.control_id', 'in', ids)
        .where('map.archived_at', 'is', null)
        .orderBy('name')
        .orderBy('instance.id')
        .execute()
    : [];
  const byControl = Map.groupBy(frameworks, ({ controlId }) => controlId);
  return mapPage(found, (control) => ({
    ...control,
    frameworks: (byControl.get(control.id) ?? []).slice(0, mostFrameworks).map(({ id, name }) => ({ id, name: name ?? '' })),
  }));
}

const mostFrameworks = 100;
const mostTasks = 100;

/** By the name of the control. @param restrictedTo the member whose tasks and controls are all that is shown, if restricted */
export async function listEvidenceTasks(
  db: OrganizationDatabase,
  policyId: string,
  page: PageRequest,
  restrictedTo: string | undefined,
): Promise<Page<Schemas['PolicyControlTasks']>> {
  const found = await controlsOf(db, policyId, page, restrictedTo);
  const ids = found.rows.map(({ id }) => id);
  const links = (eb: ExpressionBuilder<TenantTables, never>) =>
    eb
      .selectFrom('control_task')
      .select(['control_task.control_id as controlId', 'control_task.task_id as taskId'])
      .where('control_task.control_id', 'in', ids)
      .union(
        eb
          .selectFrom('framework_control_task')
          .select(['framework_control_task.control_id as controlId', 'framework_control_task.task_id as taskId'])
          .where('framework_control_task.control_id', 'in', ids),
      )
      .as('link');
  const tasks = ids.length
    ? await db
        .selectFrom(links)
        .innerJoin('task', 'task.id', 'link.taskId')
        .select(['link.controlId'])
        .select(columnsOf('task', 'id', 'title', 'status', 'frequency', 'department', 'automationStatus', 'assigneeId'))
        .where('task.archived_at', 'is', null)
        .$if(restrictedTo !== undefined, (query) => query.where('task.assignee_id', '=', restrictedTo ?? ''))
        .orderBy('task.title')
        .orderBy('task.id')
        .execute()
    : [];
  const byControl = Map.groupBy(tasks, ({ controlId }) => controlId);
  return mapPage(found, ({ id, name }) => ({
    control: { id, name },
    tasks: (byControl.get(id) ?? []).slice(0, mostTasks).map(({ controlId: _controlId, ...task }) => task),
  }));
}

/** Links controls directly. @returns the ids and names of those that were not linked before */
export async function linkControls(db: OrganizationDatabase, policyId: string, controlIds: readonly string[]): Promise<string[]> {
  const linked = await db
    .insertInto('control_policy')
    .values(controlIds.map((id) => ({ id: newId('ctp'), control_id: id, policy_id: policyId })))
    .onConflict((conflict) => conflict.columns(['organization_id', 'control_id', 'policy_id']).doNothing())
    .returning('control_id')
    .execute();
  return linked.map(({ control_id }) => control_id);
}

/** Takes the direct link away, and those in every framework. @returns how many there were */
export async function unlinkControl(db: OrganizationDatabase, policyId: string, controlId: string): Promise<number> {
  const [one, more] = await Promise.all([
    db.deleteFrom('control_policy').where('control_id', '=', controlId).where('policy_id', '=', policyId).executeTakeFirst(),
    db.deleteFrom('framework_control_policy').where('control_id', '=', controlId).where('policy_id', '=', policyId).executeTakeFirst(),
  ]);
  return Number(one.numDeletedRows + more.numDeletedRows);
}

/** @returns the name of a control, archived or not; undefined when there is none. It is held until the transaction ends. */
export async function lockControlName(db: OrganizationDatabase, id: string): Promise<string | undefined> {
  return (await db.selectFrom('control').select('name').where('id', '=', id).forNoKeyUpdate().executeTakeFirst())?.name;
}
