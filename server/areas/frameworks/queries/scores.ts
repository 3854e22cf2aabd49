/** How much of the work of each adopted framework is done (spec/areas/frameworks, rule 1). */
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { findInUse, placeOf } from './controls.ts';
import { listLatest, listNotRelevant } from '../../../domain/evidence-forms/standing.ts';
import { type Artefacts, scoreOf } from '../rules/scores.ts';

/** What an adopted framework holds, and how much of it is done. */
export interface Standing {
  readonly controlCount: number;
  readonly policyCount: number;
  readonly taskCount: number;
  readonly documentTypeCount: number;
  /** In percent. */
  readonly complianceScore: number;
}

/** Finds the standings of instances, by the id of the instance. */
export async function standingsOf(db: OrganizationDatabase, instanceIds: readonly string[], now: Date): Promise<Map<string, Standing>> {
  if (!instanceIds.length) return new Map();
  const place = ['framework_instance_id as instanceId', 'control_id as controlId'] as const;
  const [{ maps }, policyLinks, taskLinks, formLinks, policies, tasks, latest, notRelevant] = await Promise.all([
    findInUse(db, instanceIds),
    db
      .selectFrom('framework_control_policy')
      .select([...place, 'policy_id as id'])
      .where('framework_instance_id', 'in', instanceIds)
      .execute(),
    db
      .selectFrom('framework_control_task')
      .select([...place, 'task_id as id'])
      .where('framework_instance_id', 'in', instanceIds)
      .execute(),
    db
      .selectFrom('framework_control_document_type')
      .select([...place, 'form_type as form'])
      .where('framework_instance_id', 'in', instanceIds)
      .execute(),
    db.selectFrom('policy').select(['id', 'status']).where('archived_at', 'is', null).where('is_archived', '=', false).execute(),
    db.selectFrom('task').select(['id', 'status']).where('archived_at', 'is', null).execute(),
    listLatest(db),
    listNotRelevant(db),
  ]);
  const used = new Set(maps.map(({ frameworkInstanceId, controlId }) => placeOf(frameworkInstanceId, controlId)));
  return new Map(
    instanceIds.map((id) => {
      const here = <L extends { readonly instanceId: string; readonly controlId: string }>(links: readonly L[]) =>
        links.filter(({ instanceId, controlId }) => instanceId === id && used.has(placeOf(id, controlId)));
      const [carried, done] = [new Set(here(policyLinks).map((link) => link.id)), new Set(here(taskLinks).map((link) => link.id))];
      const artefacts: Artefacts = {
        policies: policies.filter((policy) => carried.has(policy.id)).map(({ status }) => status),
        tasks: tasks.filter((task) => done.has(task.id)).map(({ status }) => status),
        forms: [...new Set(here(formLinks).map(({ form }) => form))],
      };
      const standing = {
        controlCount: new Set(maps.flatMap(({ frameworkInstanceId, controlId }) => (frameworkInstanceId === id ? controlId : []))).size,
        policyCount: artefacts.policies.length,
        taskCount: artefacts.tasks.length,
        documentTypeCount: artefacts.forms.length,
        complianceScore: scoreOf(artefacts, latest, notRelevant, now),
      };
      return [id, standing];
    }),
  );
}
