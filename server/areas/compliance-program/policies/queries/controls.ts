/** Queries of the controls that a policy supports, and of the evidence tasks of these controls. */
import { type ExpressionBuilder, type QueryCreator } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import { hasTaskAssignedTo } from '#domain/controls/visible';
import { linkSet } from '#domain/access/links/link-set';
import { mayRead } from '#domain/access/records/kinds';
import type { Reader } from '#domain/access/records/rows';
import type { FilterOf } from '#contract/types';
import { columnsOf } from '#platform/database/columns';
import { anyOf, contains } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';

type Schemas = components['schemas'];
type Filter = FilterOf<'listPolicyControls'>;
interface PolicyParams {
  readonly policyId: string;
}

const controlList = PagedList.of((db: QueryCreator<TenantTables>, param: Params<PolicyParams>) =>
  db
    .selectFrom('control')
    .select(columnsOf('control', 'id', 'name', 'description'))
    .where('control.archived_at', 'is', null)
    .where((eb) => eb.or([eb.exists(directLinks(eb, param)), eb.exists(frameworkLinks(eb, param))])),
).filteredBy<Filter & { readonly restrictedTo?: string }>({
  search: contains('control.name'),
  ids: anyOf('control.id'),
  restrictedTo: hasTaskAssignedTo,
});

type OfControl = ExpressionBuilder<TenantTables, 'control'>;
const directLinks = (eb: OfControl, param: Params<PolicyParams>) =>
  eb
    .selectFrom('control_policy')
    .select('control_policy.id')
    .whereRef('control_policy.control_id', '=', 'control.id')
    .where('control_policy.policy_id', '=', param('policyId'));
const frameworkLinks = (eb: OfControl, param: Params<PolicyParams>) =>
  eb
    .selectFrom('framework_control_policy')
    .select('framework_control_policy.id')
    .whereRef('framework_control_policy.control_id', '=', 'control.id')
    .where('framework_control_policy.policy_id', '=', param('policyId'));

function listControlRows(db: OrganizationDatabase, policyId: string, filter: Filter, page: PageRequest, restrictedTo: string | undefined) {
  return controlList.page(
    db,
    { policyId, ...filter, ...(restrictedTo !== undefined && { restrictedTo }) },
    { by: 'control.name', id: 'control.id' },
    page,
  );
}

/** Lists controls by name, with the adopted frameworks whose requirements they meet if the reader may read frameworks. */
export async function listControls(
  db: OrganizationDatabase,
  policyId: string,
  filter: Filter,
  page: PageRequest,
  reader: Reader,
): Promise<Page<Schemas['PolicyControl']>> {
  const controls = await listControlRows(db, policyId, filter, page, reader.restrictedTo);
  const ids = controls.rows.map(({ id }) => id);
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
  const frameworksByControl = Map.groupBy(frameworks, ({ controlId }) => controlId);
  return mapPage(controls, (control) => ({
    ...control,
    frameworks: (frameworksByControl.get(control.id) ?? []).slice(0, maxFrameworks).map(({ id, name }) => ({ id, name: name ?? '' })),
  }));
}

/** Maximum numbers of frameworks and tasks that are listed for a control. */
const maxFrameworks = 100;
const maxTasks = 100;

/** Lists the tasks of each control, sorted by the name of the control. @param restrictedTo a member who sees only their tasks */
export async function listEvidenceTasks(
  db: OrganizationDatabase,
  policyId: string,
  filter: Filter,
  page: PageRequest,
  restrictedTo: string | undefined,
): Promise<Page<Schemas['PolicyControlTasks']>> {
  const controls = await listControlRows(db, policyId, filter, page, restrictedTo);
  const ids = controls.rows.map(({ id }) => id);
  const selectLinks = (eb: ExpressionBuilder<TenantTables, never>) =>
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
        .selectFrom(selectLinks)
        .innerJoin('task', 'task.id', 'link.taskId')
        .select(['link.controlId'])
        .select(columnsOf('task', 'id', 'title', 'status', 'frequency', 'department', 'automationStatus', 'assigneeId'))
        .where('task.archived_at', 'is', null)
        .$if(restrictedTo !== undefined, (query) => query.where('task.assignee_id', '=', restrictedTo ?? ''))
        .orderBy('task.title')
        .orderBy('task.id')
        .execute()
    : [];
  const tasksByControl = Map.groupBy(tasks, ({ controlId }) => controlId);
  return mapPage(controls, ({ id, name }) => ({
    control: { id, name },
    tasks: (tasksByControl.get(id) ?? []).slice(0, maxTasks).map(({ controlId: _controlId, ...task }) => task),
  }));
}

/** Link tables between policies and controls, for direct links and for links in adopted frameworks. */
export const policyControls = linkSet('control_policy', 'control_id');
export const frameworkPolicyControls = linkSet('framework_control_policy', 'control_id');
