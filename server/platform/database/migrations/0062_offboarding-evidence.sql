-- Members who have left, latest first, are asked whether something of their offboarding is still to be done.
create index member_offboarded on member (organization_id, offboard_date desc, id desc) where not is_active and offboard_date is not null;

-- A completion that somebody adds evidence to is one by hand: the evidence is not lost when a vendor is added.
create function keep_completion() returns trigger language plpgsql as $$
begin
  update offboarding_completion c set is_automatic = false where c.organization_id = new.organization_id and c.id = new.entity_id and c.is_automatic;
  return null;
end $$;
create trigger keep_completion after insert on attachment for each row when (new.entity_type = 'offboarding_checklist') execute function keep_completion();

-- Evidence of offboarding is found, too, and leads to the member.
create or replace function index_attachment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry search_entry := new_search_entry(new.organization_id, new.id, 'attachment', new.entity_type, new.name, new.created_at, new.updated_at);
begin
  entry.subject_id := new.entity_id;
  entry.parent_type := new.entity_type;
  entry.parent_id := new.entity_id;
  case new.entity_type
    when 'risk', 'task' then null;
    when 'task_item' then entry.resource := 'task';
    when 'employment_onboard', 'employment_offboard' then
      entry.resource := 'member';
      entry.parent_type := 'person';
    when 'offboarding_checklist' then
      entry.resource := 'member';
      entry.parent_type := 'person';
      select o.member_id into entry.parent_id from (
        select c.member_id from offboarding_completion c where c.organization_id = new.organization_id and c.id = new.entity_id
        union all select r.member_id from access_revocation r where r.organization_id = new.organization_id and r.id = new.entity_id
      ) o;
      if not found then return null; end if;
      entry.subject_id := entry.parent_id;
    when 'comment' then
      select c.entity_type, c.entity_id into entry.resource, entry.subject_id from comment c where c.organization_id = new.organization_id and c.id = new.entity_id;
      if not found then return null; end if;
    else return null;
  end case;
  perform put_search_entry(entry, 'A', jsonb_build_array(jsonb_build_array('description', 'C', new.description)));
  return null;
end $$;
