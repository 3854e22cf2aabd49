/** Queries about the policies of controls. */
import type { components } from '../../../../generated/api.d.ts';
import { policyColumns } from '../../../domain/policies/columns.ts';
import { isVisibleTo } from '../../../domain/policies/visible.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { newId } from '../../../platform/database/ids.ts';
import { type Artefacts, inOrder, titleOf } from './artefacts.ts';
import { customInstances, type Instance } from './scope.ts';

type Schemas = components['schemas'];

export const policies: Artefacts = {
  field: 'policies',
  plural: 'policies',
  async linkable(db, ids) {
    const found = await db
      .selectFrom('policy')
      .select(['id as key', 'name'])
      .where('id', 'in', ids)
      .where('archived_at', 'is', null)
      .where('is_archived', '=', false)
      .forKeyShare()
      .execute();
    return inOrder(
      ids,
      found.map(({ key, name }) => ({ key, title: titleOf(name, key) })),
    );
  },
  async find(db, id) {
    const found = await db.selectFrom('policy').select('name').where('id', '=', id).executeTakeFirst();
    return found && { key: id, title: titleOf(found.name, id) };
  },
  async link(db, controlId, ids) {
    const linked = await db
      .insertInto('control_policy')
      .values(ids.map((id) => ({ id: newId('ctp'), control_id: controlId, policy_id: id })))
      .onConflict((conflict) => conflict.columns(['organization_id', 'control_id', 'policy_id']).doNothing())
      .returning('policy_id')
      .execute();
    return linked.map(({ policy_id }) => policy_id);
  },
  async linkIn(db, instanceId, controlId, ids) {
    const linked = await db
      .insertInto('framework_control_policy')
      .values(ids.map((id) => ({ id: newId('fpl'), framework_instance_id: instanceId, control_id: controlId, policy_id: id })))
      .onConflict((conflict) => conflict.columns(['organization_id', 'framework_instance_id', 'control_id', 'policy_id']).doNothing())
      .returning('policy_id')
      .execute();
    return linked.map(({ policy_id }) => policy_id);
  },
  async unlink(db, controlId, id) {
    const [direct, custom] = await Promise.all([
      db.deleteFrom('control_policy').where('control_id', '=', controlId).where('policy_id', '=', id).executeTakeFirst(),
      db
        .deleteFrom('framework_control_policy')
        .where('control_id', '=', controlId)
        .where('policy_id', '=', id)
        .where('framework_instance_id', 'in', customInstances(db))
        .executeTakeFirst(),
    ]);
    return Number(direct.numDeletedRows + custom.numDeletedRows);
  },
  async unlinkIn(db, instanceId, controlId, id) {
    const { numDeletedRows } = await db
      .deleteFrom('framework_control_policy')
      .where('framework_instance_id', '=', instanceId)
      .where('control_id', '=', controlId)
      .where('policy_id', '=', id)
      .executeTakeFirst();
    return Number(numDeletedRows);
  },
};

/** The policies linked directly to these controls, in brief, by name: those that the reader may read (spec/areas/controls, rule 10). */
export function policiesInBrief(db: OrganizationDatabase, controlIds: readonly string[], { memberId }: Pick<Actor, 'memberId'>) {
  const all = db
    .selectFrom('control_policy')
    .innerJoin('policy', 'policy.id', 'control_policy.policy_id')
    .select([...columnsOf('control_policy', 'controlId'), 'policy.id', 'policy.name', 'policy.status'])
    .where('control_policy.control_id', 'in', controlIds)
    .where('policy.archived_at', 'is', null)
    .where('policy.is_archived', '=', false)
    .orderBy('policy.name')
    .orderBy('policy.id');
  return (memberId === undefined ? all : all.where('policy.id', 'in', visiblePolicies(db, memberId))).execute();
}

/** @returns which of these policies the reader may read */
export async function visibleAmong(db: OrganizationDatabase, ids: readonly string[], memberId: string): Promise<Set<string>> {
  const rows = ids.length ? await visiblePolicies(db, memberId).where('policy.id', 'in', ids).execute() : [];
  return new Set(rows.map(({ id }) => id));
}

function visiblePolicies(db: OrganizationDatabase, memberId: string) {
  return db
    .selectFrom('policy')
    .select('policy.id')
    .where((eb) => isVisibleTo(eb, memberId));
}

/** The policies of a control, by name: the direct ones, or those in an adopted framework (spec/areas/controls, rule 2). */
export function listPolicies(
  db: OrganizationDatabase,
  controlId: string,
  instance: Instance | undefined,
): Promise<Schemas['ControlPolicy'][]> {
  return db
    .selectFrom('policy')
    .select(policyColumns)
    .where('archived_at', 'is', null)
    .where('is_archived', '=', false)
    .where((eb) => {
      const direct = eb('id', 'in', eb.selectFrom('control_policy').select('policy_id').where('control_id', '=', controlId));
      const scoped = eb(
        'id',
        'in',
        eb
          .selectFrom('framework_control_policy')
          .select('policy_id')
          .where('control_id', '=', controlId)
          .where('framework_instance_id', '=', instance?.id ?? ''),
      );
      return instance === undefined ? direct : instance.isCustom ? eb.or([direct, scoped]) : scoped;
    })
    .orderBy('name')
    .orderBy('id')
    .execute();
}
