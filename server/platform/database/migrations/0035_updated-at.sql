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
-- @param unstamped columns that may change without it, because the interface does not show when. A table that gets a column later, and has
-- such columns, is named here again.
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

do $$
declare
  name regclass;
begin
  for name in select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid where c.relkind = 'r' and c.relrowsecurity and a.attname = 'updated_at' loop
    call stamp_updates(name);
  end loop;
end $$;
-- A new policy is told its first version at once, and is no newer for it.
call stamp_updates('policy', '{current_version_id}');
-- A later version takes the place of this one, and leaves it as it was.
call stamp_updates('soa_document', '{is_latest}');
-- What the service notes of its own work with a connection.
call stamp_updates('integration_connection', '{credential_id, refresh_lease, refresh_lease_until, last_sync_at, checks_due_at, sync_due_at}');
