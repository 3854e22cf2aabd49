/** Lists, attaches, detaches and runs the checks of a task (integrations, rule 5). */
import type { components } from '#generated/api';
import { changesOnCreate, changesBetween } from '#platform/audit/changes';
import type { OrganizationDatabase } from '#platform/database/handle';
import { touchRecord } from '#platform/database/touched';
import { refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { type ConnectionCheck, findDetachments, setDetached, startsDetached } from '#domain/tasks/attached-checks';
import { updateStatusAfterAttach } from '#domain/tasks/automatic-status';
import { checkKey, listTaskRuns } from '../queries/check-runs.ts';
import { listAllConnections, lockConnection } from '../queries/connections.ts';
import { type Connection } from '../rules/connection.ts';
import { findLastRuns } from '../queries/last-runs.ts';
import { startTaskCheck } from '../queries/start-checks.ts';
import { type CheckedTask, findTask, lockTask, templateExists } from '../queries/tasks.ts';
import { checkNotFound, connectionNotFound, notActive, taskNotFound } from '../refusals.ts';
import { triggerOf } from '../rules/connections.ts';
import { checksFor, type ProviderCheck, taskCheckOf } from '../rules/task-checks.ts';

type TaskCheck = components['schemas']['TaskCheck'];

type Operations = 'listTaskTemplateChecks' | 'listTaskChecks' | 'updateTaskCheck' | 'runTaskCheck' | 'listTaskCheckRuns';

export const tasks: Pick<Handlers<'integrations'>, Operations> = {
  async listTaskTemplateChecks({ path, db, ports: { baseUrl } }) {
    if (!(await templateExists(db, path.id))) return refusal('task_template_not_found');
    const isDetached = ({ provider, checkId }: ConnectionCheck) => startsDetached({ provider, checkId });
    return { status: 200, body: { data: await describeChecks(db, baseUrl, checksFor(path.id), isDetached) } };
  },

  async listTaskChecks({ path, db, ports: { baseUrl } }) {
    const task = await findTask(db, path.taskId);
    if (!task) return taskNotFound();
    const isDetached = await findDetachments(db, [task.id]);
    return { status: 200, body: { data: await describeChecks(db, baseUrl, checksOfTask(task), (check) => isDetached(task.id, check)) } };
  },

  async updateTaskCheck({ path, body: { connectionId, disabled }, db, ports, audit }) {
    const task = await lockTask(db, path.taskId);
    if (!task) return taskNotFound();
    const connection = await lockConnection(db, connectionId);
    if (!connection) return connectionNotFound();
    const offeredCheck = findOfferedCheck(connection, task, path.checkId);
    if (!offeredCheck) return checkNotFound();
    const connectionCheck = { connectionId, provider: connection.manifest.slug, checkId: path.checkId };
    const before = (await findDetachments(db, [task.id]))(task.id, connectionCheck);
    await setDetached(db, task.id, connectionCheck, disabled);
    if (before !== disabled) await touchRecord(db, 'task', task.id);
    audit.changed(
      { isDisabledForTask: before },
      { isDisabledForTask: disabled },
      {
        description: `${disabled ? 'Detached' : 'Attached'} check ${path.checkId} ${disabled ? 'from' : 'to'} task`,
        entityId: connectionId,
      },
    );
    for (const { id, from, to } of before === disabled ? [] : await updateStatusAfterAttach({ db, ports }, task.id, new Date()))
      audit.performed('Checks set the status of task', {
        entityType: 'task',
        entityId: id,
        changes: changesBetween({ status: from }, { status: to }),
      });
    const findLastRun = await findLastRuns(db, [connectionId], [path.checkId]);
    const checkStatus = { connection, last: findLastRun(connectionId, path.checkId) };
    return { status: 200, body: taskCheckOf(ports.baseUrl, offeredCheck, disabled, checkStatus) };
  },

  async runTaskCheck({ path, body: { connectionId, checkId }, db, actor, audit }) {
    const task = await findTask(db, path.taskId);
    if (!task) return taskNotFound();
    const connection = await lockConnection(db, connectionId);
    if (!connection) return connectionNotFound();
    const offeredCheck = findOfferedCheck(connection, task, checkId);
    if (!offeredCheck) return checkNotFound();
    if (connection.status !== 'active') return notActive(connection.status);
    const provider = connection.manifest.slug;
    const isDetached = await findDetachments(db, [task.id]);
    const accounts = (await listAllConnections(db, provider)).filter(
      ({ id, status }) => status === 'active' && !isDetached(task.id, { connectionId: id, provider, checkId }),
    );
    if (!accounts.length) return refusal('check_detached');
    // Accounts are listed newest first, but the oldest is checked first.
    const connectionIds = accounts.map(({ id }) => id).toReversed();
    const run = await startTaskCheck(db, actor, { taskId: task.id, connectionIds, check: offeredCheck.check }, triggerOf(actor));
    if (!run) return refusal('check_running');
    audit.performed('Ran check for task', {
      entityId: connectionId,
      changes: changesOnCreate({ taskId: task.id, checkId, connectionIds }),
    });
    return { status: 202, body: run };
  },

  async listTaskCheckRuns({ path, query: { perCheck = 5, ...filter }, page, db }) {
    const task = await findTask(db, path.taskId);
    if (!task) return taskNotFound();
    const checks = checksOfTask(task).map(({ manifest, check }) => checkKey(manifest.slug, check.id));
    return { status: 200, page: await listTaskRuns(db, { ...filter, checks, perCheck }, page) };
  },
};

const checksOfTask = ({ taskTemplateId }: CheckedTask): ProviderCheck[] => (taskTemplateId === null ? [] : checksFor(taskTemplateId));

/** @returns the check with this id that the provider of the connection offers for the task, if any */
function findOfferedCheck({ manifest }: Connection, task: CheckedTask, checkId: string): ProviderCheck | undefined {
  return checksOfTask(task).find((offeredCheck) => offeredCheck.manifest.slug === manifest.slug && offeredCheck.check.id === checkId);
}

/** Lists each check once per connection of its provider, or once without a connection if the provider can still be connected. */
async function describeChecks(
  db: OrganizationDatabase,
  baseUrl: string,
  offeredChecks: readonly ProviderCheck[],
  isDetached: (check: ConnectionCheck) => boolean,
): Promise<TaskCheck[]> {
  const slugs = new Set(offeredChecks.map(({ manifest }) => manifest.slug));
  const connections = (await listAllConnections(db)).filter(
    ({ manifest, status }) => slugs.has(manifest.slug) && status !== 'disconnected',
  );
  const findLastRun = await findLastRuns(
    db,
    connections.map(({ id }) => id),
    offeredChecks.map(({ check }) => check.id),
  );
  return offeredChecks.flatMap((offeredCheck) => {
    const { manifest, check } = offeredCheck;
    const providerCheck = { provider: manifest.slug, checkId: check.id };
    const ownConnections = connections.filter((connection) => connection.manifest.slug === manifest.slug).toReversed();
    if (ownConnections.length)
      return ownConnections.map((connection) => {
        const checkStatus = { connection, last: findLastRun(connection.id, check.id) };
        return taskCheckOf(baseUrl, offeredCheck, isDetached({ ...providerCheck, connectionId: connection.id }), checkStatus);
      });
    return manifest.retired ? [] : [taskCheckOf(baseUrl, offeredCheck, startsDetached(providerCheck))];
  });
}
