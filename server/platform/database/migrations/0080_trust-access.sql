-- Outsiders who ask for the confidential documents behind the public security page: what was decided, what they signed, what they may read.
create table trust_access_request (
  id text primary key,
  name text not null,
  email text not null check (email = lower(email)),
  company text,
  job_title text,
  purpose text,
  requested_duration_days integer check (requested_duration_days between 1 and 365),
  status text not null default 'under_review' check (status in ('under_review', 'approved', 'denied', 'cancelled')),
  reviewer_member_id text,
  reviewed_at timestamptz(3),
  reviewed_via text,
  decision_reason text,
  ip_address text,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('trust_access_request');
alter table trust_access_request
  add foreign key (organization_id, reviewer_member_id) references member (organization_id, id) on delete set null (reviewer_member_id);
-- One that waits for a decision is enough for each address.
create unique index trust_access_request_pending on trust_access_request (organization_id, email) where status = 'under_review';
create index on trust_access_request (organization_id, created_at, id);
create index trust_access_request_reviewed on trust_access_request (organization_id, coalesce(reviewed_at, '0001-01-01 00:00:00+00'), id);
create index on trust_access_request (organization_id, reviewer_member_id);
call stamp_updates('trust_access_request');

-- Until now no operation granted any access: there are records of demonstrations alone, whose tokens nobody has.
delete from trust_access_grant;
alter table trust_access_grant
  add column access_request_id text not null,
  add column subject_email text not null check (subject_email = lower(subject_email)),
  -- Counts the tokens that there were; each is derived from it.
  add column token_counter integer not null default 0,
  add column issued_by_member_id text,
  add column revoked_by_member_id text,
  add column revoke_reason text,
  add column created_at timestamptz(3) not null default now(),
  add column updated_at timestamptz(3) not null default now(),
  add foreign key (organization_id, access_request_id) references trust_access_request (organization_id, id) on delete cascade,
  add foreign key (organization_id, issued_by_member_id) references member (organization_id, id) on delete set null (issued_by_member_id),
  add foreign key (organization_id, revoked_by_member_id) references member (organization_id, id) on delete set null (revoked_by_member_id);
create unique index trust_access_grant_of_request on trust_access_grant (organization_id, access_request_id);
create index on trust_access_grant (organization_id, created_at, id);
create index on trust_access_grant (organization_id, subject_email);
create index on trust_access_grant (organization_id, issued_by_member_id);
create index on trust_access_grant (organization_id, revoked_by_member_id);
-- A further token is no change of the grant.
call stamp_updates('trust_access_grant', '{token_hash, token_counter}');

create table trust_nda_agreement (
  id text primary key,
  access_request_id text not null,
  grant_id text,
  status text not null default 'pending' check (status in ('pending', 'signed', 'void')),
  token_hash text not null unique,
  token_counter integer not null default 0,
  sign_token_expires_at timestamptz(3) not null,
  signer_name text,
  signer_email text,
  signed_at timestamptz(3),
  ip_address text,
  user_agent text,
  pdf_key text,
  pdf_sha256 text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (status <> 'signed' or num_nulls(grant_id, signer_name, signer_email, signed_at, pdf_key, pdf_sha256) = 0)
);
call tenant_table('trust_nda_agreement');
alter table trust_nda_agreement
  add foreign key (organization_id, access_request_id) references trust_access_request (organization_id, id) on delete cascade,
  add foreign key (organization_id, grant_id) references trust_access_grant (organization_id, id) on delete cascade,
  add foreign key (organization_id, pdf_key) references stored_file (organization_id, id);
create unique index trust_nda_agreement_of_request on trust_nda_agreement (organization_id, access_request_id);
create unique index trust_nda_agreement_of_grant on trust_nda_agreement (organization_id, grant_id);
create index on trust_nda_agreement (organization_id, pdf_key);
call stamp_updates('trust_nda_agreement', '{token_hash, token_counter}');
create trigger forget_file after delete on trust_nda_agreement for each row execute function forget_file('pdf_key');
create trigger forget_other_file after update on trust_nda_agreement for each row when (old.pdf_key is distinct from new.pdf_key)
  execute function forget_file('pdf_key');

-- The runs that a grant started.
create index run_of_grant on run (organization_id, (actor ->> 'id')) where actor ->> 'credential' = 'grant';
