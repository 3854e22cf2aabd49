/** Selects the findings that a caller may read. Whoever may read a record may read the findings about it (findings, rule 15). */
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { TenantTables } from '#generated/database';
import type { Actor } from '#platform/identity/actor';
import { isVisibleTo } from '#domain/policies/visible';
import { mayRead } from '../records/kinds.ts';
import { targetColumns } from './targets.ts';

type Reader = Pick<Actor, 'permissions' | 'memberId' | 'restrictedTo'>;

/** @param memberId the reader's member id, or a query expression for it */
export function isFindingVisibleTo(
  eb: ExpressionBuilder<TenantTables, 'finding'>,
  reader: Reader,
  memberId: string | Expression<string> = reader.memberId ?? '',
): Expression<SqlBool> {
  if (reader.restrictedTo !== undefined) return sql<SqlBool>`false`;
  const hiddenTargets = targetColumns.filter(([, kind]) => !mayRead(reader, kind));
  return eb.and([
    ...hiddenTargets.map(([column]) => eb(`finding.${column}`, 'is', null)),
    eb.or([
      eb('finding.policy_id', 'is', null),
      eb.exists(
        eb
          .selectFrom('policy')
          .select('policy.id')
          .whereRef('policy.id', '=', 'finding.policy_id')
          .where((policy) => isVisibleTo(policy, memberId)),
      ),
    ]),
  ]);
}

/** @returns the values that the condition of `isFindingVisibleTo` depends on, except the reader's member id */
export function findingVisibilityInputs(reader: Reader) {
  return [reader.restrictedTo !== undefined, targetColumns.filter(([, kind]) => mayRead(reader, kind)).map(([column]) => column)];
}
