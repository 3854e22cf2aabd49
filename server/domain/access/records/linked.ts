/** Removes linked records that the caller may not read (spec/conventions, 3). */
import type { OrganizationDatabase } from '#platform/database/handle';
import { filterReadable, findReadableIds } from './readable.ts';
import type { Reader } from './rows.ts';

interface Named {
  readonly id: string;
}
interface LinkedTask extends Named {
  readonly controls: readonly Named[];
}

/** @returns the tasks that the caller may read, each with only the controls that the caller may read */
export async function filterReadableTasks<Task extends LinkedTask>(
  db: OrganizationDatabase,
  reader: Reader,
  tasks: readonly Task[],
): Promise<(Task & { controls: Task['controls'][number][] })[]> {
  const readableTasks = await filterReadable(db, reader, 'task', tasks);
  const controlIds = readableTasks.flatMap(({ controls }) => controls.map(({ id }) => id));
  const readableControlIds = await findReadableIds(db, reader, 'control', controlIds);
  return readableTasks.map((task) => ({ ...task, controls: task.controls.filter(({ id }) => readableControlIds.has(id)) }));
}
