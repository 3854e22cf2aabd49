-- Creates evidence forms, automations and exports, and adds to tasks the columns that 0006_tasks.sql did not need.
alter table task
  add column description text not null default '',
  add column automation_status text not null default 'AUTOMATED' check (automation_status in ('AUTOMATED', 'MANUAL')),
  add column frequency text check (frequency in ('daily', 'weekly', 'monthly', 'quarterly', 'yearly')),
  add column integration_schedule_frequency text not null default 'daily' check (integration_schedule_frequency in ('daily', 'weekly', 'monthly', 'quarterly', 'yearly')),
  add column integration_last_run_at timestamptz(3),
  add column department text default 'none' check (length(department) between 1 and 64),
  -- The position of the task on the board.
  add column position integer not null default 0,
  add column review_date timestamptz(3), add column last_completed_at timestamptz(3), add column assignee_id text,
  add column approver_id text, add column approved_at timestamptz(3),
  add column previous_status text check (previous_status in ('todo', 'in_progress', 'in_review', 'done', 'not_relevant', 'failed')),
  add column not_relevant_justification text, add column task_template_id text references task_template,
  add column archived_at timestamptz(3),
  add column created_at timestamptz(3) not null default now(),
  add column updated_at timestamptz(3) not null default now(),
  add foreign key (organization_id, assignee_id) references member (organization_id, id) on delete set null (assignee_id),
  add foreign key (organization_id, approver_id) references member (organization_id, id) on delete set null (approver_id);
-- The time of the last integration check does not count as a change of the task.
call stamp_updates('task', '{integration_last_run_at}');
create index on task (organization_id, task_template_id);
create index on task (organization_id, assignee_id);
create index on task (organization_id, approver_id);
create index on control_task (organization_id, control_id);
create index task_title on task (organization_id, title, id);
-- Sorts the board by status, position and age. Digits of fixed width sort the same in every collation.
create index task_board on task (organization_id,
  (case status when 'todo' then '0' when 'in_progress' then '1' when 'in_review' then '2' when 'done' then '3' when 'not_relevant' then '4' else '5' end
    || lpad(position::text, 10, '0') || lpad((extract(epoch from created_at at time zone 'UTC') * 1000)::bigint::text, 14, '0')),
  id);
-- Finds tasks of all organizations that are done and become due again.
create index task_due on task (review_date) where status = 'done' and archived_at is null;

create table framework_control_task (
  id text primary key, framework_instance_id text not null, control_id text not null, task_id text not null,
  created_at timestamptz(3) not null default now()
);
call tenant_table('framework_control_task');
alter table framework_control_task
  add foreign key (organization_id, framework_instance_id) references framework_instance (organization_id, id) on delete cascade,
  add foreign key (organization_id, control_id) references control (organization_id, id) on delete cascade,
  add foreign key (organization_id, task_id) references task (organization_id, id) on delete cascade;
create unique index on framework_control_task (organization_id, framework_instance_id, control_id, task_id);
create index on framework_control_task (organization_id, control_id);
create index on framework_control_task (organization_id, task_id);

-- Hosts that declarative checks may call: host names, or `*.` and a domain for its subdomains.
alter table organization add column automation_allowed_hosts text[] not null default '{}' check (cardinality(automation_allowed_hosts) <= 100);

