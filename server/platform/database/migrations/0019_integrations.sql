-- Creates the connections to other systems, their check runs and their results. Manifests define the providers (server/integrations).
create table integration_connection (
  id text primary key,
  -- The slug of the provider's manifest.
  provider text not null,
  -- Whether the organization can have only one active connection to the provider.
  exclusive boolean not null,
  label text not null,
  status text not null default 'active' check (status in ('pending', 'active', 'error', 'paused', 'disconnected')),
  auth_strategy text not null check (auth_strategy in ('oauth2', 'api_key', 'basic', 'jwt', 'custom')),
  sync_cadence text, metadata jsonb not null default '{}', variables jsonb not null default '{}',
  -- The services whose checks run; null uses the services in the manifest.
  enabled_services text[],
  error_message text, credential_id text,
  -- The lease of the process that fetches a new access token, and the time until which other processes wait for the token.
  refresh_lease text, refresh_lease_until timestamptz(3),
  last_sync_at timestamptz(3),
  -- The next scheduled checks, people sync, device sync and scan; null while nothing is scheduled (spec/areas/integrations, rule 4).
  checks_due_at timestamptz(3), sync_due_at timestamptz(3), devices_due_at timestamptz(3), scan_due_at timestamptz(3),
  -- For a cloud account (spec/areas/cloud-security): whether scans use credentials, or an inventory that somebody uploaded.
  mode text not null default 'credentials' check (mode in ('credentials', 'inventory')),
  scan_mode text check (scan_mode in ('builtin_scanners', 'security_hub')),
  -- The services found in the account; null until they were looked up for the first time.
  detected_services text[], detected_at timestamptz(3),
  -- Names of the account's projects by id.
  project_names jsonb not null default '{}',
  reconnected_at timestamptz(3),
  -- The latest inventory that was uploaded for the connection or collected from the account.
  inventory_key text,
  -- The latest scan with the status success. Its results are the current findings.
  latest_scan_id text,
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('integration_connection');
-- The service's own work with a connection does not count as a change of the connection.
call stamp_updates('integration_connection', '{credential_id, refresh_lease, refresh_lease_until, last_sync_at, checks_due_at, sync_due_at, devices_due_at, scan_due_at, inventory_key, latest_scan_id}');
create unique index integration_connection_live on integration_connection (organization_id, provider) where exclusive and status <> 'disconnected' and deleted_at is null;
create index integration_connection_newest on integration_connection (organization_id, created_at desc, id desc) where deleted_at is null;
create index integration_connection_due on integration_connection (least(checks_due_at, sync_due_at, devices_due_at))
  where checks_due_at is not null or sync_due_at is not null or devices_due_at is not null;
create index on integration_connection (organization_id, inventory_key);
create index on integration_connection (organization_id, latest_scan_id);
create index integration_connection_scan_due on integration_connection (scan_due_at) where scan_due_at is not null;
create trigger forget_file after delete on integration_connection for each row execute function forget_file('inventory_key');
create trigger forget_other_file after update on integration_connection for each row when (old.inventory_key is distinct from new.inventory_key) execute function forget_file('inventory_key');

-- Every set of credentials that a connection had, with each value encrypted separately (server/platform/ports/vault.ts).
create table integration_credential (
  id text primary key, connection_id text not null, version integer not null, sealed jsonb not null,
  -- The id of the encryption key.
  key_id text not null,
  -- The time when the access token in the credentials expires.
  expires_at timestamptz(3), rotated_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
call tenant_table('integration_credential');
alter table integration_credential add foreign key (organization_id, connection_id) references integration_connection (organization_id, id) on delete cascade;
create unique index integration_credential_version on integration_credential (organization_id, connection_id, version);

-- One run of one check on one connection. The row stays when the connection is deleted, because a deletion only hides the connection.
create table integration_check_run (
  id text primary key, connection_id text not null,
  -- The background run that executes the check. The housekeeping removes that run after a while.
  run_id text,
  -- The task that the check ran for. The row stays when the task is deleted.
  task_id text, check_id text not null, check_name text not null,
  status text not null default 'pending' check (status in ('pending', 'running', 'success', 'failed', 'cancelled', 'inconclusive')),
  triggered_by text not null check (triggered_by in ('manual', 'scheduled', 'api', 'connect')),
  started_at timestamptz(3), completed_at timestamptz(3), total_checked integer not null default 0,
  passed_count integer not null default 0, failed_count integer not null default 0, error_message text,
  logs jsonb not null default '[]',
  -- A cloud scan is one run of a check that covers a whole account.
  scanned_services text[] not null default '{}', failed_services text[] not null default '{}',
  scan_mode text,
  error_code text check (error_code in ('SCC_NOT_ACTIVATED', 'GCP_ORG_MISSING', 'CREDENTIALS_MISSING', 'CREDENTIALS_EXPIRED', 'PROVIDER_ERROR')),
  created_at timestamptz(3) not null default now()
);
call tenant_table('integration_check_run');
alter table integration_check_run
  add foreign key (organization_id, connection_id) references integration_connection (organization_id, id) on delete cascade,
  add foreign key (organization_id, task_id) references task (organization_id, id) on delete set null (task_id);
create unique index integration_check_run_under_way on integration_check_run (organization_id, connection_id, check_id) where status in ('pending', 'running');
create index integration_check_run_newest on integration_check_run (organization_id, connection_id, created_at desc, id desc);
create index integration_check_run_of_run on integration_check_run (organization_id, run_id);
create index integration_check_run_of_task on integration_check_run (organization_id, task_id) where task_id is not null;
-- Lists the runs of a check on all connections.
create index integration_check_run_of_check on integration_check_run (organization_id, check_id, created_at desc, id desc);
-- Finds the newest runs of each check, and lists the runs of all checks by time.
create index integration_check_run_of_pair on integration_check_run (organization_id, connection_id, check_id, created_at desc, id desc);
create index integration_check_run_listed on integration_check_run (organization_id, created_at desc, id desc);
create index integration_check_run_scans on integration_check_run (organization_id, created_at desc, id desc)
  where check_id in ('aws-security-scan', 'gcp-security-scan', 'azure-security-scan');

alter table integration_connection
  add foreign key (organization_id, credential_id) references integration_credential (organization_id, id) on delete set null (credential_id),
  add foreign key (organization_id, inventory_key) references stored_file (organization_id, id),
  add foreign key (organization_id, latest_scan_id) references integration_check_run (organization_id, id) on delete set null (latest_scan_id);

create table integration_check_result (
  id text primary key, check_run_id text not null,
  -- The position in the list; failed results come first.
  place integer not null,
  passed boolean not null, resource_type text not null, resource_id text not null, title text not null,
  description text, severity text check (severity in ('info', 'low', 'medium', 'high', 'critical')),
  remediation text, evidence jsonb,
  -- The account that a result is about, for listTwoFactorStatuses. It is a separate column because, with row-level security, an
  -- index condition cannot call lower().
  account text,
  -- Only for results of cloud scans.
  service_id text,
  finding_key text,
  -- Identifies the check in exceptions, history and groups. Null if the check has no stable id.
  check_key text,
  region text, project_display_name text,
  -- The time of the first scan of the current unbroken series of failures.
  failing_since timestamptz(3),
  -- One key for a scan and a resource, used to look up the results of another scan for each failure. The planner has no statistics on a
  -- scan that just ended, and could choose an index that begins with the scan and read the whole scan each time.
  resource_key uuid generated always as (md5(check_run_id || ' ' || resource_id)::uuid) stored,
  collected_at timestamptz(3) not null default now()
);
call tenant_table('integration_check_result');
-- Sets the statistics by hand, because the collected ones may come from a table with few resources.
alter table integration_check_result alter column resource_key set (n_distinct = -0.2);
alter table integration_check_result add foreign key (organization_id, check_run_id) references integration_check_run (organization_id, id) on delete cascade;
create unique index integration_check_result_place on integration_check_result (organization_id, check_run_id, place);
create index integration_check_result_account on integration_check_result (organization_id, account, check_run_id) include (passed) where account is not null;
create index integration_check_result_findings on integration_check_result (organization_id, collected_at desc, id desc) where service_id is not null;
create index integration_check_result_failures on integration_check_result (organization_id, collected_at desc, id desc)
  where service_id is not null and not passed;
create index integration_check_result_resources on integration_check_result (organization_id, resource_key, check_key) where service_id is not null;
create function begin_check_result() returns trigger language plpgsql as $$
begin new.account := case when new.resource_type = 'user' then lower(new.resource_id) end; return new; end $$;
create trigger begin_check_result before insert or update of resource_type, resource_id on integration_check_result for each row execute function begin_check_result();

create table integration_sync_log (
  id text primary key, connection_id text not null, run_id text, provider text not null,
  event_type text not null check (event_type in ('employee_sync', 'device_sync')),
  status text not null default 'pending' check (status in ('pending', 'running', 'success', 'failed')),
  triggered_by text not null check (triggered_by in ('manual', 'scheduled', 'api')), user_id text, via text,
  started_at timestamptz(3), completed_at timestamptz(3), result jsonb, error text,
  created_at timestamptz(3) not null default now()
);
call tenant_table('integration_sync_log');
alter table integration_sync_log add foreign key (organization_id, connection_id) references integration_connection (organization_id, id) on delete cascade;
create unique index integration_sync_log_under_way on integration_sync_log (organization_id, connection_id, event_type) where status in ('pending', 'running');
create index integration_sync_log_newest on integration_sync_log (organization_id, created_at desc, id desc);
create index integration_sync_log_of_run on integration_sync_log (organization_id, run_id);

-- When a background run fails or is cancelled, its unfinished check runs and syncs end with it.
create function end_integration_work() returns trigger language plpgsql as $$
declare why text := case new.status when 'cancelled' then 'The run was cancelled' else coalesce(new.error, 'The work failed') end;
begin
  update integration_check_run c set status = case new.status when 'cancelled' then 'cancelled' else 'inconclusive' end, error_message = why, completed_at = new.finished_at
  where c.organization_id = new.organization_id and c.run_id = new.id and c.status in ('pending', 'running');
  update integration_sync_log l set status = 'failed', error = why, completed_at = new.finished_at
  where l.organization_id = new.organization_id and l.run_id = new.id and l.status in ('pending', 'running');
  return null;
end $$;
create trigger end_integration_work after update of status on run for each row
  when (new.kind in ('connection_checks', 'device_sync', 'employee_sync', 'task_check') and new.status in ('cancelled', 'failed'))
  execute function end_integration_work();

-- Whether a check of a connection provides evidence for a task, if a person decided that. Without a row, the provider's manifest decides.
create table integration_task_check (
  id text primary key, task_id text not null, connection_id text not null, check_id text not null,
  is_disabled boolean not null,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('integration_task_check'); call stamp_updates('integration_task_check');
alter table integration_task_check
  add foreign key (organization_id, task_id) references task (organization_id, id) on delete cascade,
  add foreign key (organization_id, connection_id) references integration_connection (organization_id, id) on delete cascade;
create unique index integration_task_check_once on integration_task_check (organization_id, task_id, connection_id, check_id);
create index on integration_task_check (organization_id, connection_id);
