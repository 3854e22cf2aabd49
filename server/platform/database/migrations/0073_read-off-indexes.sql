-- The newest runs of each check, and the runs of all checks in their order (spec/areas/integrations, listTaskCheckRuns).
create index integration_check_run_of_pair on integration_check_run (organization_id, connection_id, check_id, created_at desc, id desc);
create index integration_check_run_listed on integration_check_run (organization_id, created_at desc, id desc);

-- Results by the account that they are about, for listTwoFactorStatuses: a column of its own, because row-level security keeps lower() out of
-- the conditions that an index is searched by.
alter table integration_check_result add column account text generated always as (case when resource_type = 'user' then lower(resource_id) end) stored;
create index integration_check_result_account on integration_check_result (organization_id, account, check_run_id) include (passed) where account is not null;
