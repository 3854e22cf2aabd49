/** How much of the work of each adopted framework is done (areas/frameworks, rule 1). */
import type { OrganizationDatabase } from '../../database/handle.ts';
import { activeMaps } from './controls.ts';
import { listLatest, listNotRelevant } from './evidence.ts';
import { scoreOf } from './rules.ts';

/** In percent, by id of the instance. */
export async function scoresOf(db: OrganizationDatabase, instanceIds: readonly string[], now: Date): Promise<Map<string, number>> {
  if (!instanceIds.length) return new Map();
  const carriers = () => activeMaps(db).where('map.framework_instance_id', 'in', instanceIds);
  const [policies, tasks, forms, latest, notRelevant] = await Promise.all([
    carriers().innerJoin('framework_control_policy as link', (join) => join.onRef('link.framework_instance_id', '=', 'map.framework_instance_id').onRef('link.control_id', '=', 'map.control_id'))
      .innerJoin('policy', 'policy.id', 'link.policy_id').where('policy.archived_at', 'is', null).where('policy.is_archived', '=', false)
      .select(['map.framework_instance_id as instanceId', 'policy.id', 'policy.status']).distinct().execute(),
    carriers().innerJoin('framework_control_task as link', (join) => join.onRef('link.framework_instance_id', '=', 'map.framework_instance_id').onRef('link.control_id', '=', 'map.control_id'))
      .innerJoin('task', 'task.id', 'link.task_id').where('task.archived_at', 'is', null).select(['map.framework_instance_id as instanceId', 'task.id', 'task.status']).distinct().execute(),
    carriers().innerJoin('framework_control_document_type as link', (join) => join.onRef('link.framework_instance_id', '=', 'map.framework_instance_id').onRef('link.control_id', '=', 'map.control_id'))
      .select(['map.framework_instance_id as instanceId', 'link.form_type as form']).distinct().execute(),
    listLatest(db),
    listNotRelevant(db),
  ]);
  return new Map(instanceIds.map((id) => {
    const here = <T extends { readonly instanceId: string }>(rows: readonly T[]) => rows.filter(({ instanceId }) => instanceId === id);
    const artefacts = { policies: here(policies).map(({ status }) => status), tasks: here(tasks).map(({ status }) => status), forms: here(forms).map(({ form }) => form) };
    return [id, scoreOf(artefacts, latest, notRelevant, now)];
  }));
}
