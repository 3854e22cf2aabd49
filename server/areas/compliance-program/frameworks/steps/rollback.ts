/** Rolls back an update of a framework (frameworks, rule 20). */
import { findUsedElsewhere, listDoneTasks, listPublishedPolicies } from '../queries/finished-work.ts';
import { deleteCreatedRecords } from '../queries/created-records.ts';
import { updateInstance } from '../queries/instances.ts';
import { findNewestSyncId, insertOperation, markRolledBack, type Operation } from '../queries/operations.ts';
import type { OrganizationDatabase } from '#platform/database/handle';
import { refusal } from '#platform/refusals/refusal';
import { newId } from '#platform/database/ids';
import type { Author } from '#platform/identity/author';
import { type Archivable, setArchived } from '../queries/copies.ts';
import { removeFamilies, restoreFamilies } from '../queries/families.ts';
import type { Instance } from '#domain/frameworks/instances';
import { writeControl, writePolicy, writeTask } from '../queries/overwriting.ts';
import { restoreLinks, removeCreatedLinks } from '../queries/relinking.ts';
import type { ArchivedRow, Undo } from '../rules/undo.ts';

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
  if ((await findNewestSyncId(db, instanceId)) !== id) return refusal('newer_update_first');
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
  await deleteCreatedRecords(db, undo);
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
  await updateInstance(db, instance.id, { current_version_id: undo.prevVersionId, scope });
  await insertOperation(db, {
    id,
    instanceId: instance.id,
    kind: 'ROLLBACK',
    from: operation.toVersionId,
    to: operation.fromVersionId,
    performedAt: now,
    author,
    summary: { reversedSyncOperationId: operation.id },
  });
  await markRolledBack(db, operation.id, id);
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
