/** Queries of the compliance tasks of controls. */
import type { components } from '#generated/api';
import { taskColumns } from '#domain/tasks/columns';
import { withVisibleDescriptions } from '#domain/tasks/visible-descriptions';
import { selectReadableIds, type Reader } from '#domain/access/records/rows';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { LinkScope } from './scope.ts';

type Schemas = components['schemas'];

/** Lists the readable tasks linked directly to controls, sorted by title (controls, rule 10). */
export function listTaskSummaries(db: OrganizationDatabase, controlIds: readonly string[], reader: Reader) {
  return db
    .selectFrom('control_task')
    .innerJoin('task', 'task.id', 'control_task.task_id')
    .select([...columnsOf('control_task', 'controlId'), 'task.id', 'task.title', 'task.status'])
    .where('control_task.control_id', 'in', controlIds)
    .where('task.archived_at', 'is', null)
    .where('task.id', 'in', selectReadableIds(db, reader, 'task'))
    .orderBy('task.title')
    .orderBy('task.id')
    .execute();
}

/** Lists the tasks linked to a control directly, or in an adopted framework, sorted by title (controls, rule 2). */
export async function listTasks(db: OrganizationDatabase, controlId: string, instance: LinkScope | undefined): Promise<Schemas['Task'][]> {
  const tasks = await db
    .selectFrom('task')
    .select(taskColumns)
    .where('archived_at', 'is', null)
    .where((eb) => {
      const isLinkedDirectly = eb('id', 'in', eb.selectFrom('control_task').select('task_id').where('control_id', '=', controlId));
      const isLinkedInFramework = eb(
        'id',
        'in',
        eb
          .selectFrom('framework_control_task')
          .select('task_id')
          .where('control_id', '=', controlId)
          .where('framework_instance_id', '=', instance?.id ?? ''),
      );
      return instance === undefined
        ? isLinkedDirectly
        : instance.isCustom
          ? eb.or([isLinkedDirectly, isLinkedInFramework])
          : isLinkedInFramework;
    })
    .orderBy('title')
    .orderBy('id')
    .execute();
  return withVisibleDescriptions(db, tasks);
}
