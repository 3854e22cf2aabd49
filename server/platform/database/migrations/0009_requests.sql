-- Answers to requests that carried an Idempotency-Key. Both the key and the answer may be secrets: the one is hashed, the other encrypted.
create table idempotent_answer (
  id text primary key,
  key_hash text not null,
  fingerprint text not null,
  answer bytea not null,
  created_at timestamptz(3) not null default now()
);
call tenant_table('idempotent_answer');
create unique index idempotent_answer_key on idempotent_answer (organization_id, key_hash);
create index on idempotent_answer (created_at);

-- Requests counted by servers that share this database, one row for each counter and window.
create unlogged table rate_window (
  counter text primary key,
  count integer not null,
  ends_at timestamptz(3) not null
);
create index on rate_window (ends_at);
