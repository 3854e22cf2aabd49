-- Creates the helpers for tenant tables. tenant_role() returns the database role of requests in this database. Roles belong to the cluster,
-- so each database has its own role (server/platform/database/tenant-role.ts). Other migrations write `tenant`, which withRole() in that file
-- replaces with the name of this role before they run.
create function tenant_role() returns text stable language sql
  return (select 'tenant_' || oid from pg_database where datname = current_database());

-- Makes a table a tenant table like the procedure in 0001_foundation.sql, but for the role of the current database. Primary and foreign
-- keys begin with the organization, so organizations can be distributed over databases. Ids are random, so an id gets
-- a unique index of its own only in tables whose rows are looked up by id without the organization.
create or replace procedure tenant_table(name regclass) language plpgsql as $$
declare former text := (select conname from pg_constraint where conrelid = name and contype = 'p');
begin
  execute format('alter table %s add column organization_id text not null references organization on delete cascade', name);
  -- A separate statement: a default in `add column` would be evaluated immediately, when no organization is set.
  execute format('alter table %s alter column organization_id set default current_organization()', name);
  if former is not null then execute format('alter table %s drop constraint %I', name, former); end if;
  execute format('alter table %s add primary key (organization_id, id)', name);
  execute format('alter table %s enable row level security', name);
  execute format('create policy tenant on %s to %I using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()))', name, tenant_role());
  execute format('grant select, insert, update, delete on %s to %I', name, tenant_role());
end $$;

-- Adds the organization to the primary key of a 0.1.0 table. Foreign keys to the table are recreated because they depend on the old key.
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
  -- Locks all tables in one statement. With the timeout of 500 ms, a deadlock ends before the database would detect it after one second.
  perform set_config('lock_timeout', '500ms', true);
  execute format('lock table %s in access exclusive mode', array_to_string(tenants, ', '));
  -- A large table keeps its old key, which works as well, until the operator distributes the table (`admin distribute`).
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
-- API keys and the operator identify these records by id alone.
create unique index api_key_id on api_key (id);
create unique index member_id on member (id);

-- The database, not a query, writes the time of the last change of a record, which the API returns as updatedAt.
create function stamp_update() returns trigger language plpgsql as $$
begin
  -- The new time is later than the old one even within one millisecond or after the clock was set back.
  new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 millisecond');
  return new;
end $$;

-- Sets updated_at when an organization changes a row, even if the new values equal the old ones. It skips
-- - statements that set updated_at themselves,
-- - statements of the table owner, because imports and the demonstration bring their own times,
-- - changes by triggers and foreign keys: updating a value that is copied from another record does not count as a change of this record.
-- @param unstamped columns whose change does not set updated_at, because the API does not report it. Call the procedure again for a table
-- with such columns when it gets a new column.
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

-- Tables of 0.1.0. Tables with unstamped columns follow in the migrations of their areas.
call stamp_updates('organization'); call stamp_updates('member'); call stamp_updates('employee');
call stamp_updates('custom_role'); call stamp_updates('role_obligation'); call stamp_updates('role_notification_setting');
call stamp_updates('risk_treatment'); call stamp_updates('task_item');
