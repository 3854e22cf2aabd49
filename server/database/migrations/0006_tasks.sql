-- Controls, and the compliance tasks that give evidence for them.
create table control (
  id text primary key,
  name text not null,
  description text not null default '',
  last_review_date timestamptz(3),
  next_review_date timestamptz(3),
  -- Set and taken back by updates of a framework alone.
  archived_at timestamptz(3),
  control_template_id text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('control');
create unique index control_of_template on control (organization_id, control_template_id);
create index on control (organization_id, name, id);
create index control_newest on control (organization_id, created_at desc, id desc);
create index on control (organization_id, updated_at, id);

create table task (
  id text primary key,
  title text not null,
  description text not null default '',
  status text not null default 'todo' check (status in ('todo', 'in_progress', 'in_review', 'done', 'not_relevant', 'failed')),
  automation_status text not null default 'AUTOMATED' check (automation_status in ('AUTOMATED', 'MANUAL')),
  frequency text check (frequency in ('daily', 'weekly', 'monthly', 'quarterly', 'yearly')),
  integration_schedule_frequency text not null default 'daily' check (integration_schedule_frequency in ('daily', 'weekly', 'monthly', 'quarterly', 'yearly')),
  integration_last_run_at timestamptz(3),
  department text default 'none' check (length(department) between 1 and 64),
  -- Its place on the board.
  position integer not null default 0,
  review_date timestamptz(3),
  last_completed_at timestamptz(3),
  assignee_id text,
  approver_id text,
  approved_at timestamptz(3),
  previous_status text check (previous_status in ('todo', 'in_progress', 'in_review', 'done', 'not_relevant', 'failed')),
  not_relevant_justification text,
  task_template_id text,
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('task');
alter table task
  add foreign key (organization_id, assignee_id) references member (organization_id, id) on delete set null (assignee_id),
  add foreign key (organization_id, approver_id) references member (organization_id, id) on delete set null (approver_id);
create index on task (organization_id, task_template_id);
create index on task (organization_id, assignee_id);
create index on task (organization_id, approver_id);

create table control_task (
  id text primary key,
  control_id text not null,
  task_id text not null
);
call tenant_table('control_task');
-- A reference between tenant tables carries the organization, so that it cannot cross.
alter table control_task
  add foreign key (organization_id, control_id) references control (organization_id, id) on delete cascade,
  add foreign key (organization_id, task_id) references task (organization_id, id) on delete cascade;
create unique index on control_task (organization_id, task_id, control_id);
create index on control_task (organization_id, control_id);
