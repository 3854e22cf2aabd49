/** Queries of the policies of controls. */
import type { components } from '#generated/api';
import { policyColumns } from '#domain/policies/columns';
import { selectReadableIds, type Reader } from '#domain/access/records/rows';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { LinkScope } from './scope.ts';

type Schemas = components['schemas'];

/** Lists the readable policies linked directly to controls, sorted by name (controls, rule 10). */
export function listPolicySummaries(db: OrganizationDatabase, controlIds: readonly string[], reader: Reader) {
  return db
    .selectFrom('control_policy')
    .innerJoin('policy', 'policy.id', 'control_policy.policy_id')
    .select([...columnsOf('control_policy', 'controlId'), 'policy.id', 'policy.name', 'policy.status'])
    .where('control_policy.control_id', 'in', controlIds)
    .where('policy.archived_at', 'is', null)
    .where('policy.is_archived', '=', false)
    .where('policy.id', 'in', selectReadableIds(db, reader, 'policy'))
    .orderBy('policy.name')
    .orderBy('policy.id')
    .execute();
}

/** Lists the policies linked to a control directly, or in an adopted framework, sorted by name (controls, rule 2). */
export function listPolicies(
  db: OrganizationDatabase,
  controlId: string,
  instance: LinkScope | undefined,
): Promise<Schemas['ControlPolicy'][]> {
  return db
    .selectFrom('policy')
    .select(policyColumns)
    .where('archived_at', 'is', null)
    .where('is_archived', '=', false)
    .where((eb) => {
      const isLinkedDirectly = eb('id', 'in', eb.selectFrom('control_policy').select('policy_id').where('control_id', '=', controlId));
      const isLinkedInFramework = eb(
        'id',
        'in',
        eb
          .selectFrom('framework_control_policy')
          .select('policy_id')
          .where('control_id', '=', controlId)
          .where('framework_instance_id', '=', instance?.id ?? ''),
      );
      return instance === undefined
        ? isLinkedDirectly
        : instance.isCustom
          ? eb.or([isLinkedDirectly, isLinkedInFramework])
          : isLinkedInFramework;
    })
    .orderBy('name')
    .orderBy('id')
    .execute();
}
