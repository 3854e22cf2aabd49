-- Signed checkpoints of each organization's chain (server/audit). Made by the service itself, never by a request; they say the same whoever
-- owns the database, because it does not hold the key that they are signed with.
create table audit_checkpoint (
  id text primary key,
  sequence bigint not null check (sequence between 1 and 9007199254740991),
  -- Of the entry at that position.
  hash text not null,
  previous_checkpoint_hash text,
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
