import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';

type Stats = components['schemas']['TaskStatsByAssignee'];

/** Counts the tasks of each member, except archived tasks. @returns the counts, sorted by the name of the member */
export function countTasksByAssignee(db: OrganizationDatabase): Promise<Stats[]> {
  return db
    .selectFrom('task')
    .innerJoin('member', 'member.id', 'task.assignee_id')
    .where('task.archived_at', 'is', null)
    .select(({ fn }) => [
      'member.id as memberId',
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('task.status', '=', 'done').as('done'),
    ])
    .groupBy(['member.id', 'member.name'])
    .orderBy('member.name')
    .orderBy('member.id')
    .execute();
}
