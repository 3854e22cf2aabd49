/** Queries of the records that a rollback of an update must not lose (frameworks, rule 20). */
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Undo } from '../rules/undo.ts';

/** Finds the records that the update created and that another adopted framework uses now. A rollback must keep these records. */
export async function findUsedElsewhere(
  db: OrganizationDatabase,
  instanceId: string,
  { controls, policies, tasks }: Undo,
): Promise<Set<string>> {
  const [usedControls, usedPolicies, usedTasks] = await Promise.all([
    controls.created.length
      ? db
          .selectFrom('requirement_map')
          .select('control_id as id')
          .where('framework_instance_id', '!=', instanceId)
          .where('control_id', 'in', controls.created)
          .execute()
      : [],
    policies.created.length
      ? db
          .selectFrom('framework_control_policy')
          .select('policy_id as id')
          .where('framework_instance_id', '!=', instanceId)
          .where('policy_id', 'in', policies.created)
          .execute()
      : [],
    tasks.created.length
      ? db
          .selectFrom('framework_control_task')
          .select('task_id as id')
          .where('framework_instance_id', '!=', instanceId)
          .where('task_id', 'in', tasks.created)
          .execute()
      : [],
  ]);
  return new Set([...usedControls, ...usedPolicies, ...usedTasks].map(({ id }) => id));
}

export async function listDoneTasks(db: OrganizationDatabase, ids: readonly string[]): Promise<string[]> {
  if (!ids.length) return [];
  return (await db.selectFrom('task').select('title').where('id', 'in', ids).where('status', '=', 'done').orderBy('title').execute()).map(
    ({ title }) => title,
  );
}

/**
 * Lists the names of the policies in `ids` that are no longer drafts, and of policies with a version in `versionIds` that is current, was
 * published or awaits approval.
 */
export async function listPublishedPolicies(
  db: OrganizationDatabase,
  ids: readonly string[],
  versionIds: readonly string[],
): Promise<string[]> {
  const [policiesInUse, policiesOfUsedVersions] = await Promise.all([
    ids.length ? db.selectFrom('policy').select(['id', 'name']).where('id', 'in', ids).where('status', '!=', 'draft').execute() : [],
    versionIds.length
      ? db
          .selectFrom('policy_version as version')
          .innerJoin('policy', 'policy.id', 'version.policy_id')
          .select(['policy.id', 'policy.name'])
          .where('version.id', 'in', versionIds)
          .where(({ eb, or, ref }) =>
            or([
              eb('version.published_at', 'is not', null),
              eb('policy.current_version_id', '=', ref('version.id')),
              eb('policy.pending_version_id', '=', ref('version.id')),
            ]),
          )
          .execute()
      : [],
  ]);
  return [...new Map([...policiesInUse, ...policiesOfUsedVersions].map(({ id, name }) => [id, name])).values()].sort();
}
