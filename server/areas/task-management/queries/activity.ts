/** What happened to a task item, read from the audit log (spec/areas/task-management, rule 8). */
import { sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import type { Params } from '../../../platform/database/prepared.ts';
import { trusted } from '../../../platform/trusted.ts';

type Schemas = components['schemas'];
type Entry = Schemas['TaskItemActivityEntry'];
/** Comments and files of an item have entries under its id as well, which are not of this kind. */
const listed = PagedList.of((db, param: Params<{ id: string; organizationId: string }>) =>
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
);

/** Lists the entries, oldest first. */
export async function listActivity(db: OrganizationDatabase, id: string, page: PageRequest): Promise<Page<Entry>> {
  return mapPage(
    await listed.page(db, { id, organizationId: db.organizationId }, { by: 'sequence', id: 'id' }, { ...page, sortOrder: 'asc' }),
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

/** Whether it has what every entry of this kind has. */
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
