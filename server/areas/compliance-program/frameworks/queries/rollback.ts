/** Rolls back an update of a framework (frameworks, rule 20). */
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { refusal } from '#platform/refusals/refusal';
import { newId } from '#platform/database/ids';
import type { Author } from '#platform/identity/author';
import { type Archivable, setArchived } from './copies.ts';
import { removeFamilies, restoreFamilies } from './families.ts';
import type { Instance } from '#domain/frameworks/instances';
import { writeControl, writePolicy, writeTask } from './overwriting.ts';
import { restoreLinks, removeCreatedLinks } from './relinking.ts';
import { type ArchivedRow, type Undo, undoIn } from '../rules/undo.ts';

export interface Operation {
  readonly id: string;
  readonly kind: 'SYNC' | 'ROLLBACK';
  readonly performedAt: string;
  readonly rollbackExpiresAt: string | null;
  readonly rolledBackByOperationId: string | null;
  readonly fromVersionId: string;
  readonly toVersionId: string;
  readonly undo: Undo | undefined;
}

export async function findOperation(db: OrganizationDatabase, instanceId: string, id: string): Promise<Operation | undefined> {
  const row = await db
    .selectFrom('framework_sync_operation')
    .select([
      ...columnsOf(
        'framework_sync_operation',
        'id',
        'kind',
        'performedAt',
        'rollbackExpiresAt',
        'rolledBackByOperationId',
        'fromVersionId',
        'toVersionId',
      ),
      'undo_payload as payload',
    ])
    .where('framework_instance_id', '=', instanceId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { payload, ...operation } = row;
  return { ...operation, undo: undoIn(payload) };
}

/** @returns the changes to undo, or an error response if the update cannot be rolled back */
export async function findUndo(
  db: OrganizationDatabase,
  instanceId: string,
  { id, kind, undo, rolledBackByOperationId, rollbackExpiresAt }: Operation,
  now: Date,
) {
  if (kind !== 'SYNC' || !undo || rollbackExpiresAt === null) return refusal('not_an_update');
  if (rolledBackByOperationId !== null) return refusal('already_rolled_back');
  if (Date.parse(rollbackExpiresAt) <= now.getTime()) return refusal('rollback_expired');
  const newestSync = await db
    .selectFrom('framework_sync_operation')
    .select('id')
    .where('framework_instance_id', '=', instanceId)
    .where('kind', '=', 'SYNC')
    .where('rolled_back_by_operation_id', 'is', null)
    .orderBy('performed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newestSync?.id !== id) return refusal('newer_update_first');
  const keptIds = await findUsedElsewhere(db, instanceId, undo);
  return (
    (await checkLostWork(db, undo, keptIds)) ?? {
      ...undo,
      controls: withoutKeptRecords(undo.controls, keptIds),
      policies: withoutKeptRecords(undo.policies, keptIds),
      tasks: withoutKeptRecords(undo.tasks, keptIds),
    }
  );
}

function withoutKeptRecords<R extends { readonly created: readonly string[] }>(reversal: R, keptIds: ReadonlySet<string>): R {
  return { ...reversal, created: reversal.created.filter((id) => !keptIds.has(id)) };
}

/** Finds the records that the update created and that another adopted framework uses now. A rollback must keep these records. */
async function findUsedElsewhere(db: OrganizationDatabase, instanceId: string, { controls, policies, tasks }: Undo): Promise<Set<string>> {
  const [usedControls, usedPolicies, usedTasks] = await Promise.all([
    controls.created.length
      ? db
          .selectFrom('requirement_map')
          .select('control_id as id')
          .where('framework_instance_id', '!=', instanceId)
          .where('control_id', 'in', controls.created)
          .execute()
      : [],
    policies.created.length
      ? db
          .selectFrom('framework_control_policy')
          .select('policy_id as id')
          .where('framework_instance_id', '!=', instanceId)
          .where('policy_id', 'in', policies.created)
          .execute()
      : [],
    tasks.created.length
      ? db
          .selectFrom('framework_control_task')
          .select('task_id as id')
          .where('framework_instance_id', '!=', instanceId)
          .where('task_id', 'in', tasks.created)
          .execute()
      : [],
  ]);
  return new Set([...usedControls, ...usedPolicies, ...usedTasks].map(({ id }) => id));
}

/** @returns an error response that lists the finished work that a rollback would lose, or undefined */
async function checkLostWork(db: OrganizationDatabase, { policies, tasks }: Undo, keptIds: ReadonlySet<string>) {
  const createdPolicyIds = withoutKeptRecords(policies, keptIds).created;
  const [doneTasks, publishedPolicies] = await Promise.all([
    listDoneTasks(db, withoutKeptRecords(tasks, keptIds).created),
    listPublishedPolicies(
      db,
      [...createdPolicyIds, ...policies.contentUpdated.map(({ id }) => id)],
      policies.drafts.map(({ draftVersionId }) => draftVersionId),
    ),
  ]);
  const work = [...doneTasks.map((title) => `${title} (task)`), ...publishedPolicies.map((name) => `${name} (policy)`)];
  return work.length ? refusal('rollback_loses_work', { work }) : undefined;
}

async function listDoneTasks(db: OrganizationDatabase, ids: readonly string[]): Promise<string[]> {
  if (!ids.length) return [];
  return (await db.selectFrom('task').select('title').where('id', 'in', ids).where('status', '=', 'done').orderBy('title').execute()).map(
    ({ title }) => title,
  );
}

/** Lists the names of policies that are no longer drafts, or of which one of these versions was published or awaits approval. */
async function listPublishedPolicies(db: OrganizationDatabase, ids: readonly string[], versionIds: readonly string[]): Promise<string[]> {
  const [policiesInUse, policiesOfUsedVersions] = await Promise.all([
    ids.length ? db.selectFrom('policy').select(['id', 'name']).where('id', 'in', ids).where('status', '!=', 'draft').execute() : [],
    versionIds.length
      ? db
          .selectFrom('policy_version as version')
          .innerJoin('policy', 'policy.id', 'version.policy_id')
          .select(['policy.id', 'policy.name'])
          .where('version.id', 'in', versionIds)
          .where(({ eb, or, ref }) =>
            or([
              eb('version.published_at', 'is not', null),
              eb('policy.current_version_id', '=', ref('version.id')),
              eb('policy.pending_version_id', '=', ref('version.id')),
            ]),
          )
          .execute()
      : [],
  ]);
  return [...new Map([...policiesInUse, ...policiesOfUsedVersions].map(({ id, name }) => [id, name])).values()].sort();
}

/** Undoes an update. @param undo the result of `findUndo` @returns the id of the rollback in the history */
export async function rollBack(
  db: OrganizationDatabase,
  instance: Instance,
  operation: Operation,
  undo: Undo,
  author: Author,
  now: Date,
): Promise<string> {
  const { controls, policies, tasks, families } = undo;
  await removeCreatedLinks(db, undo);
  if (controls.created.length) await db.deleteFrom('control').where('id', 'in', controls.created).execute();
  if (policies.created.length) await db.deleteFrom('policy').where('id', 'in', policies.created).execute();
  if (tasks.created.length) await db.deleteFrom('task').where('id', 'in', tasks.created).execute();
  if (policies.drafts.length)
    await db
      .deleteFrom('policy_version')
      .where(
        'id',
        'in',
        policies.drafts.map(({ draftVersionId }) => draftVersionId),
      )
      .execute();
  await restoreArchived(db, 'control', controls.archived);
  await restoreArchived(db, 'policy', policies.archived);
  await restoreArchived(db, 'task', tasks.archived);
  await restoreArchived(db, 'requirement_map', undo.maps.archived);
  for (const { id, prevContent } of controls.contentUpdated) await writeControl(db, id, prevContent);
  for (const { id, prevContent } of policies.contentUpdated) await writePolicy(db, id, prevContent);
  for (const { id, prevContent } of tasks.contentUpdated) await writeTask(db, id, prevContent);
  const existingControls = await restoreLinks(
    db,
    instance.id,
    undo.scoped.removed,
    families.previous.map(({ controlId }) => controlId),
  );
  await removeFamilies(db, instance.id, families.created);
  await restoreFamilies(
    db,
    instance.id,
    families.previous.filter(({ controlId }) => existingControls.has(controlId)),
  );

  const id = newId('fso');
  const { enteredParts = [], hadScope = true } = undo;
  const scope = hadScope && instance.scope ? instance.scope.filter((part) => !enteredParts.includes(part)) : null;
  await db.updateTable('framework_instance').set({ current_version_id: undo.prevVersionId, scope }).where('id', '=', instance.id).execute();
  await db
    .insertInto('framework_sync_operation')
    .values({
      id,
      framework_instance_id: instance.id,
      from_version_id: operation.toVersionId,
      to_version_id: operation.fromVersionId,
      kind: 'ROLLBACK',
      performed_at: now.toISOString(),
      performed_by_id: author.memberId,
      performed_via: author.via,
      undo_payload: JSON.stringify({}),
      summary: JSON.stringify({ reversedSyncOperationId: operation.id }),
    })
    .execute();
  await db.updateTable('framework_sync_operation').set({ rolled_back_by_operation_id: id }).where('id', '=', operation.id).execute();
  return id;
}

async function restoreArchived(db: OrganizationDatabase, table: Archivable, rows: readonly ArchivedRow[]): Promise<void> {
  for (const [archivedAt, rowsOfTime] of Map.groupBy(rows, ({ prevArchivedAt }) => prevArchivedAt))
    await setArchived(
      db,
      table,
      rowsOfTime.map(({ id }) => id),
      archivedAt,
    );
}
