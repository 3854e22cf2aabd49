/** Removes linked records from risks if the caller may not read the records (risks, rule 13). */
import type { components } from '#generated/api';
import { filterReadableTasks } from '#domain/access/records/linked';
import { filterReadable, findReadableIds } from '#domain/access/records/readable';
import type { Reader } from '#domain/access/records/rows';
import type { OrganizationDatabase } from '#platform/database/handle';

type Schemas = components['schemas'];

/** @returns the risk with only the tasks, task items and controls that the caller may read */
export async function withReadableLinks(db: OrganizationDatabase, reader: Reader, risk: Schemas['Risk']): Promise<Schemas['Risk']> {
  const [tasks, mitigationTasks, controls] = await Promise.all([
    filterReadableTasks(db, reader, risk.tasks),
    filterReadable(db, reader, 'task_item', risk.mitigationTasks),
    filterReadable(db, reader, 'control', risk.controls),
  ]);
  return { ...risk, tasks, mitigationTasks, controls };
}

/** @returns the listed risks with only the tasks that the caller may read */
export async function withReadableTasks(
  db: OrganizationDatabase,
  reader: Reader,
  risks: readonly Schemas['RiskListItem'][],
): Promise<Schemas['RiskListItem'][]> {
  const ids = risks.flatMap(({ tasks }) => tasks.map(({ id }) => id));
  const readableIds = await findReadableIds(db, reader, 'task', ids);
  return risks.map((risk) => ({ ...risk, tasks: risk.tasks.filter(({ id }) => readableIds.has(id)) }));
}
