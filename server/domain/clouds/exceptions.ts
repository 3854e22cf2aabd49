/** Failures that somebody has accepted (spec/areas/cloud-security, rule 5). */
import { type AliasedExpression, type Expression, expressionBuilder, sql, type SqlBool } from 'kysely';
import type { TenantTables } from '../../../generated/database.d.ts';

/** Whether an exception is in force, in a query of `finding_exception as e`. */
export const isInForce = sql<boolean>`(e.revoked_at is null and (e.expires_at is null or e.expires_at > now()))`;

/**
 * How many failures of a run of a check are under an active exception, in a query of runs.
 * @param connectionId of the run @param runId of the run, as references to their columns
 */
export function exceptedIn(connectionId: Expression<string>, runId: Expression<string>): AliasedExpression<number | null, 'excepted'> {
  const eb = expressionBuilder<TenantTables, never>();
  return eb
    .selectFrom('finding_exception as e')
    .innerJoin('integration_check_result as failed', (join) =>
      join.onRef('failed.check_key', '=', 'e.check_id').onRef('failed.resource_id', '=', 'e.resource_id'),
    )
    .where(sql<SqlBool>`failed.check_run_id = ${runId}`)
    .where(sql<SqlBool>`e.connection_id = ${connectionId}`)
    .where('failed.service_id', 'is not', null)
    .where('failed.passed', '=', false)
    .where(isInForce)
    .select((inner) => inner.fn.countAll<number>().as('total'))
    .$asScalar()
    .as('excepted');
}

/** Whether an exception covers a result, in a query of `integration_check_result as result`. */
export const isExcepted = sql<boolean>`(not result.passed and result.check_key is not null and exists (
  select 1 from finding_exception e join integration_check_run of_run on of_run.connection_id = e.connection_id
  where of_run.id = result.check_run_id and e.check_id = result.check_key and e.resource_id = result.resource_id and ${isInForce}))`;
