-- Ids that other systems give to records, by which these are created and updated in bulk.
alter table control add external_id text;
create unique index control_external_id on control (organization_id, external_id);
alter table risk add external_id text;
create unique index risk_external_id on risk (organization_id, external_id);
alter table vendor add external_id text;
create unique index vendor_external_id on vendor (organization_id, external_id);
alter table member add external_id text;
create unique index member_external_id on member (organization_id, external_id);

-- As hold_leaving in 0069_one-order.sql, of several members at once: the records of all of them come before the first member.
create function hold_all_leaving(leaving text[]) returns void volatile language plpgsql set search_path = public, pg_temp as $$
declare
  held text[];
begin
  loop
    held := array(select t.id from task t where t.assignee_id = any (leaving) or t.approver_id = any (leaving) order by t.id for no key update)
      || array(select p.id from policy p where p.assignee_id = any (leaving) or p.approver_id = any (leaving) order by p.id for no key update)
      || array(select i.id from task_item i where i.assignee_id = any (leaving) order by i.id for no key update)
      || array(select r.id from risk r where r.assignee_id = any (leaving) order by r.id for no key update)
      || array(select c.id from control c where c.owner_id = any (leaving) order by c.id for no key update)
      || array(select v.id from vendor v where v.assignee_id = any (leaving) order by v.id for no key update);
    begin
      perform from member m where m.id = any (leaving) order by m.id for update;
      if not exists (
        select from task t where (t.assignee_id = any (leaving) or t.approver_id = any (leaving)) and t.id <> all (held)
        union all select from policy p where (p.assignee_id = any (leaving) or p.approver_id = any (leaving)) and p.id <> all (held)
        union all select from task_item i where i.assignee_id = any (leaving) and i.id <> all (held)
        union all select from risk r where r.assignee_id = any (leaving) and r.id <> all (held)
        union all select from control c where c.owner_id = any (leaving) and c.id <> all (held)
        union all select from vendor v where v.assignee_id = any (leaving) and v.id <> all (held)
      ) then
        return;
      end if;
      raise exception using errcode = 'CAHLD';
    exception when sqlstate 'CAHLD' then
      null;
    end;
  end loop;
end $$;
revoke execute on function hold_all_leaving from public;
grant execute on function hold_all_leaving to tenant;
