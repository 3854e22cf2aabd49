-- Only what the risks show of controls, compliance tasks and task items; their areas will add the rest.
create table control (
  id text primary key,
  name text not null
);
call tenant_table('control');

create table task (
  id text primary key,
  title text not null,
  status text not null default 'todo' check (status in ('todo', 'in_progress', 'in_review', 'done', 'not_relevant', 'failed'))
);
call tenant_table('task');

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
