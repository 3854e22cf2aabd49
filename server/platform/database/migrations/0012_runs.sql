-- Work in the background (server/runs). Written by the request that starts it, taken by any server.
create table run (
  id text primary key, kind text not null,
  -- The record that is worked on; without one any number of runs of a kind may be under way.
  subject text,
  status text not null default 'queued' check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  done integer not null default 0, total integer not null default 0, input jsonb not null default '{}',
  result jsonb, error text,
  -- Who started it, and so who its changes are attributed to.
  actor jsonb not null,
  attempts integer not null default 0,
  -- From when on a server may take it: of a running one, when the lease of the server that has it runs out.
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
-- The newest export of an organization.
create index run_newest on run (organization_id, kind, created_at desc);
-- The assessments of a vendor are listed.
create index run_of_vendor on run (organization_id, subject, created_at desc, id desc) where kind = 'vendor_assessment';
-- The runs that a grant of trust access started.
create index run_of_grant on run (organization_id, (actor ->> 'id')) where actor ->> 'credential' = 'grant';

-- The outbox: written in the transaction of the change that a mail is about, sent afterwards (server/mail).
create table mail (
  id text primary key, recipient text not null, subject text not null, text text not null,
  attempts integer not null default 0, due_at timestamptz(3) not null default now(), sent_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
call tenant_table('mail');
create index mail_due on mail (due_at) where sent_at is null;
create index mail_newest on mail (organization_id, created_at desc, id desc);

-- Files that go out with a mail.
create table mail_attachment (id text primary key, mail_id text not null, name text not null, type text not null, content bytea not null);
call tenant_table('mail_attachment');
alter table mail_attachment add foreign key (organization_id, mail_id) references mail (organization_id, id) on delete cascade;
create index on mail_attachment (organization_id, mail_id);
create index on mail_attachment (mail_id);

-- How often an organization has called the language model on the last day on which it did (UTC). The id is that of the organization.
create table text_model_use (
  id text primary key default current_organization(),
  day date not null,
  calls integer not null check (calls >= 0)
);
call tenant_table('text_model_use');
alter table text_model_use add check (id = organization_id);
create unique index text_model_use_id on text_model_use (id);

-- What is needed for a moment: by the hash of what it is asked for with, until it is taken or over.
create table ephemeral_value (key_hash text primary key, value jsonb not null, expires_at timestamptz(3) not null);
create index on ephemeral_value (expires_at);

-- What the SECRET is known by that this database was written with (server/platform/database/secret-mark.ts). One row at most.
create table secret_mark (id boolean primary key default true check (id), mark text not null);

-- Backups of the whole installation that were completed: the newest says how much would be lost. They are of this installation, so they are
-- neither in a backup nor in an export.
create table installation_backup (
  id text primary key,
  -- Of the program that took it.
  version text not null,
  -- The moment that it shows.
  taken_at timestamptz(3) not null,
  finished_at timestamptz(3) not null default clock_timestamp(),
  -- Of the file.
  size bigint not null check (size > 0),
  sha256 text not null, row_count bigint not null, file_count bigint not null, file_bytes bigint not null,
  -- Files that the database names and the store did not have, or had with another content.
  fault_count bigint not null
);
create index on installation_backup (taken_at);
