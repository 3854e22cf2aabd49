/** Exports tasks as CSV. */
import type { Readable } from 'node:stream';
import { toCsv } from '#documents/spreadsheets/csv';
import type { OrganizationContext } from '#platform/context';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Position } from '#platform/database/page';
import { streamChunks } from '#platform/database/stream-chunks';
import { columnNames, taskRowOf } from '../rules/table.ts';
import { listTasks, type TaskFilter } from './list.ts';

const batchSize = 500;

/** @param restrictedTo exports only the tasks of this member @returns a stream of CSV lines, in the order of the list of tasks */
export function exportLines(
  context: Pick<OrganizationContext, 'db' | 'newReadTransaction'>,
  filter: TaskFilter,
  restrictedTo: string | undefined,
): Promise<Readable> {
  return streamChunks(
    context,
    async (db, after: Position | undefined) => {
      const page = { limit: batchSize, after, count: false, sortBy: 'board', sortOrder: 'asc' } as const;
      const { rows, next } = await listTasks(db, filter, page, restrictedTo);
      const names = await findNames(
        db,
        rows.flatMap(({ assigneeId, approverId }) => [assigneeId, approverId].filter((id) => id !== null)),
      );
      return { rows: rows.map((task) => taskRowOf(task, names)), next };
    },
    (lines) => [toCsv(lines)],
    [toCsv([columnNames])],
  );
}

async function findNames(db: OrganizationDatabase, ids: readonly string[]): Promise<Map<string, string>> {
  if (!ids.length) return new Map();
  const members = await db
    .selectFrom('member')
    .select(['id', 'name', 'email'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(members.map(({ id, name, email }) => [id, name || email]));
}
