-- Policies as records of their own: who signed and how, who was reminded, and their PDFs among the stored files.

-- The API key that recorded the signature for the member. Null when the member signed in person.
alter table policy_acknowledgement add column via text;

-- When a member was last reminded to sign a version.
create table policy_reminder (
  id text primary key,
  policy_version_id text not null,
  member_id text not null,
  reminded_at timestamptz(3) not null default now()
);
call tenant_table('policy_reminder');
alter table policy_reminder
  add foreign key (organization_id, policy_version_id) references policy_version (organization_id, id) on delete cascade,
  add foreign key (organization_id, member_id) references member (organization_id, id) on delete cascade;
create unique index policy_reminder_once on policy_reminder (organization_id, policy_version_id, member_id);
create index on policy_reminder (organization_id, member_id);

-- Nothing has written a key so far.
update policy set pdf_key = null where pdf_key is not null;
update policy_version set pdf_key = null where pdf_key is not null;
-- A PDF belongs to a version and goes with it. The policy names that of its current version.
alter table policy_version add foreign key (organization_id, pdf_key) references stored_file (organization_id, id);
alter table policy add foreign key (organization_id, pdf_key) references stored_file (organization_id, id) on delete set null (pdf_key);
create index on policy_version (organization_id, pdf_key);
create index on policy (organization_id, pdf_key);
create trigger forget_file after delete on policy_version for each row execute function forget_file('pdf_key');
create trigger forget_other_file after update on policy_version for each row when (old.pdf_key is distinct from new.pdf_key) execute function forget_file('pdf_key');

-- The orders of the lists. Policies without a date of review come last both ways.
create index policy_newest on policy (organization_id, created_at desc, id desc);
create index policy_latest on policy (organization_id, updated_at, id);
create index policy_by_name on policy (organization_id, name, id);
create index policy_review_first on policy (organization_id, coalesce(review_date, '9999-12-31 23:59:59.999+00'), id);
create index policy_review_latest on policy (organization_id, coalesce(review_date, '0001-01-01 00:00:00+00'), id);
create index policy_version_newest on policy_version (organization_id, policy_id, version desc, id desc);
-- What is due for review, over all organizations.
create index policy_review_due on policy (review_date) where status = 'published' and archived_at is null and not is_archived;
