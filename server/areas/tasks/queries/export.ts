/** Tasks as lines of CSV. */
import type { Readable } from 'node:stream';
import { csvOf } from '../../../documents/spreadsheets/csv.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Position } from '../../../platform/database/page.ts';
import { streamPieces } from '../../../platform/database/pieces.ts';
import { columnNames, lineOf } from '../rules/table.ts';
import { listTasks, type TaskFilter } from './list.ts';

const batch = 500;

/** Exports the tasks in the order of their list. @param restrictedTo the member whose tasks are all that is exported, if restricted */
export function exportLines(
  context: Pick<OrganizationContext, 'db' | 'newReadTransaction'>,
  filter: TaskFilter,
  restrictedTo: string | undefined,
): Promise<Readable> {
  return streamPieces(
    context,
    async (db, after: Position | undefined) => {
      const page = { limit: batch, after, count: false, sortBy: 'place', sortOrder: 'asc' } as const;
      const { rows, next } = await listTasks(db, filter, page, restrictedTo);
      const names = await namesOf(
        db,
        rows.flatMap(({ assigneeId, approverId }) => [assigneeId, approverId].filter((id) => id !== null)),
      );
      return { rows: rows.map((task) => lineOf(task, names)), next };
    },
    (lines) => [csvOf(lines)],
    [csvOf([columnNames])],
  );
}

async function namesOf(db: OrganizationDatabase, ids: readonly string[]): Promise<Map<string, string>> {
  if (!ids.length) return new Map();
  const members = await db
    .selectFrom('member')
    .select(['id', 'name', 'email'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(members.map(({ id, name, email }) => [id, name || email]));
}
