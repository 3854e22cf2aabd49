/** Queries of the records that a change of scope affects, with their links (frameworks, rule 28). */
import type { OrganizationDatabase } from '#platform/database/handle';

/** Finds the records of the organization, sorted by name, and their links. */
export async function findRecords(db: OrganizationDatabase, instanceId: string) {
  const [maps, controls, policies, tasks, directPolicies, directTasks, policyLinks, taskLinks, formLinks] = await Promise.all([
    db
      .selectFrom('requirement_map as map')
      .innerJoin('framework_instance as instance', 'instance.id', 'map.framework_instance_id')
      .leftJoin('platform_requirement as requirement', 'requirement.id', 'map.requirement_id')
      .select(['map.control_id as controlId', 'instance.id as instanceId', 'instance.scope', 'requirement.part'])
      .where('map.archived_at', 'is', null)
      .execute(),
    db.selectFrom('control').select(['id', 'name', 'archived_at as archivedAt']).orderBy('name').orderBy('id').execute(),
    db
      .selectFrom('policy')
      .select(['id', 'name', 'status', 'is_archived as isArchived', 'archived_at as archivedAt'])
      .orderBy('name')
      .orderBy('id')
      .execute(),
    db.selectFrom('task').select(['id', 'title as name', 'status', 'archived_at as archivedAt']).orderBy('title').orderBy('id').execute(),
    db.selectFrom('control_policy').select(['control_id as controlId', 'policy_id as to']).execute(),
    db.selectFrom('control_task').select(['control_id as controlId', 'task_id as to']).execute(),
    db
      .selectFrom('framework_control_policy')
      .select(['framework_instance_id as instanceId', 'control_id as controlId', 'policy_id as to'])
      .execute(),
    db
      .selectFrom('framework_control_task')
      .select(['framework_instance_id as instanceId', 'control_id as controlId', 'task_id as to'])
      .execute(),
    db
      .selectFrom('framework_control_document_type')
      .select(['control_id as controlId', 'form_type as to'])
      .where('framework_instance_id', '=', instanceId)
      .execute(),
  ]);
  return {
    maps,
    controls: new Map(controls.map((control) => [control.id, { ...control, isInUse: control.archivedAt === null }])),
    policies: new Map(policies.map((policy) => [policy.id, { ...policy, isInUse: policy.archivedAt === null && !policy.isArchived }])),
    tasks: new Map(tasks.map((task) => [task.id, { ...task, isInUse: task.archivedAt === null }])),
    direct: { policies: directPolicies, tasks: directTasks },
    scoped: { policies: policyLinks, tasks: taskLinks },
    formLinks,
  };
}

export type OrganizationRecords = Awaited<ReturnType<typeof findRecords>>;
