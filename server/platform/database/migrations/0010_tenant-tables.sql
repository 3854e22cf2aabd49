-- The role that requests work as in this database. Roles belong to the whole cluster, so each database has its own there
-- (server/platform/database/tenant-role.ts). Migrations call it `tenant`.
create function tenant_role() returns text stable language sql
  return (select 'tenant_' || oid from pg_database where datname = current_database());

-- Makes a table a tenant table, as in 0001_foundation.sql, but for the role of whichever database it is called in. The key of a row begins with
-- its organization, as references to it do, so that organizations can be distributed over several databases. An id is random, and is not
-- unique by itself, except where it is all that is known.
create or replace procedure tenant_table(name regclass) language plpgsql as $$
declare former text := (select conname from pg_constraint where conrelid = name and contype = 'p');
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

-- Gives this key to a table of 0.1.0. References to it are made anew, because they hang on the key that goes.
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
-- Where a key or the operator says nothing but the id.
create unique index api_key_id on api_key (id);
create unique index member_id on member (id);

-- When a record was last changed, which the interface shows as updatedAt, is written by the database and by no query.
create function stamp_update() returns trigger language plpgsql as $$
begin
  -- Later than before also within one millisecond, and when the clock was set back.
  new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 millisecond');
  return new;
end $$;

-- Stamps what an organization changes, also where the new values are the old ones. It leaves alone
--  - a statement that gives a time of its own,
--  - what the owner of the tables writes: imports and the demonstration bring their times with them,
--  - what other triggers and foreign keys change: the record did not change when a copy in it followed its original.
-- @param unstamped columns that may change without it, because the interface does not show when. A table that gets a
-- column later, and has such columns, is named again.
create procedure stamp_updates(name regclass, unstamped text[] default '{}') language plpgsql as $$
declare
  columns text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = name and attnum > 0 and not attisdropped and attname <> all (unstamped)
  );
begin
  execute format(
    'create or replace trigger stamp_update before update %s on %s for each row
    when (new.updated_at is not distinct from old.updated_at and current_setting(''role'') <> ''none'' and pg_trigger_depth() = 0)
    execute function stamp_update()',
    case when unstamped <> '{}' then 'of ' || columns end, name);
end $$;

-- Tables of 0.1.0. Those with columns that may change without it follow with their subjects.
call stamp_updates('organization'); call stamp_updates('member'); call stamp_updates('employee');
call stamp_updates('custom_role'); call stamp_updates('role_obligation'); call stamp_updates('role_notification_setting');
call stamp_updates('risk_treatment'); call stamp_updates('task_item');
