/** Reads the history of a task item from the audit log (task-management, rule 8). */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import type { FilterOf } from '#contract/types';
import { columnsOf } from '#platform/database/columns';
import { anyOf } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';
import { trusted } from '#platform/trusted';

type Schemas = components['schemas'];
type Entry = Schemas['TaskItemActivityEntry'];
/** The condition on `taskItemId` excludes entries about comments and files of the item, which have the same entity id. */
const entriesOfItem = PagedList.of((db, param: Params<{ id: string; organizationId: string }>) =>
  db
    .selectFrom('audit_entry')
    .select([
      ...columnsOf('audit_entry', 'id', 'timestamp', 'organizationId', 'userId', 'memberId', 'entityId', 'description', 'data'),
      'user_snapshot as user',
    ])
    .where('organization_id', '=', param('organizationId'))
    .where('entity_id', '=', param('id'))
    .where('entity_type', '=', 'task')
    .where(sql<string>`data->>'taskItemId'`, '=', param('id')),
).filteredBy<FilterOf<'listTaskItemActivity'>>({ ids: anyOf('audit_entry.id') });

/** @returns a page of the history of a task item. @throws TypeError for an entry without the expected fields */
export async function listActivity(
  db: OrganizationDatabase,
  id: string,
  filter: FilterOf<'listTaskItemActivity'>,
  page: PageRequest,
): Promise<Page<Entry>> {
  return mapPage(
    await entriesOfItem.page(db, { id, organizationId: db.organizationId, ...filter }, { by: 'sequence', id: 'id' }, page),
    ({ userId, data, user, ...row }) => {
      if (!isActivity(data) || userId === null || !isUser(user)) throw new TypeError(`${row.id} does not say what happened`);
      const { action, taskItemId, taskTitle, changes, assigneeId, assigneeName, parentEntityType, parentEntityId, via } = trusted<
        Schemas['TaskItemActivityData']
      >(data, 'nothing else writes entries with a taskItemId');
      return {
        ...row,
        userId,
        user: trusted<Entry['user']>(user, 'append_audit stores the actor in this form'),
        entityType: 'task' as const,
        entityId: id,
        data: {
          action,
          taskItemId,
          taskTitle,
          parentEntityType,
          parentEntityId,
          ...(changes && { changes }),
          ...(assigneeId !== undefined && { assigneeId }),
          ...(assigneeName !== undefined && { assigneeName }),
          ...(via !== undefined && { via }),
        },
      };
    },
  );
}

/** @returns whether the data of an audit entry has the fields that every entry about a task item has */
function isActivity(data: unknown): boolean {
  return (
    typeof data === 'object' &&
    data !== null &&
    'action' in data &&
    'taskItemId' in data &&
    'taskTitle' in data &&
    'parentEntityType' in data &&
    'parentEntityId' in data
  );
}

function isUser(user: unknown): boolean {
  return user === null || (typeof user === 'object' && 'id' in user && 'name' in user && 'email' in user && 'image' in user);
}
