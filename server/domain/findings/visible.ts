/** Which findings a caller may read: none about a policy that is hidden from them (spec/areas/findings, rule 15). */
import type { Expression, ExpressionBuilder } from 'kysely';
import type { TenantTables } from '../../../generated/database.d.ts';
import { isVisibleTo } from '../policies/visible.ts';

/** @param memberId of the caller, with an API key of the member that the key belongs to */
export function isFindingVisibleTo(eb: ExpressionBuilder<TenantTables, 'finding'>, memberId: string | Expression<string>) {
  return eb.or([
    eb('finding.policy_id', 'is', null),
    eb.exists(
      eb
        .selectFrom('policy')
        .select('policy.id')
        .whereRef('policy.id', '=', 'finding.policy_id')
        .where((policy) => isVisibleTo(policy, memberId)),
    ),
  ]);
}
