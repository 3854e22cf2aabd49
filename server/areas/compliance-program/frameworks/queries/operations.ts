/** Queries of the history of updates and rollbacks of an adopted framework (frameworks, rules 16 to 20). */
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Author } from '#platform/identity/author';
import { type Undo, parseUndo } from '../rules/undo.ts';

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
  return { ...operation, undo: parseUndo(payload) };
}

interface NewOperation {
  readonly id: string;
  readonly instanceId: string;
  readonly kind: Operation['kind'];
  readonly from: string;
  readonly to: string;
  readonly performedAt: Date;
  readonly author: Author;
  /** Only for updates. */
  readonly rollbackExpiresAt?: Date;
  readonly undo?: Undo;
  readonly summary: object;
}

export async function insertOperation(
  db: OrganizationDatabase,
  { id, instanceId, kind, from, to, performedAt, author, rollbackExpiresAt, undo, summary }: NewOperation,
): Promise<void> {
  await db
    .insertInto('framework_sync_operation')
    .values({
      id,
      framework_instance_id: instanceId,
      from_version_id: from,
      to_version_id: to,
      kind,
      performed_at: performedAt.toISOString(),
      performed_by_id: author.memberId,
      performed_via: author.via,
      ...(rollbackExpiresAt && { rollback_expires_at: rollbackExpiresAt.toISOString() }),
      undo_payload: JSON.stringify(undo ?? {}),
      summary: JSON.stringify(summary),
    })
    .execute();
}

/** @returns the id of the newest update that was not rolled back */
export async function findNewestSyncId(db: OrganizationDatabase, instanceId: string): Promise<string | undefined> {
  const sync = await db
    .selectFrom('framework_sync_operation')
    .select('id')
    .where('framework_instance_id', '=', instanceId)
    .where('kind', '=', 'SYNC')
    .where('rolled_back_by_operation_id', 'is', null)
    .orderBy('performed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return sync?.id;
}

export async function markRolledBack(db: OrganizationDatabase, syncId: string, rollbackId: string): Promise<void> {
  await db.updateTable('framework_sync_operation').set({ rolled_back_by_operation_id: rollbackId }).where('id', '=', syncId).execute();
}
