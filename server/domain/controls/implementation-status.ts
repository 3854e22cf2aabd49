/** Computes the implementation status of a control in SQL (controls, rule 12). */
import { type RawBuilder, sql } from 'kysely';
import type { components } from '#generated/api';

export type ImplementationStatus = components['schemas']['ImplementationStatus'];

/** Whether an active map links the control to a custom requirement, or to a catalog requirement in scope that meets the condition. */
const hasRequirementInScope = (condition: RawBuilder<unknown>) => sql`exists (
  select from requirement_map map
    join framework_instance instance on instance.id = map.framework_instance_id
    left join platform_requirement requirement on requirement.id = map.requirement_id
  where map.control_id = control.id and map.archived_at is null
    and (requirement.id is null
      or (requirement.part is null or instance.scope is null or requirement.part = any(instance.scope)) and ${condition})
)`;
/** Whether the statement of applicability does not exclude the requirement. */
const isApplicable = sql`not exists (
  select from soa_document document join soa_answer answer on answer.document_id = document.id
  where document.framework_id = requirement.framework_id and document.is_latest
    and answer.question_id = requirement.identifier and answer.is_latest_answer and answer.is_applicable = false
)`;
const isMapped = sql`exists (select from requirement_map map where map.control_id = control.id and map.archived_at is null)`;

/** Whether an unarchived policy that meets the condition is linked to the control, directly or in a framework. */
const hasPolicy = (condition: RawBuilder<unknown>) => sql`exists (
  select from policy
  where policy.id in (
      select link.policy_id from control_policy link where link.control_id = control.id
      union all select link.policy_id from framework_control_policy link where link.control_id = control.id
    )
    and policy.archived_at is null and not policy.is_archived and ${condition}
)`;
/** Whether an unarchived task that meets the condition is linked to the control, directly or in a framework. */
const hasTask = (condition: RawBuilder<unknown>) => sql`exists (
  select from task
  where task.id in (
      select link.task_id from control_task link where link.control_id = control.id
      union all select link.task_id from framework_control_task link where link.control_id = control.id
    )
    and task.archived_at is null and ${condition}
)`;

const hasCompleteItem = sql`(${hasPolicy(sql`policy.status = 'published'`)} or ${hasTask(sql`task.status in ('done', 'not_relevant')`)})`;
const hasOpenItem = sql`(${hasPolicy(sql`policy.status <> 'published'`)} or ${hasTask(sql`task.status not in ('done', 'not_relevant')`)})`;
const isInProgress = hasTask(sql`task.status in ('in_progress', 'in_review')`);

const statusWhere = (isNotApplicable: RawBuilder<unknown>) => sql<ImplementationStatus>`case
  when ${isNotApplicable} then 'not_applicable'
  when ${hasCompleteItem} then case when ${hasOpenItem} then 'partial' else 'implemented' end
  when ${isInProgress} then 'partial'
  else 'not_started'
end`;

/** Selects the status of a row of `control`. */
export const implementationStatus = statusWhere(sql`${isMapped} and not ${hasRequirementInScope(isApplicable)}`);
/** Selects the status that ignores the statement of applicability, because the statement is derived from it (soa, rule 13). */
export const statusWithoutSoa = statusWhere(sql`${isMapped} and not ${hasRequirementInScope(sql`true`)}`);
