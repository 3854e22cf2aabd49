-- Creates the tables for stored files and uploads. stored_file has a row for every file of an organization: other tables reference it, and
-- the housekeeping removes files without a row from the store.
create table stored_file (
  -- The key of the file, which is never reused.
  id text primary key,
  size bigint not null check (size >= 0),
  -- SHA-256 of the bytes, in hex. Null for files that clients sent to the store directly, and for files of 0.1.0: no server read them.
  sha256 text,
  created_at timestamptz(3) not null default now()
);
call tenant_table('stored_file');
-- A key begins with the organization, so it is unique by itself.
create unique index stored_file_id on stored_file (id);

-- Bytes stored for each organization, counted by triggers. The row lock keeps two transactions from both using the last free space.
create table storage_usage (
  id text primary key references organization on delete cascade,
  bytes bigint not null default 0 check (bytes >= 0)
);
alter table storage_usage enable row level security;
create policy tenant on storage_usage to tenant using (id = (select current_organization()));
grant select on storage_usage to tenant;

create function count_stored_file() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    update storage_usage u set bytes = u.bytes - old.size where u.id = old.organization_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into storage_usage as u (id, bytes) values (new.organization_id, new.size) on conflict (id) do update set bytes = u.bytes + excluded.bytes;
  end if;
  return null;
end $$;
create trigger count_stored_file after insert or delete or update on stored_file for each row execute function count_stored_file();

-- Files that no row references any more. The server removes them after the commit; the housekeeping removes files that a crash left behind.
create table obsolete_file (
  id text primary key,
  created_at timestamptz(3) not null default now()
);
call tenant_table('obsolete_file');
create index on obsolete_file (created_at);

-- A file is removed from the store only after the deletion of its row is committed. Files of a deleted organization are noted below.
create function note_obsolete_file() returns trigger language plpgsql as $$
begin
  insert into obsolete_file (id, organization_id) select old.id, o.id from organization o where o.id = old.organization_id on conflict do nothing;
  return null;
end $$;
create trigger note_obsolete_file after delete on stored_file for each row execute function note_obsolete_file();

-- Deleted organizations whose files still have to be removed. The rows that listed the files were deleted with the organization.
create table deleted_organization (id text primary key, created_at timestamptz(3) not null default now());
create function note_deleted_organization() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin insert into deleted_organization (id) values (old.id) on conflict (id) do nothing; return null; end $$;
create trigger note_deleted_organization after delete on organization for each row execute function note_deleted_organization();
-- An organization that is imported again from an export keeps the files that it brings.
create function note_returned_organization() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin delete from deleted_organization d where d.id = new.id; return null; end $$;
create trigger note_returned_organization after insert on organization for each row execute function note_returned_organization();

-- Trigger for tables with a column that references a file (its argument): deletes a file that the row no longer references.
create function forget_file() returns trigger language plpgsql as $$
begin
  delete from stored_file f
  where f.organization_id = coalesce(to_jsonb(old) ->> 'organization_id', to_jsonb(old) ->> 'id') and f.id = to_jsonb(old) ->> tg_argv[0];
  return null;
end $$;

-- Logos of 0.1.0. The housekeeping measures their sizes later.
insert into stored_file (id, organization_id, size, sha256, created_at)
  select logo_key, id, 0, null, updated_at from organization where logo_key is not null;
alter table organization add foreign key (id, logo_key) references stored_file (organization_id, id);
create trigger forget_other_file after update on organization for each row when (old.logo_key is distinct from new.logo_key) execute function forget_file('logo_key');

-- A reserved key and, after the upload, the bytes stored under it. The status of an upload follows from its times.
create table upload (
  id text primary key,
  purpose text not null check (purpose in ('questionnaire', 'policy_pdf', 'evidence', 'attachment', 'document', 'general')),
  file_name text not null, file_type text not null, file_key text not null, size integer,
  -- SHA-256 of the bytes, in hex.
  sha256 text,
  uploaded_at timestamptz(3), consumed_at timestamptz(3),
  -- Before the upload, when the signed link expires; afterwards, when the bytes expire.
  expires_at timestamptz(3) not null,
  -- Whether the store may still have bytes of this upload.
  kept boolean not null default true,
  -- The stored file, once it exists.
  content_key text,
  -- The user who reserved the key. Nobody else may read or delete the upload.
  created_by_id text,
  created_at timestamptz(3) not null default now()
);
call tenant_table('upload');
alter table upload add foreign key (organization_id, content_key) references stored_file (organization_id, id);
create unique index upload_key on upload (organization_id, file_key);
create index on upload (expires_at) where kept;
create index on upload (organization_id, content_key);
create index on upload (organization_id, expires_at) where kept and content_key is null;
create trigger forget_file after delete on upload for each row execute function forget_file('content_key');
create trigger forget_other_file after update on upload for each row when (old.content_key is distinct from new.content_key) execute function forget_file('content_key');

-- In a store that clients send to directly, the bytes are stored under the key itself, even if no row mentions them.
create function forget_upload() returns trigger language plpgsql as $$
begin
  insert into obsolete_file (id, organization_id) select old.file_key, o.id from organization o where o.id = old.organization_id on conflict do nothing;
  return null;
end $$;
create trigger forget_upload after delete on upload for each row when (old.kept and old.content_key is null) execute function forget_upload();

-- When two uploads begin at once, the second waits for the storage row and then sees the first one.
create function begin_upload() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin insert into storage_usage as u (id) values (new.organization_id) on conflict (id) do update set bytes = u.bytes; return new; end $$;
create trigger begin_upload before insert on upload for each row execute function begin_upload();
