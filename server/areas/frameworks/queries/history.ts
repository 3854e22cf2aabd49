/** Updates of a framework, and the ways back from them. */
import type { components } from '../../../../generated/api.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import type { Params } from '../../../platform/database/prepared.ts';
import { type Person, personColumns, personIn } from '../../../domain/members/person.ts';
import { trusted } from '../../../platform/trusted.ts';

type Schemas = components['schemas'];

const history = PagedList.of((db, param: Params<{ readonly instanceId: string }>) =>
  db
    .selectFrom('framework_sync_operation as operation')
    .innerJoin('framework_version as from', 'from.id', 'operation.from_version_id')
    .innerJoin('framework_version as to', 'to.id', 'operation.to_version_id')
    .leftJoin('member', 'member.id', 'operation.performed_by_id')
    .select([
      ...columnsOf(
        'framework_sync_operation as operation',
        'id',
        'kind',
        'performedAt',
        'performedById',
        'rollbackExpiresAt',
        'rolledBackByOperationId',
        'summary',
      ),
      'from.id as fromId',
      'from.version as fromVersion',
      'to.id as toId',
      'to.version as toVersion',
      ...personColumns('member'),
    ])
    .where('operation.framework_instance_id', '=', param('instanceId')),
);

/** Lists the syncs and rollbacks, newest first. */
export async function listHistory(
  db: OrganizationDatabase,
  instanceId: string,
  page: PageRequest,
): Promise<Page<Schemas['FrameworkSyncEntry']>> {
  return mapPage(
    await history.page(db, { instanceId }, { by: 'operation.performed_at', id: 'operation.id' }, page),
    ({ fromId, fromVersion, toId, toVersion, memberId, memberUserId, memberName, memberEmail, memberImage, summary, ...operation }) => ({
      ...operation,
      performedBy: withoutImage(personIn({ memberId, memberUserId, memberName, memberEmail, memberImage }, 'member')),
      fromVersion: { id: fromId, version: fromVersion },
      toVersion: { id: toId, version: toVersion },
      summary: summaryIn(summary),
    }),
  );
}

function withoutImage(person: Person | null): Schemas['FrameworkSyncEntry']['performedBy'] {
  return person && { id: person.id, user: { id: person.user.id, name: person.user.name, email: person.user.email } };
}

/** @throws when it is not a summary, which is never written */
function summaryIn(stored: unknown): Schemas['FrameworkSyncEntry']['summary'] {
  if (!isSummary(stored)) throw new TypeError('a summary that is none');
  return trusted<Schemas['FrameworkSyncEntry']['summary']>(stored, 'updates and rollbacks store their summaries in this type');
}

function isSummary(stored: unknown): boolean {
  return typeof stored === 'object' && stored !== null && ('controlsAdded' in stored || 'reversedSyncOperationId' in stored);
}
