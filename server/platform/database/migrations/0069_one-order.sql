-- The end of a membership holds what the member looks after before the member, as everybody does who gives something to a member.

-- Holds the records that a member looks after, and then the member, until the transaction ends. What is newly given to the member in between
-- is not held yet, and whoever holds it may wait for the member. So the member is let go again, and the record held first.
create function hold_leaving(leaving text) returns void volatile language plpgsql set search_path = public, pg_temp as $$
declare
  held text[];
begin
  loop
    held := array(select t.id from task t where leaving in (t.assignee_id, t.approver_id) order by t.id for no key update)
      || array(select p.id from policy p where leaving in (p.assignee_id, p.approver_id) order by p.id for no key update)
      || array(select i.id from task_item i where i.assignee_id = leaving order by i.id for no key update)
      || array(select r.id from risk r where r.assignee_id = leaving order by r.id for no key update)
      || array(select c.id from control c where c.owner_id = leaving order by c.id for no key update)
      || array(select v.id from vendor v where v.assignee_id = leaving order by v.id for no key update);
    begin
      perform from member m where m.id = leaving for update;
      if not exists (
        select from task t where leaving in (t.assignee_id, t.approver_id) and t.id <> all (held)
        union all select from policy p where leaving in (p.assignee_id, p.approver_id) and p.id <> all (held)
        union all select from task_item i where i.assignee_id = leaving and i.id <> all (held)
        union all select from risk r where r.assignee_id = leaving and r.id <> all (held)
        union all select from control c where c.owner_id = leaving and c.id <> all (held)
        union all select from vendor v where v.assignee_id = leaving and v.id <> all (held)
      ) then
        return;
      end if;
      -- Undoes the block, and with it the lock on the member alone.
      raise exception using errcode = 'CAHLD';
    exception when sqlstate 'CAHLD' then
      null;
    end;
  end loop;
end $$;
revoke execute on function hold_leaving from public;
grant execute on function hold_leaving to tenant;

-- As in 0053_policy-passages.sql. A control that is not applicable is not implemented (spec/areas/controls, rule 12).
create or replace function is_implemented(control control) returns boolean stable language sql set search_path = public, pg_temp as $$
  select coalesce(bool_and(c.is_done), false) and not (
    exists (select from requirement_map m where m.organization_id = control.organization_id and m.control_id = control.id and m.archived_at is null)
    and not exists (
      select from requirement_map m
        join framework_instance i on i.organization_id = m.organization_id and i.id = m.framework_instance_id
        left join platform_requirement r on r.id = m.requirement_id
      where m.organization_id = control.organization_id and m.control_id = control.id and m.archived_at is null
        and (r.id is null or (r.part is null or i.scope is null or r.part = any (i.scope)) and not exists (
          select from soa_document d join soa_answer a on a.organization_id = d.organization_id and a.document_id = d.id
          where d.organization_id = control.organization_id and d.framework_id = r.framework_id and d.is_latest
            and a.question_id = r.identifier and a.is_latest_answer and a.is_applicable = false
        ))
    )
  ) from (
    select p.status = 'published' as is_done from policy p
    where p.organization_id = control.organization_id and not p.is_archived and p.archived_at is null and p.id in (
      select l.policy_id from control_policy l where l.organization_id = control.organization_id and l.control_id = control.id
      union select l.policy_id from framework_control_policy l where l.organization_id = control.organization_id and l.control_id = control.id)
    union all select t.status in ('done', 'not_relevant') from task t
    where t.organization_id = control.organization_id and t.archived_at is null and t.id in (
      select l.task_id from control_task l where l.organization_id = control.organization_id and l.control_id = control.id
      union select l.task_id from framework_control_task l where l.organization_id = control.organization_id and l.control_id = control.id)
  ) c
$$;
