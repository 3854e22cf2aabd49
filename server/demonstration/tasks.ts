/** Compliance tasks, as far as risks and controls show them. */
import type { Insertable } from 'kysely';
import type { SystemTables } from '../../generated/database.d.ts';
import { newId } from '../database/ids.ts';
import type { Controls } from './controls.ts';
import { type TaskData, type TaskName, tasks } from './data/tasks.ts';
import { type Named, named, type Scene } from './scene.ts';

export interface Task {
  readonly row: Insertable<SystemTables['task']>;
  readonly links: readonly Insertable<SystemTables['control_task']>[];
}
export type Tasks = Named<TaskName, Task>;

export function tasksOf({ organizationId: organization_id }: Scene, known: Controls): Tasks {
  return named(tasks, ({ title, status, ...data }: TaskData): Task => {
    const id = newId('tsk');
    return {
      row: { id, organization_id, title, status },
      links: data.controls.map((name) => ({ id: newId('ctk'), organization_id, control_id: known.of(name).row.id, task_id: id })),
    };
  });
}
