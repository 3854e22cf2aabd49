/** Reading tasks, and what belongs to them. */
import type { Handlers } from '../../../contract/types.ts';
import { pageOfAll } from '../../../platform/database/page-of-all.ts';
import { isRefusal } from '../../../platform/refusals/refusal.ts';
import { added } from '../../../platform/audit/changes.ts';
import { listActivity } from '../queries/activity.ts';
import { exportLines } from '../queries/export.ts';
import { listTasks, withRelations } from '../queries/list.ts';
import { findOptions } from '../queries/options.ts';
import { listPolicies } from '../queries/policies.ts';
import { detailOf } from '../queries/tasks.ts';
import { listTemplates } from '../queries/templates.ts';
import { restricted } from '../refusals.ts';
import { requireTask } from './require-task.ts';

type Reading =
  'listTasks' | 'listTaskTemplates' | 'getTaskOptions' | 'exportTasksCsv' | 'getTask' | 'listTaskPolicies' | 'listTaskActivity';

export const reading: Pick<Handlers<'tasks'>, Reading> = {
  async listTasks({ query: { includeRelations = false, ...filter }, page, db, actor }) {
    const found = await listTasks(db, filter, page, actor.restrictedTo);
    return { status: 200, page: includeRelations ? await withRelations(db, found) : found };
  },

  async listTaskTemplates({ query: { frameworkId }, page, db }) {
    return { status: 200, page: pageOfAll(await listTemplates(db, frameworkId), page) };
  },

  async getTaskOptions({ db, actor }) {
    if (actor.restrictedTo !== undefined) return restricted();
    return { status: 200, body: { ...(await findOptions(db)), hasEvidenceExportAccess: actor.permissions.has('evidence:read') } };
  },

  async exportTasksCsv({ query, db, actor, audit, newReadTransaction }) {
    const body = await exportLines({ db, newReadTransaction }, query, actor.restrictedTo);
    audit.did('Exported tasks', { changes: added({ ...query }) });
    const day = new Date().toISOString().slice(0, 10);
    return { status: 200, type: 'text/csv', headers: { 'Content-Disposition': `attachment; filename="tasks-${day}.csv"` }, body };
  },

  async getTask({ path, db, actor }) {
    const task = await requireTask(db, actor, path.taskId);
    return isRefusal(task) ? task : { status: 200, body: await detailOf(db, task) };
  },

  async listTaskPolicies({ path, db, actor }) {
    const task = await requireTask(db, actor, path.taskId);
    if (isRefusal(task)) return task;
    return { status: 200, body: { data: await listPolicies(db, task.id, actor.memberId ?? '') } };
  },

  async listTaskActivity({ path, page, db, actor }) {
    const task = await requireTask(db, actor, path.taskId);
    return isRefusal(task) ? task : { status: 200, page: await listActivity(db, task.id, page) };
  },
};
