-- Accounts of clouds, and the scans that check them (spec/areas/cloud-security).
alter table integration_connection
  -- Whether a scan reads the account with credentials, or an inventory that somebody has sent.
  add column mode text not null default 'credentials' check (mode in ('credentials', 'inventory')),
  add column scan_mode text check (scan_mode in ('builtin_scanners', 'security_hub')),
  -- Services that were found in the account; null until somebody has looked.
  add column detected_services text[],
  add column detected_at timestamptz(3),
  -- Names of projects of the account, by id.
  add column project_names jsonb not null default '{}',
  add column reconnected_at timestamptz(3),
  -- The last inventory that was given for the connection, or collected from the account.
  add column inventory_key text,
  -- The latest scan with the status success, whose results are the findings.
  add column latest_scan_id text,
  add column scan_due_at timestamptz(3),
  add foreign key (organization_id, inventory_key) references stored_file (organization_id, id),
  add foreign key (organization_id, latest_scan_id) references integration_check_run (organization_id, id) on delete set null (latest_scan_id);
create index on integration_connection (organization_id, inventory_key);
create index on integration_connection (organization_id, latest_scan_id);
create index integration_connection_scan_due on integration_connection (scan_due_at) where scan_due_at is not null;
create trigger forget_file after delete on integration_connection for each row execute function forget_file('inventory_key');
create trigger forget_other_file after update on integration_connection for each row when (old.inventory_key is distinct from new.inventory_key)
  execute function forget_file('inventory_key');
call stamp_updates('integration_connection', '{credential_id, refresh_lease, refresh_lease_until, last_sync_at, checks_due_at, sync_due_at, devices_due_at, scan_due_at, inventory_key, latest_scan_id}');

-- A scan is the run of a check that covers all of an account.
alter table integration_check_run
  add column scanned_services text[] not null default '{}',
  add column failed_services text[] not null default '{}',
  add column scan_mode text,
  add column error_code text check (error_code in ('SCC_NOT_ACTIVATED', 'GCP_ORG_MISSING', 'CREDENTIALS_MISSING', 'CREDENTIALS_EXPIRED', 'PROVIDER_ERROR'));
create index integration_check_run_scans on integration_check_run (organization_id, created_at desc, id desc)
  where check_id in ('aws-security-scan', 'gcp-security-scan', 'azure-security-scan');

alter table integration_check_result
  add column service_id text,
  add column finding_key text,
  -- Of exceptions, history and groups; null where nothing stable tells the check.
  add column check_key text,
  add column region text,
  add column project_display_name text,
  -- When the scans began to fail that have failed since without a break.
  add column failing_since timestamptz(3);
create index integration_check_result_findings on integration_check_result (organization_id, collected_at desc, id desc) where service_id is not null;
create index integration_check_result_failures on integration_check_result (organization_id, collected_at desc, id desc)
  where service_id is not null and not passed;
create index integration_check_result_keys on integration_check_result (organization_id, check_run_id, check_key, resource_id) where service_id is not null;

-- Failures that somebody has accepted.
create table finding_exception (
  id text primary key,
  connection_id text not null,
  check_id text not null,
  resource_id text not null,
  reason text not null check (length(reason) <= 5000),
  reviewed_by text check (length(reviewed_by) <= 500),
  expires_at timestamptz(3),
  -- Of the user.
  marked_by_id text not null,
  via text,
  marked_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  revoked_by_id text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('finding_exception');
alter table finding_exception
  add foreign key (organization_id, connection_id) references integration_connection (organization_id, id) on delete cascade;
create unique index finding_exception_once on finding_exception (organization_id, connection_id, check_id, resource_id);
create index on finding_exception (organization_id, marked_at desc, id desc);
call stamp_updates('finding_exception');

-- Failures that ended.
create table finding_resolution (
  id text primary key,
  connection_id text not null,
  check_id text not null,
  resource_id text not null,
  resource_type text,
  resolved_at timestamptz(3) not null,
  resolution_method text not null check (resolution_method in ('platform_fix', 'external_fix', 'resource_deleted', 'exception_marked')),
  resolved_by_id text,
  remediation_action_id text,
  resolved_from_scan_id text not null,
  detected_in_scan_id text not null,
  days_open integer
);
call tenant_table('finding_resolution');
alter table finding_resolution
  add foreign key (organization_id, connection_id) references integration_connection (organization_id, id) on delete cascade;
create index on finding_resolution (organization_id, connection_id, resolved_at desc, id desc);
create unique index on finding_resolution (organization_id, detected_in_scan_id, check_id, resource_id);
create index on finding_resolution (organization_id, connection_id, check_id, resource_id, resolved_at desc);

-- Failures that came back.
create table finding_regression (
  id text primary key,
  connection_id text not null,
  check_id text not null,
  resource_id text not null,
  previously_resolved_at timestamptz(3) not null,
  previous_resolution_id text,
  regressed_at timestamptz(3) not null,
  detected_in_scan_id text not null,
  days_clean integer
);
call tenant_table('finding_regression');
alter table finding_regression
  add foreign key (organization_id, connection_id) references integration_connection (organization_id, id) on delete cascade;
create index on finding_regression (organization_id, connection_id, regressed_at desc, id desc);
create unique index on finding_regression (organization_id, detected_in_scan_id, check_id, resource_id);

create table cloud_activity (
  id text primary key,
  connection_id text not null,
  type text not null check (type in ('scan', 'remediation', 'rollback', 'service_change', 'exception', 'settings')),
  description text not null,
  user_id text,
  status text not null check (status in ('success', 'failed', 'info')),
  metadata jsonb not null default '{}',
  created_at timestamptz(3) not null default now()
);
call tenant_table('cloud_activity');
alter table cloud_activity
  add foreign key (organization_id, connection_id) references integration_connection (organization_id, id) on delete cascade;
create index on cloud_activity (organization_id, connection_id, created_at desc, id desc);

-- A scan that ends early leaves no results, whoever ended it.
create function end_cloud_scan() returns trigger language plpgsql as $$
begin
  update integration_check_run c
  set status = new.status,
      error_message = case new.status when 'cancelled' then 'The scan was cancelled' else coalesce(new.error, 'The scan failed') end,
      error_code = case new.status when 'failed' then 'PROVIDER_ERROR' end,
      completed_at = new.finished_at
  where c.organization_id = new.organization_id and c.run_id = new.id and c.status in ('pending', 'running');
  delete from integration_check_result r using integration_check_run c
  where c.organization_id = new.organization_id and c.run_id = new.id and c.status <> 'success'
    and r.organization_id = c.organization_id and r.check_run_id = c.id;
  return null;
end $$;
create trigger end_cloud_scan after update of status on run for each row when (new.kind = 'cloud_scan' and new.status in ('cancelled', 'failed'))
  execute function end_cloud_scan();
