-- The newest runs of each check, and the runs of all checks in their order.
create index integration_check_run_of_pair on integration_check_run (organization_id, connection_id, check_id, created_at desc, id desc);
create index integration_check_run_listed on integration_check_run (organization_id, created_at desc, id desc);

-- Results by the account that they are about, for listTwoFactorStatuses: a column of its own, because row-level security keeps lower() out of
-- the conditions that an index is searched by.
alter table integration_check_result add column account text;
create function begin_check_result() returns trigger language plpgsql as $$
begin
  new.account := case when new.resource_type = 'user' then lower(new.resource_id) end;
  return new;
end $$;
create trigger begin_check_result before insert or update of resource_type, resource_id on integration_check_result for each row execute function begin_check_result();
update integration_check_result set resource_id = resource_id where resource_type = 'user';
create index integration_check_result_account on integration_check_result (organization_id, account, check_run_id) include (passed) where account is not null;
