-- A scan is compared with the one before by resource and by resource and check, whatever the planner knows of scans that are new.
create index integration_check_result_resources on integration_check_result (organization_id, check_run_id, resource_id, check_key)
  where service_id is not null;
drop index integration_check_result_keys;
