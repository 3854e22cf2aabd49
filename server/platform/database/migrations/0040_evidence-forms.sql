-- What was handed in with a form of evidence: 0012_frameworks.sql had only what scores need.
alter table evidence_submission
  -- Null for an anonymous report, and when the account is deleted.
  add column submitted_by_id text references user_account on delete set null,
  -- The values by the keys of the fields; a file is { fileName, fileKey }.
  add column data jsonb,
  -- The texts of the values, which a search looks into.
  add column search_text text not null default '',
  add column status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  add column reviewed_by_id text references user_account on delete set null,
  add column reviewed_at timestamptz(3),
  -- The API key that reviewed it for that user.
  add column reviewed_via text,
  add column review_reason text,
  add column created_at timestamptz(3) not null default now(),
  add column updated_at timestamptz(3) not null default now(),
  add check ((status = 'pending') = (reviewed_at is null)),
  add check (status <> 'rejected' or review_reason is not null);
update evidence_submission
  set data = jsonb_build_object('submissionDate', to_char(submitted_at at time zone 'UTC', 'YYYY-MM-DD')), created_at = submitted_at, updated_at = submitted_at;
alter table evidence_submission
  alter column data set default jsonb_build_object('submissionDate', to_char(now() at time zone 'UTC', 'YYYY-MM-DD')),
  alter column data set not null,
  add check (jsonb_typeof(data -> 'submissionDate') = 'string');
create index evidence_submission_of_user on evidence_submission (organization_id, submitted_by_id, submitted_at desc, id desc);
create index on evidence_submission (submitted_by_id);
create index on evidence_submission (reviewed_by_id);
call stamp_updates('evidence_submission');

-- The files of forms: sent before the submission that names them, and deleted with it. Who sent one is not noted, because reports may be anonymous.
create table evidence_file (
  id text primary key,
  file_key text not null,
  form_type evidence_form_type not null,
  -- Null until a submission takes it. What none takes within a day is removed by the housekeeping.
  submission_id text,
  name text not null,
  mime_type text not null,
  created_at timestamptz(3) not null default now()
);
call tenant_table('evidence_file');
alter table evidence_file
  add foreign key (organization_id, file_key) references stored_file (organization_id, id),
  add foreign key (organization_id, submission_id) references evidence_submission (organization_id, id) on delete cascade;
create unique index on evidence_file (organization_id, file_key);
create index on evidence_file (organization_id, submission_id);
create index on evidence_file (created_at) where submission_id is null;
create trigger forget_file after delete on evidence_file for each row execute function forget_file('file_key');
create trigger forget_other_file after update on evidence_file for each row when (old.file_key is distinct from new.file_key) execute function forget_file('file_key');
