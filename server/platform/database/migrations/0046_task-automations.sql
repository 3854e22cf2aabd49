-- Hosts that declarative checks may call: names, or `*.` and a domain for its subdomains.
alter table organization add column automation_allowed_hosts text[] not null default '{}' check (cardinality(automation_allowed_hosts) <= 100);

create table evidence_automation (
  id text primary key,
  task_id text not null,
  name text not null,
  description text,
  is_enabled boolean not null default false,
  schedule_frequency text not null default 'daily' check (schedule_frequency in ('daily', 'weekly', 'monthly', 'quarterly', 'yearly')),
  last_run_at timestamptz(3),
  evaluation_criteria text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('evidence_automation');
call stamp_updates('evidence_automation');
alter table evidence_automation add foreign key (organization_id, task_id) references task (organization_id, id) on delete cascade;
create index evidence_automation_of_task on evidence_automation (organization_id, task_id, created_at, id);
-- What the schedule looks at, across all organizations.
create index evidence_automation_due on evidence_automation (last_run_at) where is_enabled;

create table evidence_automation_version (
  id text primary key,
  evidence_automation_id text not null,
  version integer not null check (version >= 1),
  file_name text not null,
  file_type text not null,
  file_size integer not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  file_key text not null,
  -- Null when the account is deleted.
  published_by_id text references user_account on delete set null,
  changelog text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('evidence_automation_version');
call stamp_updates('evidence_automation_version');
alter table evidence_automation_version
  add foreign key (organization_id, evidence_automation_id) references evidence_automation (organization_id, id) on delete cascade,
  add foreign key (organization_id, file_key) references stored_file (organization_id, id);
create unique index evidence_automation_version_number on evidence_automation_version (organization_id, evidence_automation_id, version desc);
create index on evidence_automation_version (organization_id, file_key);
create index on evidence_automation_version (published_by_id);
create trigger forget_file after delete on evidence_automation_version for each row execute function forget_file('file_key');
create trigger forget_other_file after update on evidence_automation_version for each row when (old.file_key is distinct from new.file_key) execute function forget_file('file_key');

create table evidence_automation_run (
  id text primary key,
  evidence_automation_id text not null,
  -- Of the work in the background that executes it; it stays when that is removed.
  run_id text,
  status text not null default 'pending' check (status in ('pending', 'running', 'completed', 'failed', 'cancelled')),
  started_at timestamptz(3),
  completed_at timestamptz(3),
  success boolean,
  error text,
  logs jsonb,
  output jsonb,
  evaluation_status text check (evaluation_status in ('pass', 'fail')),
  evaluation_reason text,
  triggered_by text not null default 'scheduled' check (triggered_by in ('scheduled', 'manual', 'api')),
  run_duration integer check (run_duration >= 0),
  -- Null: a draft was tried, which is no evidence.
  version integer,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check ((status in ('completed', 'failed', 'cancelled')) = (completed_at is not null))
);
call tenant_table('evidence_automation_run');
call stamp_updates('evidence_automation_run');
alter table evidence_automation_run
  add foreign key (organization_id, evidence_automation_id) references evidence_automation (organization_id, id) on delete cascade;
create index evidence_automation_run_newest on evidence_automation_run (organization_id, evidence_automation_id, created_at desc, id desc);
-- One run of an automation at a time.
create unique index evidence_automation_run_active on evidence_automation_run (organization_id, evidence_automation_id) where status in ('pending', 'running');
create index on evidence_automation_run (organization_id, run_id);
