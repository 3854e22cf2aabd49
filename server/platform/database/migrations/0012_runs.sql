-- Creates the tables for work in the background (server/runs) and for mail. A request writes a run, and any server may execute it.
create table run (
  id text primary key, kind text not null,
  -- The record that the run works on. Without one, any number of runs of a kind may be active.
  subject text,
  status text not null default 'queued' check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  done integer not null default 0, total integer not null default 0, input jsonb not null default '{}',
  result jsonb, error text,
  -- Who started the run; its changes are attributed to them.
  actor jsonb not null,
  attempts integer not null default 0,
  -- The time from which a server may take the run. For a running one, when the lease of its server expires.
  due_at timestamptz(3) not null default now(),
  lease text,
  created_at timestamptz(3) not null default now(), started_at timestamptz(3), finished_at timestamptz(3)
);
call tenant_table('run');
alter table run add constraint run_progress check (done >= 0 and (total = 0 or done <= total));
create unique index run_under_way on run (organization_id, kind, subject) where status in ('queued', 'running');
create index run_due on run (due_at) where status in ('queued', 'running');
create index run_busy on run (organization_id) where status = 'running';
create index run_finished on run (finished_at) where finished_at is not null;
-- Finds the newest export of an organization.
create index run_newest on run (organization_id, kind, created_at desc);
-- Lists the assessments of a vendor.
create index run_of_vendor on run (organization_id, subject, created_at desc, id desc) where kind = 'vendor_assessment';
-- Lists the runs that a grant of trust access started.
create index run_of_grant on run (organization_id, (actor ->> 'id')) where actor ->> 'credential' = 'grant';

-- The outbox: the transaction that a mail is about writes it, and the server sends it afterwards (server/mail).
create table mail (
  id text primary key, recipient text not null, subject text not null, text text not null,
  attempts integer not null default 0, due_at timestamptz(3) not null default now(), sent_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
call tenant_table('mail');
create index mail_due on mail (due_at) where sent_at is null;
create index mail_newest on mail (organization_id, created_at desc, id desc);

-- Files attached to a mail.
create table mail_attachment (id text primary key, mail_id text not null, name text not null, type text not null, content bytea not null);
call tenant_table('mail_attachment');
alter table mail_attachment add foreign key (organization_id, mail_id) references mail (organization_id, id) on delete cascade;
create index on mail_attachment (organization_id, mail_id);
create index on mail_attachment (mail_id);

-- How many times an organization called the language model on the last day (UTC) on which it did so. The id is that of the organization.
create table text_model_use (
  id text primary key default current_organization(),
  day date not null,
  calls integer not null check (calls >= 0)
);
call tenant_table('text_model_use');
alter table text_model_use add check (id = organization_id);
create unique index text_model_use_id on text_model_use (id);

-- Short-lived values, stored by the hash of their key until they are taken or expire.
create table ephemeral_value (key_hash text primary key, value jsonb not null, expires_at timestamptz(3) not null);
create index on ephemeral_value (expires_at);

-- Identifies the SECRET that this database was written with (server/platform/database/secret-mark.ts). At most one row.
create table secret_mark (id boolean primary key default true check (id), mark text not null);

-- Completed backups of the whole installation; the newest shows how much data a failure would lose. They describe this installation, so
-- neither backups nor exports include them.
create table installation_backup (
  id text primary key,
  -- The version of the program that took the backup.
  version text not null,
  -- The moment whose data the backup contains.
  taken_at timestamptz(3) not null,
  finished_at timestamptz(3) not null default clock_timestamp(),
  -- Size and hash of the backup file.
  size bigint not null check (size > 0),
  sha256 text not null, row_count bigint not null, file_count bigint not null, file_bytes bigint not null,
  -- Number of files that the database references but the store lacked or had with different content.
  fault_count bigint not null
);
create index on installation_backup (taken_at);
