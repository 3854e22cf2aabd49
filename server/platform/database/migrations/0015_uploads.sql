-- A reserved key and, once they are there, the bytes below it. Which status it is in follows from its times.
create table upload (
  id text primary key,
  purpose text not null check (purpose in ('questionnaire', 'policy_pdf', 'evidence', 'attachment', 'document', 'general')),
  file_name text not null,
  file_type text not null,
  file_key text not null,
  size integer,
  -- SHA-256 of the bytes, in hex.
  sha256 text,
  uploaded_at timestamptz(3),
  consumed_at timestamptz(3),
  -- Without bytes the end of the signed link, with them the end of the bytes.
  expires_at timestamptz(3) not null,
  -- Whether there may still be bytes.
  kept boolean not null default true,
  created_at timestamptz(3) not null default now()
);
call tenant_table('upload');
create unique index upload_key on upload (organization_id, file_key);
create index on upload (expires_at) where kept;

-- Files that no row names any more. They are removed once the change is kept; those that a crash left over, by the housekeeping.
create table obsolete_file (
  -- The key of the file.
  id text primary key,
  created_at timestamptz(3) not null default now()
);
call tenant_table('obsolete_file');
create index on obsolete_file (created_at);

-- For tables with a file_key: the file goes with the row, however that goes. Those of a whole organization go with it.
create function forget_file() returns trigger language plpgsql as $$
begin
  insert into obsolete_file (id, organization_id) select old.file_key, old.organization_id from organization o where o.id = old.organization_id
  on conflict (id) do nothing;
  return null;
end $$;
create trigger forget_file after delete on upload for each row execute function forget_file();
