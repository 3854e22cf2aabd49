/** Creates the evidence files of tasks, and logs the submissions of tasks for review. */
import type { Insertable, Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { changesOnCreate, changesBetween } from '#platform/audit/changes';
import { storeAttachment } from './attachments.ts';
import { taskEvidence } from './data/tasks.ts';
import type { DemoContext } from './demo-context.ts';
import type { Store } from './store.ts';
import type { Members } from './member.ts';
import type { Tasks } from './program-work.ts';

/** Stores and logs the evidence files of tasks. @returns the rows of the attachments */
export async function createTaskEvidence(
  demo: DemoContext,
  members: Members,
  tasks: Tasks,
  store: Store,
): Promise<Insertable<SystemTables['attachment']>[]> {
  const rows: Insertable<SystemTables['attachment']>[] = [];
  for (const { task, file, by: uploaderName, ago, description } of taskEvidence) {
    const [{ id }, uploader, uploadedAt] = [tasks.of(task), members.of(uploaderName), demo.calendar.ago(ago, `${file} attached`)];
    const row = await storeAttachment(demo, store, {
      entityType: 'task',
      entityId: id,
      file,
      uploader,
      uploadedAt,
      description,
    });
    rows.push(row);
    const changes = changesOnCreate({ fileName: row.name, fileSize: row.size, fileType: row.mime_type });
    demo.log.write(uploadedAt, uploader, 'uploadTaskAttachment', { path: { taskId: id } }, { description: 'Added attachment', changes });
  }
  return rows;
}

/** Logs the submissions of the tasks that are in review. */
export async function logTaskSubmissions(
  db: Transaction<SystemTables>,
  { organizationId, log }: DemoContext,
  members: Members,
): Promise<void> {
  const tasksInReview = await db
    .selectFrom('task')
    .select(['id', 'assignee_id', 'approver_id', 'previous_status', 'updated_at'])
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'in_review')
    .execute();
  for (const { id, assignee_id, approver_id, previous_status, updated_at } of tasksInReview) {
    const assignee = members.all.find((member) => member.id === assignee_id);
    if (!assignee) continue;
    const changes = changesBetween({ status: previous_status, approverId: null }, { status: 'in_review', approverId: approver_id });
    log.write(updated_at, assignee, 'submitTaskForReview', { path: { taskId: id } }, { description: 'Submitted task for review', changes });
  }
}
