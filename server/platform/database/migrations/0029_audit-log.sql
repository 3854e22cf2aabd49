-- Signed checkpoints of each organization's chain (server/audit). Made by the service itself, never by a request; they say the same whoever
-- owns the database, because it does not hold the key that they are signed with.
create table audit_checkpoint (
  id text primary key, sequence bigint not null check (sequence between 1 and 9007199254740991),
  -- Of the entry at that position.
  hash text not null, previous_checkpoint_hash text,
  created_at timestamptz(3) not null,
  key_id text not null,
  -- Kept with each of them, so that it can be verified when the secret behind the key is long gone.
  public_key text not null,
  signature text not null,
  -- When it was written outside of the database (AUDIT_ANCHOR); null until then.
  anchored_at timestamptz(3),
  anchor_attempts integer not null default 0,
  anchor_due_at timestamptz(3) not null default now()
);
call tenant_table('audit_checkpoint');
create unique index audit_checkpoint_sequence on audit_checkpoint (organization_id, sequence);
create index audit_checkpoint_newest on audit_checkpoint (organization_id, sequence, id);
-- Checkpoints are a chain themselves: one first, and one behind each.
create unique index audit_checkpoint_chain on audit_checkpoint (organization_id, previous_checkpoint_hash) nulls not distinct;
create index audit_checkpoint_waiting on audit_checkpoint (anchor_due_at) where anchored_at is null;
-- Read by the tenant, written by the owner alone.
revoke insert, update, delete on audit_checkpoint from tenant;

-- The audit log in partitions by hash of the organization, so that the chain of an organization stays in one of them. Copies the log while
-- requests use it; from the lock on they wait for what was written meanwhile and for the check of the foreign key. The same again with
-- another number makes it that many.
create procedure partition_audit_log(partitions integer) language plpgsql set search_path = public, pg_temp as $$
declare partition text; copied text[];
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
