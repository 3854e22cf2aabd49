-- The key of a row begins with its organization, as references to it do, so that organizations can be distributed over several databases.
-- An id is random, and is no longer unique by itself, except where it is all that is known.

-- As in 0010_tenant-role.sql, with this key.
create or replace procedure tenant_table(name regclass) language plpgsql as $$
declare
  former text := (select conname from pg_constraint where conrelid = name and contype = 'p');
begin
  execute format('alter table %s add column organization_id text not null references organization on delete cascade', name);
  -- Apart: a default given with the column would be evaluated now, when no organization is set.
  execute format('alter table %s alter column organization_id set default current_organization()', name);
  if former is not null then execute format('alter table %s drop constraint %I', name, former); end if;
  execute format('alter table %s add primary key (organization_id, id)', name);
  execute format('alter table %s enable row level security', name);
  execute format('create policy tenant on %s to %I using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()))', name, tenant_role());
  execute format('grant select, insert, update, delete on %s to %I', name, tenant_role());
end $$;

-- The same for a table that there is. References to it are made anew, because they hang on the key that goes.
create procedure key_by_organization(name regclass) language plpgsql set search_path = public, pg_temp as $$
declare
  statement text;
  former text[] := array(
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) from pg_constraint
    where confrelid = name and contype = 'f' and conparentid = 0 or conrelid = name and contype in ('p', 'u')
      and conkey <@ array(select attnum from pg_attribute where attrelid = name and attname in ('organization_id', 'id'))
      and conkey @> array(select attnum from pg_attribute where attrelid = name and attname = 'id')
    order by contype);
  again text[] := array(
    select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
    where confrelid = name and contype = 'f' and conparentid = 0);
begin
  foreach statement in array former || format('alter table %s add primary key (organization_id, id)', name) || again loop
    execute statement;
  end loop;
end $$;
revoke execute on procedure key_by_organization from public;

do $$
declare
  tenants regclass[] := array(
    select conrelid from pg_constraint
    where contype = 'p' and conparentid = 0 and connamespace = 'public'::regnamespace
      and conkey = array(select attnum from pg_attribute where attrelid = conrelid and attname = 'id')
      and exists (select from pg_attribute where attrelid = conrelid and attname = 'organization_id')
    order by conrelid);
  tenant regclass;
  few boolean;
  large regclass[] := '{}';
begin
  -- All at once. Whoever holds one and waits for another would have to wait for a second until the database looks for that, which this never does.
  perform set_config('lock_timeout', '500ms', true);
  execute format('lock table %s in access exclusive mode', array_to_string(tenants, ', '));
  -- One that takes long keeps its keys, with which everything works as well, until the operator distributes it (`admin distribute`).
  foreach tenant in array tenants loop
    execute format('select count(*) <= 100000 from (select from %s limit 100001) few', tenant) into few;
    if not few then large := large || tenant; end if;
  end loop;
  foreach tenant in array tenants loop
    if not exists (select from pg_constraint where confrelid = tenant and contype = 'f' and conrelid = any (large)) and not tenant = any (large) then
      call key_by_organization(tenant);
    end if;
  end loop;
end $$;

-- Where a key, a link or the operator says nothing but the id.
create unique index api_key_id on api_key (id);
create unique index invitation_id on invitation (id);
create unique index member_id on member (id);
-- For servers of the version before, which look for a conflict there. Both begin with the organization anyway.
create unique index stored_file_id on stored_file (id);
create unique index text_model_use_id on text_model_use (id);

-- As in 0032_files.sql, for either key.
create or replace function note_obsolete_file() returns trigger language plpgsql as $$
begin
  insert into obsolete_file (id, organization_id) select old.id, o.id from organization o where o.id = old.organization_id on conflict do nothing;
  return null;
end $$;
create or replace function forget_upload() returns trigger language plpgsql as $$
begin
  insert into obsolete_file (id, organization_id) select old.file_key, o.id from organization o where o.id = old.organization_id on conflict do nothing;
  return null;
end $$;
