/** Finds the tasks that have evidence (evidence-export, rule 1). */
import { type ExpressionBuilder, sql } from 'kysely';
import type { TenantTables } from '#generated/database';
import { templateIdsOf } from '#domain/tasks/check-results';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { EvidenceTask } from '../rules/evidence.ts';

const columns = columnsOf('task', 'id', 'title', 'archivedAt', 'taskTemplateId');

/** @returns the task, even if it is archived; undefined if no task has this id */
export function findTask(db: OrganizationDatabase, id: string): Promise<EvidenceTask | undefined> {
  return db.selectFrom('task').select(columns).where('task.id', '=', id).executeTakeFirst();
}

/** @returns whether the organization has adopted the framework */
export async function isAdopted(db: OrganizationDatabase, frameworkInstanceId: string): Promise<boolean> {
  return (await db.selectFrom('framework_instance').select('id').where('id', '=', frameworkInstanceId).executeTakeFirst()) !== undefined;
}

/** @returns the number of tasks that have evidence. @param frameworkInstanceId counts only the tasks of this framework */
export async function countTasks(db: OrganizationDatabase, frameworkInstanceId: string | undefined): Promise<number> {
  const { count } = await (
    await selectTasks(db, frameworkInstanceId)
  )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** @returns a batch of tasks that have evidence, sorted by title. @param after the last task of the previous batch */
export async function listTasks(
  db: OrganizationDatabase,
  frameworkInstanceId: string | undefined,
  after: EvidenceTask | undefined,
  limit: number,
): Promise<EvidenceTask[]> {
  const tasks = (await selectTasks(db, frameworkInstanceId)).select(columns).orderBy('task.title').orderBy('task.id').limit(limit);
  return (after ? tasks.where(sql<boolean>`(task.title, task.id) > (${after.title}, ${after.id})`) : tasks).execute();
}

async function selectTasks(db: OrganizationDatabase, frameworkInstanceId: string | undefined) {
  const templates = await templatesWithRuns(db);
  const tasks = db
    .selectFrom('task')
    .where((eb) => eb.or([hasFiles(eb), hasRuns(eb), ...(templates.length ? [eb('task.task_template_id', 'in', templates)] : [])]));
  return frameworkInstanceId === undefined
    ? tasks
    : tasks.where((eb) =>
        eb.exists(
          eb
            .selectFrom('framework_control_task as link')
            .select('link.id')
            .whereRef('link.task_id', '=', 'task.id')
            .where('link.framework_instance_id', '=', frameworkInstanceId),
        ),
      );
}

type TaskExpressions = ExpressionBuilder<TenantTables, 'task'>;

function hasFiles(eb: TaskExpressions) {
  return eb.exists(
    eb
      .selectFrom('attachment')
      .select('attachment.id')
      .where('attachment.entity_type', '=', 'task')
      .whereRef('attachment.entity_id', '=', 'task.id'),
  );
}

function hasRuns(eb: TaskExpressions) {
  return eb.exists(
    eb
      .selectFrom('evidence_automation as automation')
      .innerJoin('evidence_automation_run as run', 'run.evidence_automation_id', 'automation.id')
      .select('run.id')
      .whereRef('automation.task_id', '=', 'task.id')
      .where('run.version', 'is not', null),
  );
}

async function templatesWithRuns(db: OrganizationDatabase): Promise<string[]> {
  const checksWithRuns = await db
    .selectFrom('integration_check_run as r')
    .innerJoin('integration_connection as connection', 'connection.id', 'r.connection_id')
    .select(['connection.provider', 'r.check_id as checkId'])
    .distinct()
    .execute();
  return templateIdsOf(checksWithRuns);
}
