/** The implementation status of a control (controls, rule 12). */
import { type RawBuilder, sql } from 'kysely';
import type { components } from '#generated/api';

export type ImplementationStatus = components['schemas']['ImplementationStatus'];

/** The condition that an active map links the control to a requirement in scope. @param condition another condition on the requirement */
const isNeeded = (condition: RawBuilder<unknown>) => sql`exists (
  select from requirement_map map
    join framework_instance instance on instance.id = map.framework_instance_id
    left join platform_requirement requirement on requirement.id = map.requirement_id
  where map.control_id = control.id and map.archived_at is null
    and (requirement.id is null
      or (requirement.part is null or instance.scope is null or requirement.part = any(instance.scope)) and ${condition})
)`;
const notExcluded = sql`not exists (
  select from soa_document document join soa_answer answer on answer.document_id = document.id
  where document.framework_id = requirement.framework_id and document.is_latest
    and answer.question_id = requirement.identifier and answer.is_latest_answer and answer.is_applicable = false
)`;
const isMapped = sql`exists (select from requirement_map map where map.control_id = control.id and map.archived_at is null)`;

/** The condition that such a policy in use is linked to the control, directly or in a framework. */
const hasPolicy = (condition: RawBuilder<unknown>) => sql`exists (
  select from policy
  where policy.id in (
      select link.policy_id from control_policy link where link.control_id = control.id
      union all select link.policy_id from framework_control_policy link where link.control_id = control.id
    )
    and policy.archived_at is null and not policy.is_archived and ${condition}
)`;
/** The same condition for a task. */
const hasTask = (condition: RawBuilder<unknown>) => sql`exists (
  select from task
  where task.id in (
      select link.task_id from control_task link where link.control_id = control.id
      union all select link.task_id from framework_control_task link where link.control_id = control.id
    )
    and task.archived_at is null and ${condition}
)`;

const isComplete = sql`(${hasPolicy(sql`policy.status = 'published'`)} or ${hasTask(sql`task.status in ('done', 'not_relevant')`)})`;
const isOpen = sql`(${hasPolicy(sql`policy.status <> 'published'`)} or ${hasTask(sql`task.status not in ('done', 'not_relevant')`)})`;
const isUnderWay = hasTask(sql`task.status in ('in_progress', 'in_review')`);

const statusWhere = (isNotApplicable: RawBuilder<unknown>) => sql<ImplementationStatus>`case
  when ${isNotApplicable} then 'not_applicable'
  when ${isComplete} then case when ${isOpen} then 'partial' else 'implemented' end
  when ${isUnderWay} then 'partial'
  else 'not_started'
end`;

/** The status of a row of `control`. */
export const implementationStatus = statusWhere(sql`${isMapped} and not ${isNeeded(notExcluded)}`);
/** The status without the statement of applicability, which is itself derived from it (soa, rule 13). */
export const statusWithoutSoa = statusWhere(sql`${isMapped} and not ${isNeeded(sql`true`)}`);
