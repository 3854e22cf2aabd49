/** Which of the records that comments and files hang on a caller may read and work on (spec/conventions, 3). */
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import { seesPolicy } from '../policies/visible.ts';
import type { SubjectKind } from './subjects.ts';

type Caller = Pick<Actor, 'memberId' | 'restrictedTo'>;

/**
 * @param kind of tasks both kinds, as comments have them
 * @param id of a record that exists
 * @param wish a restricted member reads the items of own risks, and changes only tasks and items that are assigned to the member
 * @returns whether the record is hidden from the caller, or may not be changed by the caller
 */
export async function isHidden(
  db: OrganizationDatabase,
  caller: Caller,
  kind: SubjectKind,
  id: string,
  wish: 'read' | 'change' = 'read',
): Promise<boolean> {
  if (kind === 'comment') {
    const comment = await db.selectFrom('comment').select(['entity_type', 'entity_id']).where('id', '=', id).executeTakeFirst();
    return comment === undefined || isHidden(db, caller, comment.entity_type, comment.entity_id, wish);
  }
  const { memberId, restrictedTo } = caller;
  if (kind === 'finding' && (await isFindingHidden(db, memberId, id))) return true;
  if (kind === 'policy') return memberId !== undefined && !(await seesPolicy(db, memberId, id));
  if (restrictedTo === undefined) return false;
  if (kind === 'risk') return wish === 'change' || (await ownerOf(db, 'risk', id)) !== restrictedTo;
  if (kind !== 'task' && kind !== 'task_item') return true;
  const item = await ownersOfItem(db, id);
  if (item === undefined) return (await ownerOf(db, 'task', id)) !== restrictedTo;
  return item.assigneeId !== restrictedTo && (wish === 'change' || item.riskOwnerId !== restrictedTo);
}

/** A finding is hidden with the policy that it is about. */
async function isFindingHidden(db: OrganizationDatabase, memberId: string | undefined, id: string): Promise<boolean> {
  if (memberId === undefined) return false;
  const finding = await db.selectFrom('finding').select('policy_id').where('id', '=', id).executeTakeFirst();
  return finding !== undefined && finding.policy_id !== null && !(await seesPolicy(db, memberId, finding.policy_id));
}

async function ownerOf(db: OrganizationDatabase, table: 'risk' | 'task', id: string): Promise<string | null | undefined> {
  const row = await db.selectFrom(table).select('assignee_id').where('id', '=', id).executeTakeFirst();
  return row?.assignee_id;
}

function ownersOfItem(db: OrganizationDatabase, id: string) {
  return db
    .selectFrom('task_item')
    .leftJoin('risk', 'risk.id', 'task_item.risk_id')
    .select(['task_item.assignee_id as assigneeId', 'risk.assignee_id as riskOwnerId'])
    .where('task_item.id', '=', id)
    .executeTakeFirst();
}
