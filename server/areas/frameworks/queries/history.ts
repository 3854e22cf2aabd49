/** Updates of a framework, and the ways back from them. */
import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import type { Params } from '../../../platform/database/prepared.ts';

type Schemas = components['schemas'];

const history = PagedList.of((db, param: Params<{ readonly instanceId: string }>) =>
  db
    .selectFrom('framework_sync_operation as operation')
    .innerJoin('framework_version as from', 'from.id', 'operation.from_version_id')
    .innerJoin('framework_version as to', 'to.id', 'operation.to_version_id')
    .leftJoin('member', 'member.id', 'operation.performed_by_id')
    .select([
      'operation.id',
      'operation.kind',
      'operation.performed_at as performedAt',
      'operation.performed_by_id as performedById',
      'operation.rollback_expires_at as rollbackExpiresAt',
      'operation.rolled_back_by_operation_id as rolledBackByOperationId',
      'operation.summary',
      'from.id as fromId',
      'from.version as fromVersion',
      'to.id as toId',
      'to.version as toVersion',
      'member.user_id as userId',
      'member.name',
      'member.email',
    ])
    .where('operation.framework_instance_id', '=', param('instanceId')),
);

/** Newest first. */
export async function listHistory(
  db: OrganizationDatabase,
  instanceId: string,
  page: PageRequest,
): Promise<Page<Schemas['FrameworkSyncEntry']>> {
  return mapPage(
    await history.page(db, { instanceId }, { by: 'operation.performed_at', id: 'operation.id' }, page),
    ({ fromId, fromVersion, toId, toVersion, userId, name, email, summary, ...operation }) => ({
      ...operation,
      performedBy:
        operation.performedById !== null && userId !== null && name !== null && email !== null
          ? { id: operation.performedById, user: { id: userId, name, email } }
          : null,
      fromVersion: { id: fromId, version: fromVersion },
      toVersion: { id: toId, version: toVersion },
      summary: summaryIn(summary),
    }),
  );
}

/** @throws when it is none, which nobody writes */
function summaryIn(stored: unknown): Schemas['FrameworkSyncEntry']['summary'] {
  if (!isSummary(stored)) throw new TypeError('a summary that is none');
  return stored;
}

function isSummary(stored: unknown): stored is Schemas['FrameworkSyncEntry']['summary'] {
  return typeof stored === 'object' && stored !== null && ('controlsAdded' in stored || 'reversedSyncOperationId' in stored);
}
