-- What a scan has found of a resource is looked up by one key of both, for each failure of another scan. An index of several columns would not do:
-- of a scan that has just ended the planner knows nothing, and may take another one that begins with the scan, and read all of it each time.
alter table integration_check_result
  add column resource_key uuid generated always as (md5(check_run_id || ' ' || resource_id)::uuid) stored,
  -- In the statistics, too, which may be those of a table that had few resources.
  alter column resource_key set (n_distinct = -0.2);
drop index integration_check_result_resources;
create index integration_check_result_resources on integration_check_result (organization_id, resource_key, check_key) where service_id is not null;

-- The same for when a failure of a resource of a connection was resolved last.
alter table finding_resolution
  add column resource_key uuid generated always as (md5(connection_id || ' ' || resource_id)::uuid) stored,
  alter column resource_key set (n_distinct = -0.2);
drop index finding_resolution_organization_id_connection_id_check_id_r_idx;
create index finding_resolution_resources on finding_resolution (organization_id, resource_key, check_id, resolved_at desc);

-- As in 0098_clouds-found.sql, but each result is looked up by its id, and its scan and connection by theirs.
create or replace function put_cloud_findings(organization text, ids text[]) returns void language sql as $$
  with failed as materialized (
    select f.id, f.check_run_id, c.connection_id, left(coalesce(f.title, ''), 500) as title, coalesce(f.description, '') as description,
      coalesce(f.resource_id, '') as resource_id, f.collected_at
    from unnest(ids) given (id)
      cross join lateral (select * from integration_check_result r where r.organization_id = organization and r.id = given.id limit 1) f
      cross join lateral (select * from integration_check_run r where r.organization_id = organization and r.id = f.check_run_id limit 1) c
      cross join lateral (select * from integration_connection r where r.organization_id = organization and r.id = c.connection_id limit 1) n
    where f.service_id is not null and not f.passed
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
