/** Lists, reads and exports tasks with their related records. */
import type { Handlers } from '#contract/types';
import { filterAll, pageOfAll } from '#platform/database/page-of-all';
import { isRefusal } from '#platform/refusals/refusal';
import { changesOnCreate } from '#platform/audit/changes';
import { listActivity } from '../queries/activity.ts';
import { exportLines } from '../queries/export.ts';
import { withReadableIds } from '#domain/access/records/filters';
import { listTasks, withRelations } from '../queries/list.ts';
import { findOptions } from '../queries/options.ts';
import { listPolicies } from '../queries/policies.ts';
import { findDetail } from '../queries/tasks.ts';
import { listTemplates } from '../queries/templates.ts';
import { taskChangeRestricted } from '../refusals.ts';
import { requireTask } from './require-task.ts';

type ReadOperations =
  'listTasks' | 'listTaskTemplates' | 'getTaskOptions' | 'exportTasksCsv' | 'getTask' | 'listTaskPolicies' | 'listTaskActivity';

/** The kind of record that each filter refers to. A filter matches nothing if the caller may not read the record. */
const filterKinds = { controlId: 'control', frameworkInstanceId: 'framework' } as const;

export const reading: Pick<Handlers<'tasks'>, ReadOperations> = {
  async listTasks({ query: { includeRelations = false, ...filter }, page, db, actor }) {
    const tasksPage = await listTasks(db, await withReadableIds(db, actor, filter, filterKinds), page, actor.restrictedTo);
    return { status: 200, page: includeRelations ? await withRelations(db, actor, tasksPage) : tasksPage };
  },

  async listTaskTemplates({ query: { frameworkId, ...filter }, page, db }) {
    const templates = await listTemplates(db, frameworkId);
    return {
      status: 200,
      page: pageOfAll(
        filterAll(templates, filter, ({ name, description }) => `${name}\n${description}`),
        page,
      ),
    };
  },

  async getTaskOptions({ db, actor }) {
    if (actor.restrictedTo !== undefined) return taskChangeRestricted();
    return { status: 200, body: { ...(await findOptions(db, actor)), hasEvidenceExportAccess: actor.permissions.has('evidence:read') } };
  },

  async exportTasksCsv({ query, db, actor, audit, newReadTransaction }) {
    const filter = await withReadableIds(db, actor, query, filterKinds);
    const body = await exportLines({ db, newReadTransaction }, filter, actor.restrictedTo);
    audit.performed('Exported tasks', { changes: changesOnCreate({ ...query }) });
    const day = new Date().toISOString().slice(0, 10);
    return { status: 200, type: 'text/csv', headers: { 'Content-Disposition': `attachment; filename="tasks-${day}.csv"` }, body };
  },

  async getTask({ path, db, actor }) {
    const task = await requireTask(db, actor, path.taskId);
    return isRefusal(task) ? task : { status: 200, body: await findDetail(db, actor, task) };
  },

  async listTaskPolicies({ path, db, actor }) {
    const task = await requireTask(db, actor, path.taskId);
    if (isRefusal(task)) return task;
    return { status: 200, body: { data: await listPolicies(db, task.id, actor) } };
  },

  async listTaskActivity({ path, query, page, db, actor }) {
    const task = await requireTask(db, actor, path.taskId);
    return isRefusal(task) ? task : { status: 200, page: await listActivity(db, task.id, query, page) };
  },
};
