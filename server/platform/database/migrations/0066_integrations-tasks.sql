-- Checks of single tasks (spec/areas/integrations, rule 5).

-- The task that a check ran for. The run stays when the task goes.
alter table integration_check_run add task_id text;
alter table integration_check_run
  add foreign key (organization_id, task_id) references task (organization_id, id) on delete set null (task_id);
create index integration_check_run_of_task on integration_check_run (organization_id, task_id) where task_id is not null;

-- Whether a check of a connection gives evidence for a task, where somebody has said so. Otherwise its provider says it.
create table integration_task_check (
  id text primary key,
  task_id text not null,
  connection_id text not null,
  check_id text not null,
  is_disabled boolean not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('integration_task_check');
alter table integration_task_check
  add foreign key (organization_id, task_id) references task (organization_id, id) on delete cascade,
  add foreign key (organization_id, connection_id) references integration_connection (organization_id, id) on delete cascade;
create unique index integration_task_check_once on integration_task_check (organization_id, task_id, connection_id, check_id);
create index on integration_task_check (organization_id, connection_id);
call stamp_updates('integration_task_check');

-- Also what these kinds of runs leave unfinished is ended with them.
drop trigger end_integration_work on run;
create trigger end_integration_work after update of status on run for each row
  when (new.kind in ('connection_checks', 'device_sync', 'employee_sync', 'task_check') and new.status in ('cancelled', 'failed'))
  execute function end_integration_work();
