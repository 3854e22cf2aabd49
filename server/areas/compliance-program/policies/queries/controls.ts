/** Queries about the controls that a policy supports, and the evidence for them. */
import { type ExpressionBuilder, type QueryCreator } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import { hasTaskAssignedTo } from '#domain/controls/visible';
import { linkSet } from '#domain/access/links/link-set';
import { mayRead } from '#domain/access/records/kinds';
import type { Reader } from '#domain/access/records/rows';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';

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
).filteredBy<{ readonly restrictedTo?: string }>({ restrictedTo: hasTaskAssignedTo });

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

/** By name, each with the adopted frameworks whose requirements it meets, if the reader may read frameworks. */
export async function listControls(
  db: OrganizationDatabase,
  policyId: string,
  page: PageRequest,
  reader: Reader,
): Promise<Page<Schemas['PolicyControl']>> {
  const found = await controlsOf(db, policyId, page, reader.restrictedTo);
  const ids = found.rows.map(({ id }) => id);
  const frameworks =
    ids.length && mayRead(reader, 'framework')
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
    frameworks: (byControl.get(control.id) ?? []).slice(0, maxFrameworks).map(({ id, name }) => ({ id, name: name ?? '' })),
  }));
}

const maxFrameworks = 100;
const maxTasks = 100;

/** By the name of the control. @param restrictedTo the member, if restricted, whose tasks and controls are the only visible ones */
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
    tasks: (byControl.get(id) ?? []).slice(0, maxTasks).map(({ controlId: _controlId, ...task }) => task),
  }));
}

/** The controls that are linked to a policy directly, and in adopted frameworks. */
export const policyControls = linkSet('control_policy', 'control_id');
export const frameworkPolicyControls = linkSet('framework_control_policy', 'control_id');