create table evidence_form_setting (
  id text primary key, form_type evidence_form_type not null, is_not_relevant boolean not null default false,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('evidence_form_setting'); call stamp_updates('evidence_form_setting');
create unique index on evidence_form_setting (organization_id, form_type);

-- Evidence that somebody submitted with a form.
create table evidence_submission (
  id text primary key, form_type evidence_form_type not null, submitted_at timestamptz(3) not null default now(),
  -- Null for an anonymous report, and after the account was deleted.
  submitted_by_id text references user_account on delete set null, submitted_via text,
  -- Values by field key; the value of a file field is { fileName, fileKey }.
  data jsonb not null default jsonb_build_object('submissionDate', to_char(now() at time zone 'UTC', 'YYYY-MM-DD'))
    check (jsonb_typeof(data -> 'submissionDate') = 'string'),
  -- The texts of the values, for searching.
  search_text text not null default '',
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  reviewed_by_id text references user_account on delete set null, reviewed_at timestamptz(3),
  -- The API key that reviewed the submission for that user.
  reviewed_via text,
  review_reason text,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  check ((status = 'pending') = (reviewed_at is null)),
  check (status <> 'rejected' or review_reason is not null)
);
call tenant_table('evidence_submission'); call stamp_updates('evidence_submission');
create index evidence_submission_newest on evidence_submission (organization_id, form_type, submitted_at desc, id desc);
-- Lists the submissions of several forms, newest first.
create index evidence_submission_latest on evidence_submission (organization_id, submitted_at desc, id desc);
create index evidence_submission_of_user on evidence_submission (organization_id, submitted_by_id, submitted_at desc, id desc);
create index on evidence_submission (submitted_by_id);
create index on evidence_submission (reviewed_by_id);

-- Files of forms, uploaded before the submission and deleted with it. The uploader is not stored because reports may be anonymous.
create table evidence_file (
  id text primary key, file_key text not null, form_type evidence_form_type not null,
  -- Null until a submission references the file. The housekeeping removes files that no submission references within a day.
  submission_id text,
  name text not null, mime_type text not null,
  created_at timestamptz(3) not null default now()
);
call tenant_table('evidence_file');
alter table evidence_file
  add foreign key (organization_id, file_key) references stored_file (organization_id, id),
  add foreign key (organization_id, submission_id) references evidence_submission (organization_id, id) on delete cascade;
create unique index on evidence_file (organization_id, file_key);
create index on evidence_file (organization_id, submission_id);
create index on evidence_file (created_at) where submission_id is null;
create trigger forget_file after delete on evidence_file for each row execute function forget_file('file_key');
create trigger forget_other_file after update on evidence_file for each row when (old.file_key is distinct from new.file_key) execute function forget_file('file_key');

create table evidence_automation (
  id text primary key, task_id text not null, name text not null, description text,
  is_enabled boolean not null default false,
  schedule_frequency text not null default 'daily' check (schedule_frequency in ('daily', 'weekly', 'monthly', 'quarterly', 'yearly')),
  last_run_at timestamptz(3),
  -- The next scheduled run: the morning of a day, or null while the automation is disabled.
  due_at timestamptz(3),
  evaluation_criteria text,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('evidence_automation');
-- Times that the service records about its runs do not count as changes of the automation.
call stamp_updates('evidence_automation', '{last_run_at, due_at}');
alter table evidence_automation add foreign key (organization_id, task_id) references task (organization_id, id) on delete cascade;
create index evidence_automation_of_task on evidence_automation (organization_id, task_id, created_at, id);
-- The scheduler finds the due automations of all organizations with this index.
create index evidence_automation_due on evidence_automation (due_at) where due_at is not null;

create table evidence_automation_version (
  id text primary key, evidence_automation_id text not null, version integer not null check (version >= 1),
  file_name text not null, file_type text not null, file_size integer not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'), file_key text not null,
  -- Whether the check uses credentials or results of connections.
  uses_connections boolean not null default true,
  -- Null after the account was deleted.
  published_by_id text references user_account on delete set null, published_via text,
  -- Who published the version, in the format of run.actor.
  publisher jsonb,
  changelog text,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('evidence_automation_version'); call stamp_updates('evidence_automation_version');
alter table evidence_automation_version
  add foreign key (organization_id, evidence_automation_id) references evidence_automation (organization_id, id) on delete cascade,
  add foreign key (organization_id, file_key) references stored_file (organization_id, id);
create unique index evidence_automation_version_number on evidence_automation_version (organization_id, evidence_automation_id, version desc);
create index on evidence_automation_version (organization_id, file_key);
create index on evidence_automation_version (published_by_id);
create trigger forget_file after delete on evidence_automation_version for each row execute function forget_file('file_key');
create trigger forget_other_file after update on evidence_automation_version for each row when (old.file_key is distinct from new.file_key) execute function forget_file('file_key');

create table evidence_automation_run (
  id text primary key, evidence_automation_id text not null,
  -- A copy of the automation's task, so that an index can list the runs of a task.
  task_id text,
  -- The background run that executes this run. Rows here stay when the background run is removed.
  run_id text,
  status text not null default 'pending' check (status in ('pending', 'running', 'completed', 'failed', 'cancelled')),
  started_at timestamptz(3), completed_at timestamptz(3), success boolean, error text, logs jsonb, output jsonb,
  evaluation_status text check (evaluation_status in ('pass', 'fail')), evaluation_reason text,
  triggered_by text not null default 'scheduled' check (triggered_by in ('scheduled', 'manual', 'api')),
  run_duration integer check (run_duration >= 0),
  -- Null if the run tried a draft, which is no evidence.
  version integer,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  check ((status in ('completed', 'failed', 'cancelled')) = (completed_at is not null))
);
call tenant_table('evidence_automation_run'); call stamp_updates('evidence_automation_run');
alter table evidence_automation_run add foreign key (organization_id, evidence_automation_id) references evidence_automation (organization_id, id) on delete cascade;
create index evidence_automation_run_newest on evidence_automation_run (organization_id, evidence_automation_id, created_at desc, id desc);
-- Allows only one active run of an automation.
create unique index evidence_automation_run_active on evidence_automation_run (organization_id, evidence_automation_id) where status in ('pending', 'running');
create index on evidence_automation_run (organization_id, run_id);
create function copy_task_of_automation() returns trigger language plpgsql as $$
begin
  new.task_id := (select a.task_id from evidence_automation a where a.organization_id = new.organization_id and a.id = new.evidence_automation_id);
  return new;
end $$;
create trigger copy_task_of_automation before insert on evidence_automation_run for each row execute function copy_task_of_automation();
create index evidence_automation_run_of_task on evidence_automation_run (organization_id, task_id, created_at desc, id desc);

-- Copies the outcome of the background run to the automation run, even if a person cancelled it or the server failed it.
create function follow_background_run() returns trigger language plpgsql as $$
begin
  update evidence_automation_run r set
    status = case new.status when 'queued' then 'pending' else new.status end,
    started_at = case when new.status = 'running' then coalesce(r.started_at, new.started_at) else r.started_at end,
    completed_at = new.finished_at,
    success = case when new.status = 'failed' then false end,
    error = case when new.status = 'failed' then coalesce(new.error, 'The work failed') end,
    updated_at = greatest(clock_timestamp(), r.updated_at + interval '1 millisecond')
  where r.organization_id = new.organization_id and r.run_id = new.id and r.status in ('pending', 'running');
  return null;
end $$;
create trigger follow_background_run after update of status on run
  for each row when (new.kind = 'task_automation' and new.status is distinct from old.status and new.status <> 'completed')
  execute function follow_background_run();

-- Cancels the background run when its automation or task is deleted.
create function cancel_background_run() returns trigger language plpgsql as $$
begin
  update run set status = 'cancelled', lease = null, finished_at = clock_timestamp()
  where organization_id = old.organization_id and id = old.run_id and status in ('queued', 'running');
  return null;
end $$;
create trigger cancel_background_run after delete on evidence_automation_run for each row when (old.status in ('pending', 'running')) execute function cancel_background_run();

-- Clears the reference to a background run that the housekeeping removed.
create function forget_background_run() returns trigger language plpgsql as $$
begin update evidence_automation_run set run_id = null where organization_id = old.organization_id and run_id = old.id; return null; end $$;
create trigger forget_background_run after delete on run for each row when (old.kind = 'task_automation') execute function forget_background_run();

-- Evidence archives that runs created. A row is deleted with its file when the archive expires.
create table evidence_export (
  -- The id of the run.
  id text primary key,
  file_name text not null, file_size bigint not null, file_key text not null,
  expires_at timestamptz(3) not null
);
call tenant_table('evidence_export');
alter table evidence_export add foreign key (organization_id, file_key) references stored_file (organization_id, id);
create index on evidence_export (organization_id, file_key);
create index evidence_export_expired on evidence_export (expires_at);
create trigger forget_file after delete on evidence_export for each row execute function forget_file('file_key');
create trigger forget_other_file after update on evidence_export for each row when (old.file_key is distinct from new.file_key) execute function forget_file('file_key');
