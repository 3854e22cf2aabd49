-- What was submitted for approval: its content, who submitted it, who was named to approve it, and how it ended. `outdated`: what was
-- approved has changed since.
create table approval (
  id text primary key,
  task_id text,
  policy_version_id text,
  soa_document_id text,
  isms_document_id text,
  evidence_submission_id text,
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined', 'withdrawn', 'outdated')),
  -- SHA-256 of the canonical JSON of what was submitted.
  content_hash text not null,
  submitted_by_id text,
  -- The member of the API key, where the key named another member.
  submitted_with_key_of_id text,
  submitted_at timestamptz(3) not null default now(),
  -- The API key that submitted, as `API key "name"`.
  via text,
  -- The member named when it was submitted. Null where anybody with the permission may approve.
  approver_id text,
  decided_by_id text,
  decided_at timestamptz(3),
  self_approved boolean not null default false,
  check (num_nonnulls(task_id, policy_version_id, soa_document_id, isms_document_id, evidence_submission_id) = 1),
  check ((status = 'pending') = (decided_at is null)),
  check (status <> 'approved' or decided_by_id is not null),
  check (status <> 'approved' or approver_id is null or approver_id = decided_by_id),
  check (not self_approved or status in ('approved', 'outdated'))
);
call tenant_table('approval');
alter table approval
  add foreign key (organization_id, task_id) references task (organization_id, id) on delete cascade,
  add foreign key (organization_id, policy_version_id) references policy_version (organization_id, id) on delete cascade,
  add foreign key (organization_id, soa_document_id) references soa_document (organization_id, id) on delete cascade,
  add foreign key (organization_id, isms_document_id) references isms_document (organization_id, id) on delete cascade,
  add foreign key (organization_id, evidence_submission_id) references evidence_submission (organization_id, id) on delete cascade,
  add foreign key (organization_id, submitted_by_id) references member (organization_id, id) on delete set null (submitted_by_id),
  add foreign key (organization_id, submitted_with_key_of_id) references member (organization_id, id) on delete set null (submitted_with_key_of_id);
create index on approval (organization_id, task_id, submitted_at);
create index on approval (organization_id, policy_version_id, submitted_at);
create index on approval (organization_id, soa_document_id, submitted_at);
create index on approval (organization_id, isms_document_id, submitted_at);
create index on approval (organization_id, evidence_submission_id, submitted_at);
create index on approval (organization_id, submitted_by_id);
create index on approval (organization_id, submitted_with_key_of_id);
create unique index approval_pending on approval
  (organization_id, coalesce(task_id, policy_version_id, soa_document_id, isms_document_id, evidence_submission_id)) where status = 'pending';

-- The approval that published a version of an ISMS document.
alter table isms_version add column approval_id text;
alter table isms_version add foreign key (organization_id, approval_id) references approval (organization_id, id);
create index on isms_version (organization_id, approval_id);

-- The API key that published a version of a policy, as `API key "name"`.
alter table policy_version add column published_via text;
