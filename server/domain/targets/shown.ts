/** The records that a caller reads of those that are not shown to everybody with the permission (spec/conventions, 3). */
import type { QueryCreator } from 'kysely';
import type { TenantTables } from '../../../generated/database.d.ts';
import { hasTaskOf } from '../controls/visible.ts';
import { isVisibleTo } from '../policies/visible.ts';
import { isSeenBy } from '../tasks/items-visible.ts';

/** @returns a query for the ids of all records that a restricted member reads: tasks, task items, risks, controls and policies */
export function idsShownTo(db: QueryCreator<TenantTables>, memberId: string) {
  return db
    .selectFrom('task')
    .select('task.id')
    .where('task.assignee_id', '=', memberId)
    .unionAll(
      db
        .selectFrom('task_item')
        .select('task_item.id')
        .where((eb) => isSeenBy(eb, memberId)),
    )
    .unionAll(db.selectFrom('risk').select('risk.id').where('risk.assignee_id', '=', memberId))
    .unionAll(
      db
        .selectFrom('control')
        .select('control.id')
        .where((eb) => hasTaskOf(eb, memberId)),
    )
    .unionAll(
      db
        .selectFrom('policy')
        .select('policy.id')
        .where((eb) => isVisibleTo(eb, memberId)),
    );
}

/** @returns a query for the ids of the policies that are hidden from a member, restricted or not */
export function idsOfHiddenPolicies(db: QueryCreator<TenantTables>, memberId: string) {
  return db
    .selectFrom('policy')
    .select('policy.id')
    .where((eb) => eb.not(isVisibleTo(eb, memberId)));
}
