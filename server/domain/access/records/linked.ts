/** Linked records, reduced to those that the caller may read (spec/conventions, 3). */
import type { OrganizationDatabase } from '#platform/database/handle';
import { filterReadable, findReadableIds } from './readable.ts';
import type { Reader } from './rows.ts';

interface Named {
  readonly id: string;
}
interface LinkedTask extends Named {
  readonly controls: readonly Named[];
}

/** @returns the tasks that the caller may read, each with only those controls that the caller may read */
export async function filterReadableTasks<Task extends LinkedTask>(
  db: OrganizationDatabase,
  reader: Reader,
  tasks: readonly Task[],
): Promise<(Task & { controls: Task['controls'][number][] })[]> {
  const readableTaskList = await filterReadable(db, reader, 'task', tasks);
  const ids = readableTaskList.flatMap(({ controls }) => controls.map(({ id }) => id));
  const readable = await findReadableIds(db, reader, 'control', ids);
  return readableTaskList.map((task) => ({ ...task, controls: task.controls.filter(({ id }) => readable.has(id)) }));
}
