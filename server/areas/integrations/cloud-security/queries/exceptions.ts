/** Queries about exceptions. */
import { type QueryCreator, sql, type SqlBool } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import type { FilterOf } from '#contract/types';
import { isInForce } from '#providers/clouds/exceptions';
import { columnsOf } from '#platform/database/columns';
import { anyOf, equals, onOrAfter, onOrBefore } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';
import { missingLast } from '#platform/database/sort-keys';
import type { Author } from '#platform/identity/author';

type Exception = components['schemas']['FindingException'];

const selectExceptions = (db: QueryCreator<TenantTables>) =>
  db
    .selectFrom('finding_exception as e')
    .innerJoin('integration_connection as n', 'n.id', 'e.connection_id')
    .select(
      columnsOf(
        'finding_exception as e',
        'id',
        'connectionId',
        'checkId',
        'resourceId',
        'reason',
        'reviewedBy',
        'expiresAt',
        'markedById',
        'via',
        'markedAt',
        'revokedAt',
        'revokedById',
        'revokedVia',
        'createdAt',
        'updatedAt',
        'version',
      ),
    )
    .select(isInForce.as('active'))
    .where('n.deleted_at', 'is', null);

type Filter = FilterOf<'listCloudExceptions'>;

const pagedList = PagedList.of((db) => selectExceptions(db).where('n.status', '<>', 'disconnected')).filteredBy<Filter>({
  connectionId: equals('e.connection_id'),
  active: (_eb, active) => sql<SqlBool>`${isInForce} = ${active}`,
  expiresAtAfter: onOrAfter('e.expires_at'),
  expiresAtBefore: onOrBefore('e.expires_at'),
  ids: anyOf('e.id'),
});
const orders = {
  markedAt: 'e.marked_at',
  createdAt: 'e.created_at',
  updatedAt: 'e.updated_at',
  expiresAt: missingLast('e.expires_at'),
} as const;

export function listExceptions(db: OrganizationDatabase, filter: Filter, page: PageRequest<keyof typeof orders>): Promise<Page<Exception>> {
  return pagedList.page(db, filter, { by: orders[page.sortBy], id: 'e.id' }, page);
}

export function findException(db: OrganizationDatabase, id: string): Promise<Exception | undefined> {
  return selectExceptions(db).where('e.id', '=', id).executeTakeFirst();
}

/** Finds an exception and locks it against changes until the transaction ends. */
export function lockException(db: OrganizationDatabase, id: string): Promise<Exception | undefined> {
  return selectExceptions(db).where('e.id', '=', id).forUpdate('e').executeTakeFirst();
}

/** Lists at most `limit` active exceptions of an account, latest first. */
export function listActiveExceptions(db: OrganizationDatabase, connectionId: string, limit: number): Promise<Exception[]> {
  return selectExceptions(db)
    .where('e.connection_id', '=', connectionId)
    .where(isInForce, '=', true)
    .orderBy('e.marked_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit)
    .execute();
}

export interface NewException {
  readonly connectionId: string;
  readonly checkId: string;
  readonly resourceId: string;
  readonly reason: string;
  readonly reviewedBy: string | null;
  readonly expiresAt: string | null;
  readonly markedById: string;
  readonly via: string | null;
}

/** Creates or replaces an exception. Concurrent calls for the same resource write the same row. @returns the row before and after */
export async function saveException(
  db: OrganizationDatabase,
  { connectionId, checkId, resourceId, reason, reviewedBy, expiresAt, markedById, via }: NewException,
): Promise<{ readonly before: Exception | undefined; readonly after: Exception }> {
  const fields = {
    reason,
    reviewed_by: reviewedBy,
    expires_at: expiresAt,
    marked_by_id: markedById,
    via,
    marked_at: new Date().toISOString(),
    revoked_at: null,
    revoked_by_id: null,
    revoked_via: null,
  };
  const insertedRow = await db
    .insertInto('finding_exception')
    .values({ id: newId('fex'), connection_id: connectionId, check_id: checkId, resource_id: resourceId, ...fields })
    .onConflict((conflict) => conflict.columns(['organization_id', 'connection_id', 'check_id', 'resource_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (insertedRow) return { before: undefined, after: await getException(db, insertedRow.id) };
  const before = await selectExceptions(db)
    .where('e.connection_id', '=', connectionId)
    .where('e.check_id', '=', checkId)
    .where('e.resource_id', '=', resourceId)
    .forUpdate('e')
    .executeTakeFirstOrThrow();
  await db.updateTable('finding_exception').set(fields).where('id', '=', before.id).execute();
  return { before, after: await getException(db, before.id) };
}

async function getException(db: OrganizationDatabase, id: string): Promise<Exception> {
  return selectExceptions(db).where('e.id', '=', id).executeTakeFirstOrThrow();
}

export async function revokeException(db: OrganizationDatabase, id: string, { userId, via }: Author): Promise<void> {
  await db
    .updateTable('finding_exception')
    .set({ revoked_at: new Date().toISOString(), revoked_by_id: userId, revoked_via: via })
    .where('id', '=', id)
    .execute();
}
