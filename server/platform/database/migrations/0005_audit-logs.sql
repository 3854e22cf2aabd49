create table audit_entry (
  id text primary key,
  -- No further than JSON counts exactly.
  sequence bigint not null check (sequence between 1 and 9007199254740991),
  timestamp timestamptz(3) not null,
  user_id text,
  member_id text,
  entity_type text check (entity_type in ('organization', 'framework', 'requirement', 'control', 'policy', 'task', 'people', 'risk', 'vendor', 'tests', 'integration', 'trust', 'finding', 'pentest')),
  entity_id text,
  description text,
  data jsonb not null,
  -- The person as of the writing. Stays when the account is gone.
  user_snapshot jsonb,
  previous_hash text,
  hash text not null
);
call tenant_table('audit_entry');
create unique index audit_entry_sequence on audit_entry (organization_id, sequence);
create index audit_entry_newest on audit_entry (organization_id, timestamp desc, id desc);
create index audit_entry_of_entity on audit_entry (organization_id, entity_id, timestamp desc, id desc);
create index audit_entry_of_user on audit_entry (organization_id, user_id, timestamp desc, id desc);
-- Read by the tenant, written by append_audit alone.
revoke insert, update, delete on audit_entry from tenant;

-- The last link of each organization's chain. Its row lock is what puts the entries of one organization in order.
create table audit_head (
  organization_id text primary key references organization on delete cascade,
  sequence bigint not null default 0,
  hash text
) with (fillfactor = 50);
create function audit_head_of_organization() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin insert into audit_head (organization_id) values (new.id); return null; end $$;
create trigger audit_head after insert on organization for each row execute function audit_head_of_organization();

-- Appends one entry to the chain of the current organization. `entry` holds the columns; the hash covers the canonical JSON
-- (RFC 8785) of the entry, whose members stand in this order: those up to organizationId in `head`, then sequence and
-- timestamp, which are only known under the lock, then user and userId in `tail`.
-- The last statement of a transaction: it holds the organization's lock until the commit, so nothing may lock after it.
-- An organization that this very transaction deleted has no log any more. Any other without a head cannot be written to.
create function append_audit(entry jsonb, head text, tail text, at timestamptz default null) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last audit_head;
  written timestamptz(3);
  sealed text;
begin
  select * into last from audit_head h where h.organization_id = current_organization() for no key update;
  if not found then
    if not exists (select from organization o where o.id = current_organization()) then return; end if;
    raise exception 'the audit log has lost its head';
  end if;
  written := coalesce(at, clock_timestamp());
  sealed := encode(sha256(convert_to(coalesce(last.hash, '') || head || (last.sequence + 1) || ',"timestamp":"'
    || to_char(written at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"' || tail, 'UTF8')), 'hex');
  insert into audit_entry (id, organization_id, sequence, timestamp, user_id, member_id, entity_type, entity_id, description, data, user_snapshot, previous_hash, hash)
  values (entry->>'id', last.organization_id, last.sequence + 1, written, entry->>'userId', entry->>'memberId', entry->>'entityType', entry->>'entityId',
    entry->>'description', entry->'data', nullif(entry->'user', 'null'), last.hash, sealed);
  update audit_head h set sequence = last.sequence + 1, hash = sealed where h.organization_id = last.organization_id;
end $$;
revoke execute on function append_audit from public;
grant execute on function append_audit to tenant;
-- An organization may read its own head.
alter table audit_head enable row level security;
create policy tenant on audit_head to tenant using (organization_id = (select current_organization()));
grant select on audit_head to tenant;
