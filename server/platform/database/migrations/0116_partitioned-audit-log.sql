-- The audit log in partitions by hash of the organization, so that the chain of an organization stays in one of them. Copies the log while
-- requests use it; from the lock on they wait for what was written meanwhile and for the check of the foreign key. The same again with
-- another number makes it that many.
create procedure partition_audit_log(partitions integer) language plpgsql set search_path = public, pg_temp as $$
declare
  partition text;
  copied text[];
begin
  if partitions = (select count(*) from pg_inherits where inhparent = 'audit_entry'::regclass) then return; end if;
  create table audit_entry_next (like audit_entry including defaults including constraints) partition by hash (organization_id);
  for n in 0 .. partitions - 1 loop
    partition := format('audit_entry_%s_%s', partitions, n);
    execute format('create table %I partition of audit_entry_next for values with (modulus %s, remainder %s)', partition, partitions, n);
    -- The policy of the log is not that of its partitions: nobody but the owner has anything to do with these.
    execute format('alter table %I enable row level security', partition);
  end loop;
  insert into audit_entry_next select * from audit_entry;
  alter table audit_entry_next add constraint audit_entry_next_pkey primary key (organization_id, id);
  create unique index audit_entry_next_sequence on audit_entry_next (organization_id, sequence);
  create index audit_entry_next_newest on audit_entry_next (organization_id, timestamp desc, id desc);
  create index audit_entry_next_of_entity on audit_entry_next (organization_id, entity_id, timestamp desc, id desc);
  create index audit_entry_next_of_user on audit_entry_next (organization_id, user_id, timestamp desc, id desc);
  analyze audit_entry_next;
  copied := array(select distinct organization_id from audit_entry_next);

  -- Both, because the foreign key of the table that goes is in both; in the order in which changes take them. Whoever reads in the other order
  -- and has to wait for us lets us begin again with the locks alone, instead of the copy.
  for attempt in 1 .. 20 loop
    begin
      lock table organization, audit_entry in access exclusive mode;
      exit;
    exception when deadlock_detected then
      if attempt = 20 then raise; end if;
    end;
  end loop;
  delete from audit_entry_next where organization_id in (select unnest(copied) except select id from organization);
  insert into audit_entry_next select e.* from organization o
    cross join lateral (select coalesce(max(n.sequence), 0) as sequence from audit_entry_next n where n.organization_id = o.id) had
    join audit_entry e on e.organization_id = o.id and e.sequence > had.sequence;
  drop table audit_entry;
  alter table audit_entry_next rename to audit_entry;
  alter table audit_entry rename constraint audit_entry_next_pkey to audit_entry_pkey;
  alter index audit_entry_next_sequence rename to audit_entry_sequence;
  alter index audit_entry_next_newest rename to audit_entry_newest;
  alter index audit_entry_next_of_entity rename to audit_entry_of_entity;
  alter index audit_entry_next_of_user rename to audit_entry_of_user;
  alter table audit_entry add foreign key (organization_id) references organization on delete cascade;
  alter table audit_entry enable row level security;
  execute format('create policy tenant on audit_entry to %I using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()))', tenant_role());
  execute format('grant select on audit_entry to %I', tenant_role());
end $$;
revoke execute on procedure partition_audit_log from public;

-- A log that takes long stays as it is, until the operator has it done (`admin audit partition`).
do $$ begin
  if (select count(*) from (select from audit_entry limit 100001) few) <= 100000 then
    call partition_audit_log(16);
  end if;
end $$;
