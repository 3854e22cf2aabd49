import type { OrganizationDatabase } from '#platform/database/handle';

interface TaskTexts {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly notRelevantJustification: string | null;
}

/** @returns the content that an approval covers, by task id: the task's texts, and its evidence files with their hashes */
export async function findApprovedContents(db: OrganizationDatabase, tasks: readonly TaskTexts[]): Promise<ReadonlyMap<string, object>> {
  if (!tasks.length) return new Map();
  const files = await db
    .selectFrom('attachment')
    .select(['entity_id as taskId', 'id', 'name', 'sha256'])
    .where('entity_type', '=', 'task')
    .where(
      'entity_id',
      'in',
      tasks.map(({ id }) => id),
    )
    .orderBy('id')
    .execute();
  const byTask = Map.groupBy(files, ({ taskId }) => taskId);
  return new Map(
    tasks.map(({ id, title, description, notRelevantJustification }) => [
      id,
      { id, title, description, notRelevantJustification, files: (byTask.get(id) ?? []).map(({ taskId: _task, ...file }) => file) },
    ]),
  );
}
