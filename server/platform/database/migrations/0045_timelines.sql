-- The dated plan of an adopted framework, one for each track and audit cycle. Its template is data of the program.
create table timeline (
  id text primary key,
  framework_instance_id text not null,
  template_id text not null,
  track_key text not null default 'primary',
  cycle_number integer not null check (cycle_number >= 1),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'ACTIVE', 'PAUSED', 'COMPLETED')),
  start_date timestamptz(3),
  paused_at timestamptz(3),
  completed_at timestamptz(3),
  -- Null while the timeline is not locked.
  locked_at timestamptz(3),
  -- Ids of users, which stay when the account is gone.
  locked_by_id text,
  unlocked_at timestamptz(3),
  unlocked_by_id text,
  unlock_reason text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('timeline');
call stamp_updates('timeline');
alter table timeline add foreign key (organization_id, framework_instance_id) references framework_instance (organization_id, id) on delete cascade;
create unique index on timeline (organization_id, framework_instance_id, track_key, cycle_number);
create index timeline_newest on timeline (organization_id, created_at desc, id desc);

create table timeline_phase (
  id text primary key,
  timeline_id text not null,
  phase_template_id text,
  name text not null,
  description text,
  group_label text,
  order_index integer not null check (order_index >= 0),
  status text not null default 'PENDING' check (status in ('PENDING', 'IN_PROGRESS', 'COMPLETED')),
  start_date timestamptz(3),
  end_date timestamptz(3),
  duration_weeks integer not null check (duration_weeks >= 1),
  completion_type text not null default 'MANUAL' check (completion_type in ('AUTO_TASKS', 'AUTO_POLICIES', 'AUTO_PEOPLE', 'AUTO_FINDINGS', 'AUTO_UPLOAD', 'MANUAL')),
  locks_timeline_on_complete boolean not null default false,
  dates_pinned boolean not null default false,
  regressed_at timestamptz(3),
  completed_at timestamptz(3),
  -- Id of the user who completed the phase by hand, which stays when the account is gone.
  completed_by_id text,
  ready_for_review boolean not null default false,
  ready_for_review_at timestamptz(3),
  document_url text,
  document_name text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (end_date >= start_date)
);
call tenant_table('timeline_phase');
call stamp_updates('timeline_phase');
alter table timeline_phase add foreign key (organization_id, timeline_id) references timeline (organization_id, id) on delete cascade;
create index timeline_phase_order on timeline_phase (organization_id, timeline_id, order_index);

-- How far the audit log of an organization had come when its timelines were last checked, and when the next check is due at the latest.
create table timeline_check (
  id text primary key,
  sequence bigint not null,
  due_at timestamptz(3) not null
);
call tenant_table('timeline_check');
create unique index timeline_check_of_organization on timeline_check (organization_id);
-- What phases of findings count.
create index on finding (organization_id, type, created_at);
