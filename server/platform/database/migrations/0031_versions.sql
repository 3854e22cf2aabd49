-- Counts the changes of each record, which the API returns as `version` and compares with `If-Match`. Where `version` already is the number
-- or the edition of a document, the column is called record_version.
create or replace function stamp_update() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  -- A time that the statement sets itself stays. The new time is later than the old one even within one millisecond or after the clock was
  -- set back.
  if new.updated_at is not distinct from old.updated_at then
    new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 millisecond');
  end if;
  return new;
end $$;
create function stamp_numbered_update() returns trigger language plpgsql as $$
begin
  new.record_version := old.record_version + 1;
  if new.updated_at is not distinct from old.updated_at then
    new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 millisecond');
  end if;
  return new;
end $$;

-- Replaces the procedure of 0010. Counts a change and sets updated_at when an organization changes a row, even if the new values equal the
-- old ones. It skips
-- - statements of the table owner, because imports and the demonstration bring their own times,
-- - changes by triggers and foreign keys: updating a value that is copied from another record does not count as a change of this record.
-- @param unstamped columns whose change does not count, because the API does not report it. Call the procedure again for a table with such
-- columns when it gets a new column.
create or replace procedure stamp_updates(name regclass, unstamped text[] default '{}') language plpgsql as $$
declare
  present text[] := array(select attname::text from pg_attribute where attrelid = name and attnum > 0 and not attisdropped);
  has_number boolean := 'record_version' = any (present)
    or 'version' = any (present) and not exists (select from pg_trigger where tgrelid = name and tgname = 'stamp_update');
  counter text := case when has_number then 'record_version' else 'version' end;
  columns text;
begin
  execute format('alter table %s add column if not exists %I integer not null default 1', name, counter);
  select string_agg(quote_ident(attname), ', ' order by attnum) into columns from pg_attribute
  where attrelid = name and attnum > 0 and not attisdropped and attname <> all (unstamped);
  execute format(
    'create or replace trigger stamp_update before update %s on %s for each row
    when (current_setting(''role'') <> ''none'' and pg_trigger_depth() = 0) execute function %I()',
    case when unstamped <> '{}' then 'of ' || columns end, name,
    case when has_number then 'stamp_numbered_update' else 'stamp_update' end);
end $$;

do $$
declare
  stamped record;
begin
  for stamped in
    select t.tgrelid::regclass as name, array(
      select a.attname::text from pg_attribute a
      where a.attrelid = t.tgrelid and a.attnum > 0 and not a.attisdropped
        and cardinality(t.tgattr::int2[]) > 0 and a.attnum <> all (t.tgattr::int2[])) as unstamped
    from pg_trigger t where t.tgname = 'stamp_update' and not t.tgisinternal order by t.tgrelid
  loop
    execute format('drop trigger stamp_update on %s', stamped.name);
    call stamp_updates(stamped.name, stamped.unstamped);
  end loop;
end $$;

-- These records can be deleted and created again at the same address. The new one begins above each version of the old one, so that a client
-- that knows the old one does not overwrite the new one.
alter table organization_chart alter column version set default extract(epoch from clock_timestamp())::integer;
alter table pentest_finding_context alter column version set default extract(epoch from clock_timestamp())::integer;
alter table trust_certificate alter column version set default extract(epoch from clock_timestamp())::integer;
