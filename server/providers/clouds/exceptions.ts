/** Query conditions for accepted failures (cloud-security, rule 5). */
import { type AliasedExpression, type Expression, expressionBuilder, sql, type SqlBool } from 'kysely';
import type { TenantTables } from '#generated/database';
import { resourceKey } from './resource-key.ts';

/** Whether an exception is active, in a query of `finding_exception as e`. */
export const isInForce = sql<boolean>`(e.revoked_at is null and (e.expires_at is null or e.expires_at > now()))`;

/**
 * Counts the failures of a check run that are covered by an active exception, in a query of check runs.
 * @param connectionId column with the connection of the run @param runId column with the id of the run
 */
export function countExcepted(connectionId: Expression<string>, runId: Expression<string>): AliasedExpression<number | null, 'excepted'> {
  const eb = expressionBuilder<TenantTables, never>();
  return eb
    .selectFrom('finding_exception as e')
    .innerJoin('integration_check_result as failed', (join) =>
      join
        .onRef('failed.check_key', '=', 'e.check_id')
        .on(({ eb: on, ref }) => on('failed.resource_key', '=', resourceKey(runId, ref('e.resource_id')))),
    )
    .where(sql<SqlBool>`e.connection_id = ${connectionId}`)
    .where('failed.service_id', 'is not', null)
    .where('failed.passed', '=', false)
    .where(isInForce)
    .select((inner) => inner.fn.countAll<number>().as('total'))
    .$asScalar()
    .as('excepted');
}

/** Whether an active exception covers this failure of a resource of a connection. */
export const isAccepted = (connectionId: unknown, checkKey: unknown, resourceId: unknown) =>
  sql<boolean>`exists (select 1 from finding_exception e
    where e.connection_id = ${connectionId} and e.check_id = ${checkKey} and e.resource_id = ${resourceId} and ${isInForce})`;

/** Whether an active exception covers a result, in a query of `integration_check_result as result`. */
export const isExcepted = sql<boolean>`(not result.passed and ${isAccepted(
  sql`(select of_run.connection_id from integration_check_run of_run where of_run.id = result.check_run_id)`,
  sql.ref('result.check_key'),
  sql.ref('result.resource_id'),
)})`;
