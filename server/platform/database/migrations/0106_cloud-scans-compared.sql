-- A scan is compared piece by piece before it ends: one that ends early leaves nothing of that either, whoever ended it.
create or replace function end_cloud_scan() returns trigger language plpgsql as $$
begin
  update integration_check_run c
  set status = new.status,
      error_message = case new.status when 'cancelled' then 'The scan was cancelled' else coalesce(new.error, 'The scan failed') end,
      error_code = case new.status when 'failed' then 'PROVIDER_ERROR' end,
      completed_at = new.finished_at
  where c.organization_id = new.organization_id and c.run_id = new.id and c.status in ('pending', 'running');
  delete from finding_regression f using integration_check_run c
  where c.organization_id = new.organization_id and c.run_id = new.id and c.status <> 'success'
    and f.organization_id = c.organization_id and f.detected_in_scan_id = c.id;
  delete from finding_resolution f using integration_check_run c
  where c.organization_id = new.organization_id and c.run_id = new.id and c.status <> 'success'
    and f.organization_id = c.organization_id and f.detected_in_scan_id = c.id;
  delete from integration_check_result r using integration_check_run c
  where c.organization_id = new.organization_id and c.run_id = new.id and c.status <> 'success'
    and r.organization_id = c.organization_id and r.check_run_id = c.id;
  return null;
end $$;
