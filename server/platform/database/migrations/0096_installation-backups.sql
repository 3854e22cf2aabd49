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
  sha256 text not null,
  row_count bigint not null,
  file_count bigint not null,
  file_bytes bigint not null,
  -- Files that the database names and the store did not have, or had with another content.
  fault_count bigint not null
);
create index on installation_backup (taken_at);
