-- Most changes of a policy are none of its text, and to take the words out of that costs more than the rest of a change.
create or replace function index_policy() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry search_entry := new_search_entry(new.organization_id, new.id, 'policy', 'policy', new.name, new.created_at, new.updated_at);
begin
  entry.status := new.status;
  entry.department := new.department;
  entry.assignee_id := new.assignee_id;
  entry.archived := new.is_archived or new.archived_at is not null;
  if tg_op = 'UPDATE' and (new.name, new.description, new.content) is not distinct from (old.name, old.description, old.content) then
    update search_entry e set (status, department, assignee_id, archived, record_created_at, record_updated_at) =
      (entry.status, entry.department, entry.assignee_id, entry.archived, entry.record_created_at, entry.record_updated_at)
    where e.organization_id = new.organization_id and e.id = new.id;
    if found then return null; end if;
  end if;
  perform put_search_entry(entry, 'A', jsonb_build_array(jsonb_build_array('description', 'B', new.description), jsonb_build_array('content', 'C', search_visible(new.content))));
  return null;
end $$;
