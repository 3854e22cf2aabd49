/** Controls and compliance tasks, as far as the risks show them. */
import type { Insertable } from 'kysely';
import type { SystemTables } from '../../generated/database.d.ts';
import { newId } from '../database/ids.ts';
import { type ControlName, controls, type TaskData, type TaskName, tasks } from './data/tasks.ts';
import { type Named, named, type Scene } from './scene.ts';

export type Controls = Named<ControlName, Insertable<SystemTables['control']>>;
export interface Task {
  readonly row: Insertable<SystemTables['task']>;
  readonly links: readonly Insertable<SystemTables['control_task']>[];
}
export type Tasks = Named<TaskName, Task>;

export function controlsOf({ organizationId: organization_id }: Scene): Controls {
  return named(controls, (name: string) => ({ id: newId('ctl'), organization_id, name }));
}

export function tasksOf({ organizationId: organization_id }: Scene, known: Controls): Tasks {
  return named(tasks, ({ title, status, ...data }: TaskData): Task => {
    const id = newId('tsk');
    return {
      row: { id, organization_id, title, status },
      links: data.controls.map((name) => ({ id: newId('ctk'), organization_id, control_id: known.of(name).id, task_id: id })),
    };
  });
}
