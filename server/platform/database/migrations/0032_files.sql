-- Every file that is stored for an organization. Tables name files by reference, so that none is kept that is not here; and what is not here
-- is removed from the store by the housekeeping.
create table stored_file (
  -- The key of the file. None is used twice.
  id text primary key,
  size bigint not null check (size >= 0),
  -- SHA-256 of the bytes, in hex. Null where they were never read: those of a store that clients send to, and those that were there before this table.
  sha256 text,
  created_at timestamptz(3) not null default now()
);
call tenant_table('stored_file');

-- How much that is, counted by the database itself. Its row lock keeps two transactions that store something from both finding room.
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

-- A file goes from the store once it is certain that its row has. Those of a whole organization go with it.
create function note_obsolete_file() returns trigger language plpgsql as $$
begin
  insert into obsolete_file (id, organization_id) select old.id, o.id from organization o where o.id = old.organization_id on conflict (id) do nothing;
  return null;
end $$;
create trigger note_obsolete_file after delete on stored_file for each row execute function note_obsolete_file();

-- Organizations whose files are still to be removed: their rows are gone, and with them what could tell of the files.
create table deleted_organization (
  id text primary key,
  created_at timestamptz(3) not null default now()
);
create function note_deleted_organization() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into deleted_organization (id) values (old.id) on conflict (id) do nothing;
  return null;
end $$;
create trigger note_deleted_organization after delete on organization for each row execute function note_deleted_organization();
-- One that comes back, from an export, keeps what it brings.
create function note_returned_organization() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from deleted_organization d where d.id = new.id;
  return null;
end $$;
create trigger note_returned_organization after insert on organization for each row execute function note_returned_organization();

-- For tables that name a file: it goes with the row, and when the row names another. Takes the name of the column.
drop trigger forget_file on upload;
drop trigger forget_file on attachment;
drop function forget_file();
create function forget_file() returns trigger language plpgsql as $$
begin
  delete from stored_file f
  where f.organization_id = coalesce(to_jsonb(old) ->> 'organization_id', to_jsonb(old) ->> 'id') and f.id = to_jsonb(old) ->> tg_argv[0];
  return null;
end $$;

-- What is there already. Whose size nobody knows is measured by the housekeeping.
alter table upload add column content_key text;
update upload set content_key = file_key where kept and size is not null;
insert into stored_file (id, organization_id, size, sha256, created_at)
  select content_key, organization_id, size, sha256, created_at from upload where content_key is not null
  union all select file_key, organization_id, size, sha256, created_at from attachment
  union all select file_key, organization_id, file_size, null, created_at from questionnaire where file_key is not null
  union all select export_key, organization_id, 0, null, updated_at from questionnaire where export_key is not null
  union all select logo_key, id, 0, null, updated_at from organization where logo_key is not null;

alter table upload add foreign key (organization_id, content_key) references stored_file (organization_id, id);
alter table attachment add foreign key (organization_id, file_key) references stored_file (organization_id, id);
alter table questionnaire add foreign key (organization_id, file_key) references stored_file (organization_id, id);
alter table questionnaire add foreign key (organization_id, export_key) references stored_file (organization_id, id);
alter table organization add foreign key (id, logo_key) references stored_file (organization_id, id);
create index on upload (organization_id, content_key);
create index on questionnaire (organization_id, file_key);
create index on questionnaire (organization_id, export_key);

create trigger forget_file after delete on upload for each row execute function forget_file('content_key');
create trigger forget_other_file after update on upload for each row when (old.content_key is distinct from new.content_key) execute function forget_file('content_key');
create trigger forget_file after delete on attachment for each row execute function forget_file('file_key');
create trigger forget_file after delete on questionnaire for each row execute function forget_file('file_key');
create trigger forget_other_file after update on questionnaire for each row when (old.file_key is distinct from new.file_key) execute function forget_file('file_key');
create trigger forget_export after delete on questionnaire for each row execute function forget_file('export_key');
create trigger forget_other_export after update on questionnaire for each row when (old.export_key is distinct from new.export_key) execute function forget_file('export_key');
create trigger forget_other_file after update on organization for each row when (old.logo_key is distinct from new.logo_key) execute function forget_file('logo_key');

-- Bytes that clients sent to a store of their own lie under the key itself, whether anybody noted them or not.
create function forget_upload() returns trigger language plpgsql as $$
begin
  insert into obsolete_file (id, organization_id) select old.file_key, o.id from organization o where o.id = old.organization_id on conflict (id) do nothing;
  return null;
end $$;
create trigger forget_upload after delete on upload for each row when (old.kept and old.content_key is null) execute function forget_upload();

-- Of two that begin an upload at once, the second finds the first: it waits for the row that counts.
create function begin_upload() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into storage_usage as u (id) values (new.organization_id) on conflict (id) do update set bytes = u.bytes;
  return new;
end $$;
create trigger begin_upload before insert on upload for each row execute function begin_upload();
create index on upload (organization_id, expires_at) where kept and content_key is null;
