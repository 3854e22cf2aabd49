-- Work in the background (server/runs). Written by the request that starts it, taken by any server.
create table run (
  id text primary key,
  kind text not null,
  -- The record that is worked on; without one any number of runs of a kind may be under way.
  subject text,
  status text not null default 'queued' check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  done integer not null default 0,
  total integer not null default 0,
  input jsonb not null default '{}',
  result jsonb,
  error text,
  -- Who started it, and so who its changes are attributed to.
  actor jsonb not null,
  attempts integer not null default 0,
  -- From when on a server may take it: of a running one, when the lease of the server that has it runs out.
  due_at timestamptz(3) not null default now(),
  lease text,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3)
);
call tenant_table('run');
alter table run add constraint run_progress check (done >= 0 and (total = 0 or done <= total));
create unique index run_under_way on run (organization_id, kind, subject) where status in ('queued', 'running');
create index run_due on run (due_at) where status in ('queued', 'running');
create index run_busy on run (organization_id) where status = 'running';
create index run_finished on run (finished_at) where finished_at is not null;
