/** Reads the history of a task from the audit log. */
import type { components } from '#generated/api';
import type { FilterOf } from '#contract/types';
import { columnsOf } from '#platform/database/columns';
import { anyOf } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';

type Activity = components['schemas']['TaskActivity'];

const activityOfTask = PagedList.of((db, param: Params<{ readonly id: string; readonly organizationId: string }>) =>
  db
    .selectFrom('audit_entry')
    .leftJoin('member', 'member.id', 'audit_entry.member_id')
    .select((eb) => [
      ...columnsOf('audit_entry', 'id', 'timestamp', 'organizationId', 'userId', 'memberId', 'description'),
      // Only the database function append_audit writes this column. Its values have the type in the contract.
      eb.ref('audit_entry.data').$castTo<Activity['data']>().as('data'),
      eb.ref('audit_entry.user_snapshot').$castTo<Omit<NonNullable<Activity['user']>, 'role'> | null>().as('user'),
      'member.roles',
    ])
    .where('audit_entry.organization_id', '=', param('organizationId'))
    .where('audit_entry.entity_id', '=', param('id'))
    .where('audit_entry.entity_type', '=', 'task'),
).filteredBy<FilterOf<'listTaskActivity'>>({ ids: anyOf('audit_entry.id') });

/** @returns a page of the changes of a task and of its comments and files */
export async function listActivity(
  db: OrganizationDatabase,
  id: string,
  filter: FilterOf<'listTaskActivity'>,
  page: PageRequest,
): Promise<Page<Activity>> {
  const order = { by: 'audit_entry.timestamp', id: 'audit_entry.id' } as const;
  return mapPage(
    await activityOfTask.page(db, { id, organizationId: db.organizationId, ...filter }, order, page),
    ({ roles, user, ...entry }) => ({
      ...entry,
      entityType: 'task' as const,
      entityId: id,
      user: user && { ...user, role: roles?.[0] ?? null },
    }),
  );
}
