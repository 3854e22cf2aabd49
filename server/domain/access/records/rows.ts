/** Creates queries for the records of a kind that a caller may read (spec/conventions, 3). */
import { type ExpressionBuilder, type QueryCreator, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import type { TenantTables } from '#generated/database';
import type { Actor } from '#platform/identity/actor';
import { hasTaskAssignedTo } from '#domain/controls/visible';
import { isFindingVisibleTo } from '../findings/visible.ts';
import { isVisibleTo } from '#domain/policies/visible';
import { isItemVisibleTo } from '#domain/tasks/items-visible';
import { mayRead } from './kinds.ts';

export type Reader = Pick<Actor, 'permissions' | 'memberId' | 'restrictedTo'>;

/** Can read only the policies that every member may read. Used for documents that all readers share. */
export const everyMember: Reader = { permissions: new Set(['policy:read']), memberId: undefined, restrictedTo: undefined };

/** The kinds whose records may be hidden even from a caller with the permission. */
export type RestrictedKind = 'risk' | 'task' | 'task_item' | 'control' | 'policy' | 'finding';

const isNever = sql<SqlBool>`false`;
const isAlways = sql<SqlBool>`true`;

/** @returns a query for the ids of the records that the caller may read; it is empty without the permission */
export function selectReadableIds(db: QueryCreator<TenantTables>, reader: Reader, kind: RestrictedKind) {
  const query = selectVisibleIds(db, reader, kind);
  return mayRead(reader, kind) ? query : query.where(isNever);
}

/** @returns a query for the ids of the records that are visible to a caller whose permission has already been checked */
export function selectVisibleIds(db: QueryCreator<TenantTables>, reader: Reader, kind: RestrictedKind) {
  return db.selectFrom(selectVisible(db, reader, kind).as('readable')).select('readable.id');
}

/** @returns a query for the ids of all records of every kind that a restricted member may read */
export function selectIdsReadableByRestricted(db: QueryCreator<TenantTables>, reader: Reader) {
  return selectReadableIds(db, reader, 'task')
    .unionAll(selectReadableIds(db, reader, 'task_item'))
    .unionAll(selectReadableIds(db, reader, 'risk'))
    .unionAll(selectReadableIds(db, reader, 'control'))
    .unionAll(selectReadableIds(db, reader, 'policy'));
}

/**
 * @returns a query for the ids by which the search index hides policies, task items and findings from an unrestricted caller.
 * The index stores a finding about a policy under the id of the policy.
 */
export function selectHiddenIds(db: QueryCreator<TenantTables>, reader: Reader) {
  return db
    .selectFrom('policy')
    .select('policy.id')
    .where((eb) => eb.not(isVisibleTo(eb, reader.memberId ?? '')))
    .unionAll(
      db
        .selectFrom('task_item')
        .select('task_item.id')
        .where((eb) => eb.not(isItemReadable(eb, reader))),
    )
    .unionAll(
      db
        .selectFrom('finding')
        .select(({ fn }) => fn.coalesce('finding.policy_id', 'finding.id').as('id'))
        .where((eb) => eb.not(isFindingVisibleTo(eb, reader))),
    );
}

function selectVisible(
  db: QueryCreator<TenantTables>,
  reader: Reader,
  kind: RestrictedKind,
): SelectQueryBuilder<TenantTables, RestrictedKind, { id: string }> {
  const { memberId = '', restrictedTo } = reader;
  switch (kind) {
    case 'risk':
    case 'task':
      return db
        .selectFrom(kind)
        .select('id')
        .where((eb) => (restrictedTo === undefined ? isAlways : eb('assignee_id', '=', restrictedTo)));
    case 'task_item':
      return db
        .selectFrom('task_item')
        .select('task_item.id')
        .where((eb) => isItemReadable(eb, reader));
    case 'control':
      return db
        .selectFrom('control')
        .select('control.id')
        .where((eb) => (restrictedTo === undefined ? isAlways : hasTaskAssignedTo(eb, restrictedTo)));
    case 'policy':
      return db
        .selectFrom('policy')
        .select('policy.id')
        .where((eb) => isVisibleTo(eb, memberId));
    case 'finding':
      return db
        .selectFrom('finding')
        .select('finding.id')
        .where((eb) => isFindingVisibleTo(eb, reader));
  }
}

/** A task item may be read by its assignee, and by callers who may read its risk or vendor. */
export function isItemReadable(eb: ExpressionBuilder<TenantTables, 'task_item'>, reader: Reader) {
  const { memberId = '', restrictedTo } = reader;
  if (restrictedTo !== undefined) return isItemVisibleTo(eb, restrictedTo);
  return eb.or([
    eb('task_item.assignee_id', 'is not distinct from', memberId),
    ...(mayRead(reader, 'risk') ? [eb('task_item.risk_id', 'is not', null)] : []),
    ...(mayRead(reader, 'vendor') ? [eb('task_item.vendor_id', 'is not', null)] : []),
  ]);
}
