-- A provider that the organization has connected. What a provider is stands in its manifest (server/integrations).
create table integration_connection (
  id text primary key,
  -- Slug of the manifest.
  provider text not null,
  -- Whether there is no second one of this provider beside it.
  exclusive boolean not null,
  label text not null,
  status text not null default 'active' check (status in ('pending', 'active', 'error', 'paused', 'disconnected')),
  auth_strategy text not null check (auth_strategy in ('oauth2', 'api_key', 'basic', 'jwt', 'custom')),
  sync_cadence text,
  metadata jsonb not null default '{}',
  variables jsonb not null default '{}',
  -- Services whose checks are run; null leaves it to the manifest.
  enabled_services text[],
  error_message text,
  credential_id text,
  -- Who is fetching a new access token, and until when others wait for it.
  refresh_lease text,
  refresh_lease_until timestamptz(3),
  last_sync_at timestamptz(3),
  -- When the schedule is to use it next; null while it is not to.
  checks_due_at timestamptz(3),
  sync_due_at timestamptz(3),
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('integration_connection');
create unique index integration_connection_live on integration_connection (organization_id, provider) where exclusive and status <> 'disconnected' and deleted_at is null;
create index integration_connection_newest on integration_connection (organization_id, created_at desc, id desc) where deleted_at is null;
create index integration_connection_due on integration_connection (least(checks_due_at, sync_due_at)) where checks_due_at is not null or sync_due_at is not null;

-- Each set of credentials that a connection had, encrypted value by value (server/platform/ports/vault.ts).
create table integration_credential (
  id text primary key,
  connection_id text not null,
  version integer not null,
  sealed jsonb not null,
  -- Of the key that they are encrypted with.
  key_id text not null,
  -- When the access token among them runs out.
  expires_at timestamptz(3),
  rotated_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
call tenant_table('integration_credential');
alter table integration_credential add foreign key (organization_id, connection_id) references integration_connection (organization_id, id) on delete cascade;
create unique index integration_credential_version on integration_credential (organization_id, connection_id, version);
alter table integration_connection add foreign key (organization_id, credential_id) references integration_credential (organization_id, id) on delete set null (credential_id);

-- One run of one check on one connection. Stays when the connection is deleted, which only hides that.
create table integration_check_run (
  id text primary key,
  connection_id text not null,
  -- The background run that works on it, which is swept after a while.
  run_id text,
  check_id text not null,
  check_name text not null,
  status text not null default 'pending' check (status in ('pending', 'running', 'success', 'failed', 'cancelled', 'inconclusive')),
  triggered_by text not null check (triggered_by in ('manual', 'scheduled', 'api', 'connect')),
  started_at timestamptz(3),
  completed_at timestamptz(3),
  total_checked integer not null default 0,
  passed_count integer not null default 0,
  failed_count integer not null default 0,
  error_message text,
  logs jsonb not null default '[]',
  created_at timestamptz(3) not null default now()
);
call tenant_table('integration_check_run');
alter table integration_check_run add foreign key (organization_id, connection_id) references integration_connection (organization_id, id) on delete cascade;
create unique index integration_check_run_under_way on integration_check_run (organization_id, connection_id, check_id) where status in ('pending', 'running');
create index integration_check_run_newest on integration_check_run (organization_id, connection_id, created_at desc, id desc);
create index integration_check_run_of_run on integration_check_run (organization_id, run_id);

create table integration_check_result (
  id text primary key,
  check_run_id text not null,
  -- Place in the list: what failed comes first.
  place integer not null,
  passed boolean not null,
  resource_type text not null,
  resource_id text not null,
  title text not null,
  description text,
  severity text check (severity in ('info', 'low', 'medium', 'high', 'critical')),
  remediation text,
  evidence jsonb,
  collected_at timestamptz(3) not null default now()
);
call tenant_table('integration_check_result');
alter table integration_check_result add foreign key (organization_id, check_run_id) references integration_check_run (organization_id, id) on delete cascade;
create unique index integration_check_result_place on integration_check_result (organization_id, check_run_id, place);

create table integration_sync_log (
  id text primary key,
  connection_id text not null,
  run_id text,
  provider text not null,
  event_type text not null check (event_type in ('employee_sync', 'device_sync')),
  status text not null default 'pending' check (status in ('pending', 'running', 'success', 'failed')),
  triggered_by text not null check (triggered_by in ('manual', 'scheduled', 'api')),
  user_id text,
  started_at timestamptz(3),
  completed_at timestamptz(3),
  result jsonb,
  error text,
  created_at timestamptz(3) not null default now()
);
call tenant_table('integration_sync_log');
alter table integration_sync_log add foreign key (organization_id, connection_id) references integration_connection (organization_id, id) on delete cascade;
create unique index integration_sync_log_under_way on integration_sync_log (organization_id, connection_id, event_type) where status in ('pending', 'running');
create index integration_sync_log_newest on integration_sync_log (organization_id, created_at desc, id desc);
create index integration_sync_log_of_run on integration_sync_log (organization_id, run_id);

-- What a background run leaves unfinished when it ends early is ended with it, whoever ended it.
create function end_integration_work() returns trigger language plpgsql as $$
declare
  why text := case new.status when 'cancelled' then 'The run was cancelled' else coalesce(new.error, 'The work failed') end;
begin
  update integration_check_run c set status = case new.status when 'cancelled' then 'cancelled' else 'inconclusive' end, error_message = why, completed_at = new.finished_at
  where c.organization_id = new.organization_id and c.run_id = new.id and c.status in ('pending', 'running');
  update integration_sync_log l set status = 'failed', error = why, completed_at = new.finished_at
  where l.organization_id = new.organization_id and l.run_id = new.id and l.status in ('pending', 'running');
  return null;
end $$;
create trigger end_integration_work after update of status on run for each row when (new.kind in ('connection_checks', 'employee_sync') and new.status in ('cancelled', 'failed'))
  execute function end_integration_work();
