import type { Reader } from '#domain/access/records/rows';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Automation, EvidenceTask } from '../rules/evidence.ts';
import { listAutomations } from './automations.ts';

/** @param baseUrl the URL of this service @returns the checks and automations of a task with their run counts, and its number of files */
export async function findEvidence(
  db: OrganizationDatabase,
  reader: Pick<Reader, 'permissions'>,
  task: EvidenceTask,
  baseUrl: string,
): Promise<{ readonly automations: Automation[]; readonly attachments: number }> {
  const [automations, { count }] = await Promise.all([
    listAutomations(db, reader, task, baseUrl),
    db
      .selectFrom('attachment')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('entity_type', '=', 'task')
      .where('entity_id', '=', task.id)
      .executeTakeFirstOrThrow(),
  ]);
  return { automations, attachments: count };
}
