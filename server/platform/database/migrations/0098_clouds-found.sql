-- A scan is compared with the one before by resource and by resource and check, whatever the planner knows of scans that are new.
create index integration_check_result_resources on integration_check_result (organization_id, check_run_id, resource_id, check_key)
  where service_id is not null;
drop index integration_check_result_keys;

-- Failures of the latest scan of an account are found by a search (spec/areas/search). They are written with the pieces of a scan, and as long as
-- it is under way, its id is among what a search hides.
create index search_entry_scans on search_entry (organization_id, parent_id, subject_id) where type = 'cloud_finding';

-- @param ids of results, of which those are written that are failures of a scan that is under way, or is the latest
create function put_cloud_findings(organization text, ids text[]) returns void language sql as $$
  with failed as materialized (
    select f.id, f.check_run_id, c.connection_id, left(coalesce(f.title, ''), 500) as title, coalesce(f.description, '') as description,
      coalesce(f.resource_id, '') as resource_id, f.collected_at
    from integration_check_result f join integration_check_run c on c.organization_id = f.organization_id and c.id = f.check_run_id
      join integration_connection n on n.organization_id = c.organization_id and n.id = c.connection_id
    where f.organization_id = organization and f.id = any (ids) and f.service_id is not null and not f.passed
      and n.deleted_at is null and (c.status in ('pending', 'running') or n.latest_scan_id = c.id)
  ), described as materialized (
    -- Those of one check say the same.
    select d.description, setweight(search_words(d.description), 'D') as words from (select distinct f.description from failed f) d
  )
  insert into search_entry (organization_id, id, type, resource, subject_id, parent_type, parent_id, title, texts, words, status, archived, record_created_at)
  select organization, f.id, 'cloud_finding', 'integration', f.check_run_id, 'integration', f.connection_id, f.title,
    jsonb_build_array(jsonb_build_array('description', f.description), jsonb_build_array('resourceId', f.resource_id)),
    array_to_tsvector(array[organization, f.id, '#' || f.id]
      || array(select '=' || w.lexeme from unnest(to_tsvector('pg_catalog.simple', translate(search_folded(f.title), '._/@-', '     '))) w))
      || setweight(search_words(case when strpos(f.title, f.resource_id) > 0 then f.title else f.title || ' ' || f.resource_id end), 'A') || d.words,
    'failed', false, f.collected_at
  from failed f join described d using (description)
  on conflict (organization_id, id) do nothing
$$;
revoke execute on function put_cloud_findings from public;

create function index_cloud_findings() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform put_cloud_findings(a.organization_id, array_agg(a.id)) from added a where a.service_id is not null and not a.passed group by a.organization_id;
  return null;
end $$;
create trigger index_cloud_findings after insert on integration_check_result referencing new table as added for each statement
  execute function index_cloud_findings();

create function forget_cloud_findings() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from search_entry e using removed r where e.organization_id = r.organization_id and e.id = r.id;
  return null;
end $$;
create trigger forget_cloud_findings after delete on integration_check_result referencing old table as removed for each statement
  execute function forget_cloud_findings();

-- The failures of another scan take the place of those before, and of a deleted account there are none.
create function index_latest_scan() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from search_entry e where e.organization_id = new.organization_id and e.type = 'cloud_finding' and e.parent_id = new.id
    and (new.deleted_at is not null or e.subject_id is distinct from new.latest_scan_id);
  perform put_cloud_findings(new.organization_id, array(
    select f.id from integration_check_result f where f.organization_id = new.organization_id and f.check_run_id = new.latest_scan_id
      and f.service_id is not null and not f.passed
      and not exists (select from search_entry e where e.organization_id = f.organization_id and e.id = f.id)));
  return null;
end $$;
create trigger index_latest_scan after update of latest_scan_id, deleted_at on integration_connection for each row
  when (old.latest_scan_id is distinct from new.latest_scan_id or old.deleted_at is distinct from new.deleted_at)
  execute function index_latest_scan();

-- What is there already.
select put_cloud_findings(n.organization_id, array(
  select f.id from integration_check_result f where f.organization_id = n.organization_id and f.check_run_id = n.latest_scan_id))
from integration_connection n where n.latest_scan_id is not null;
