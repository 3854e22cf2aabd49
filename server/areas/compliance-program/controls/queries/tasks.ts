/** Queries of the compliance tasks of controls. */
import type { components } from '#generated/api';
import { taskColumns } from '#domain/tasks/columns';
import { withVisibleDescriptions } from '#domain/tasks/visible-descriptions';
import { selectReadableIds, type Reader } from '#domain/access/records/rows';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Instance } from './scope.ts';

type Schemas = components['schemas'];

/** Tasks linked directly to these controls, by title, limited to those that the reader may read (controls, rule 10). */
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

/** Lists the tasks of a control by title: the direct ones, or those in an adopted framework (controls, rule 2). */
export async function listTasks(db: OrganizationDatabase, controlId: string, instance: Instance | undefined): Promise<Schemas['Task'][]> {
  const tasks = await db
    .selectFrom('task')
    .select(taskColumns)
    .where('archived_at', 'is', null)
    .where((eb) => {
      const direct = eb('id', 'in', eb.selectFrom('control_task').select('task_id').where('control_id', '=', controlId));
      const scoped = eb(
        'id',
        'in',
        eb
          .selectFrom('framework_control_task')
          .select('task_id')
          .where('control_id', '=', controlId)
          .where('framework_instance_id', '=', instance?.id ?? ''),
      );
      return instance === undefined ? direct : instance.isCustom ? eb.or([direct, scoped]) : scoped;
    })
    .orderBy('title')
    .orderBy('id')
    .execute();
  return withVisibleDescriptions(db, tasks);
}
