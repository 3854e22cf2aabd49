-- Creates the signed checkpoints of each organization's audit chain (server/audit), and partitions the audit log. The service writes
-- checkpoints, never a request. Even the owner of the database cannot forge them, because the signing key is not stored in it.
create table audit_checkpoint (
  id text primary key, sequence bigint not null check (sequence between 1 and 9007199254740991),
  -- The hash of the entry at that position.
  hash text not null, previous_checkpoint_hash text,
  created_at timestamptz(3) not null,
  key_id text not null,
  -- Stored with each checkpoint, so that it can be verified even when the secret behind the key no longer exists.
  public_key text not null,
  signature text not null,
  -- When the checkpoint was written outside of the database (AUDIT_ANCHOR); null until then.
  anchored_at timestamptz(3),
  anchor_attempts integer not null default 0,
  anchor_due_at timestamptz(3) not null default now()
);
call tenant_table('audit_checkpoint');
create unique index audit_checkpoint_sequence on audit_checkpoint (organization_id, sequence);
create index audit_checkpoint_newest on audit_checkpoint (organization_id, sequence, id);
-- Checkpoints form a chain: one is the first, and each has at most one successor.
create unique index audit_checkpoint_chain on audit_checkpoint (organization_id, previous_checkpoint_hash) nulls not distinct;
create index audit_checkpoint_waiting on audit_checkpoint (anchor_due_at) where anchored_at is null;
-- Requests can read checkpoints; only the owner can write them.
revoke insert, update, delete on audit_checkpoint from tenant;

-- Partitions the audit log by a hash of the organization, so that an organization's chain is in one partition. Requests use the log during
-- the copy; after the lock they wait until the remaining entries are copied and the foreign key is checked. Calling it again with another
-- number changes the number of partitions.
create procedure partition_audit_log(partitions integer) language plpgsql set search_path = public, pg_temp as $$
declare partition text; copied text[];
begin
  if partitions = (select count(*) from pg_inherits where inhparent = 'audit_entry'::regclass) then return; end if;
  create table audit_entry_next (like audit_entry including defaults including constraints) partition by hash (organization_id);
  for n in 0 .. partitions - 1 loop
    partition := format('audit_entry_%s_%s', partitions, n);
    execute format('create table %I partition of audit_entry_next for values with (modulus %s, remainder %s)', partition, partitions, n);
    -- A partition does not use the policy of the log. Row-level security without a policy lets only the owner access it directly.
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

  -- Locks both tables in the usual order of changes, because dropping the old table drops its foreign key to organization. After a deadlock
  -- with a reader that uses the other order, only the locks are tried again, not the copy.
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

-- A large log stays unchanged until the operator partitions it (`admin audit partition`).
do $$ begin
  if (select count(*) from (select from audit_entry limit 100001) few) <= 100000 then
    call partition_audit_log(16);
  end if;
end $$;
