/** Queries the history of a framework's syncs and rollbacks. */
import type { components } from '#generated/api';
import type { FilterOf } from '#contract/types';
import { columnsOf } from '#platform/database/columns';
import { anyOf } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';
import { type Person, personColumns, personFromRow } from '#domain/people/members/person';
import { trusted } from '#platform/trusted';

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
        'performedVia',
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
).filteredBy<FilterOf<'listFrameworkSyncHistory'>>({ ids: anyOf('operation.id') });

/** Lists the syncs and rollbacks by time. */
export async function listHistory(
  db: OrganizationDatabase,
  instanceId: string,
  filter: FilterOf<'listFrameworkSyncHistory'>,
  page: PageRequest,
): Promise<Page<Schemas['FrameworkSyncEntry']>> {
  return mapPage(
    await history.page(db, { instanceId, ...filter }, { by: 'operation.performed_at', id: 'operation.id' }, page),
    ({ fromId, fromVersion, toId, toVersion, memberId, memberUserId, memberName, memberEmail, memberImage, summary, ...operation }) => ({
      ...operation,
      performedBy: withoutImage(personFromRow({ memberId, memberUserId, memberName, memberEmail, memberImage }, 'member')),
      fromVersion: { id: fromId, version: fromVersion },
      toVersion: { id: toId, version: toVersion },
      summary: summaryIn(summary),
    }),
  );
}

function withoutImage(person: Person | null): Schemas['FrameworkSyncEntry']['performedBy'] {
  return person && { id: person.id, user: { id: person.user.id, name: person.user.name, email: person.user.email } };
}

/** Returns a stored summary. @throws if the stored value is not a summary, which would be a bug */
function summaryIn(stored: unknown): Schemas['FrameworkSyncEntry']['summary'] {
  if (!isSummary(stored)) throw new TypeError('a summary that is none');
  return trusted<Schemas['FrameworkSyncEntry']['summary']>(stored, 'updates and rollbacks store their summaries in this type');
}

function isSummary(stored: unknown): boolean {
  return typeof stored === 'object' && stored !== null && ('controlsAdded' in stored || 'reversedSyncOperationId' in stored);
}
