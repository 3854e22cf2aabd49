-- When the schedule runs an automation next: the morning of a day, or never while it is disabled.
alter table evidence_automation add column due_at timestamptz(3);
drop index evidence_automation_due;
create index evidence_automation_due on evidence_automation (due_at) where due_at is not null;
-- What the service notes of its own work is no change of an automation.
call stamp_updates('evidence_automation', '{last_run_at, due_at}');

-- A copy of the task of the automation, so that the runs of a task are listed by an index.
alter table evidence_automation_run add column task_id text;
update evidence_automation_run r set task_id = a.task_id from evidence_automation a where a.id = r.evidence_automation_id;
create function copy_task_of_automation() returns trigger language plpgsql as $$
begin
  new.task_id := (select a.task_id from evidence_automation a where a.organization_id = new.organization_id and a.id = new.evidence_automation_id);
  return new;
end $$;
create trigger copy_task_of_automation before insert on evidence_automation_run for each row execute function copy_task_of_automation();
create index evidence_automation_run_of_task on evidence_automation_run (organization_id, task_id, created_at desc, id desc);

-- A run of an automation follows the background run that executes it, whoever ended that.
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

-- With an automation or its task, the work on it ends.
create function cancel_background_run() returns trigger language plpgsql as $$
begin
  update run set status = 'cancelled', lease = null, finished_at = clock_timestamp()
  where organization_id = old.organization_id and id = old.run_id and status in ('queued', 'running');
  return null;
end $$;
create trigger cancel_background_run after delete on evidence_automation_run
  for each row when (old.status in ('pending', 'running')) execute function cancel_background_run();

-- A run that was swept is not referred to any more.
create function forget_background_run() returns trigger language plpgsql as $$
begin
  update evidence_automation_run set run_id = null where organization_id = old.organization_id and run_id = old.id;
  return null;
end $$;
create trigger forget_background_run after delete on run for each row when (old.kind = 'task_automation') execute function forget_background_run();
