-- Sorts names as people do: Östra next to ostra, and item 9 before item 10. The embedded database understands only this spelling of the
-- numeric option, which PostgreSQL translates. Names that differ at all stay different, so unique names and comparisons do not change.
create collation name_order (provider = icu, locale = 'und@colNumeric=yes');

-- A column keeps its triggers, which have to be removed while its type changes.
do $$
declare
  sorted record;
  definition text;
begin
  for sorted in
    select a.attrelid::regclass as name, string_agg(format('alter column %I type text collate name_order', a.attname), ', ') as changes,
      (select array_agg(pg_get_triggerdef(t.oid)) from pg_trigger t where t.tgrelid = a.attrelid and not t.tgisinternal and t.tgparentid = 0) as triggers,
      (select string_agg(format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass), '; ')
        from pg_trigger t where t.tgrelid = a.attrelid and not t.tgisinternal and t.tgparentid = 0) as removal
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relrowsecurity
      and a.attname in ('name', 'title', 'label', 'file_name') and a.atttypid = 'text'::regtype
    group by a.attrelid order by a.attrelid
  loop
    if sorted.removal is not null then execute sorted.removal; end if;
    execute format('alter table %s %s', sorted.name, sorted.changes);
    foreach definition in array coalesce(sorted.triggers, '{}') loop execute definition; end loop;
  end loop;
end $$;
