-- What auditors find not to be in order.
create table finding (
  id text primary key,
  type text not null default 'soc2' check (type in ('soc2', 'iso27001', 'pci_dss', 'hipaa', 'gdpr', 'iso9001', 'iso42001')),
  status text not null default 'open' check (status in ('open', 'ready_for_review', 'needs_revision', 'closed')),
  severity text not null default 'medium' check (severity in ('low', 'medium', 'high', 'critical')),
  content text not null check (length(content) between 1 and 5000),
  revision_note text check (length(revision_note) <= 2000),
  -- What it is about: one of these.
  area text check (area in ('people', 'documents', 'compliance', 'risks', 'vendors', 'policies', 'other')),
  evidence_form_type evidence_form_type,
  task_id text,
  evidence_submission_id text,
  policy_id text,
  risk_id text,
  member_id text,
  -- Of the catalogue of the release, which has no table.
  template_id text,
  created_by_id text,
  closed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (num_nonnulls(area, evidence_form_type, task_id, evidence_submission_id, policy_id, risk_id, member_id) = 1),
  check (revision_note is null or status = 'needs_revision'),
  check ((status = 'closed') = (closed_at is not null))
);
call tenant_table('finding');
alter table finding
  add foreign key (organization_id, task_id) references task (organization_id, id) on delete cascade,
  add foreign key (organization_id, evidence_submission_id) references evidence_submission (organization_id, id) on delete cascade,
  add foreign key (organization_id, policy_id) references policy (organization_id, id) on delete cascade,
  add foreign key (organization_id, risk_id) references risk (organization_id, id) on delete cascade,
  add foreign key (organization_id, member_id) references member (organization_id, id) on delete cascade,
  add foreign key (organization_id, created_by_id) references member (organization_id, id) on delete set null (created_by_id);

-- The order of the list, from its end: by status, and then by time.
create function finding_place(status text, created_at timestamptz) returns bigint immutable parallel safe language sql as $$
  select case status when 'open' then 4 when 'ready_for_review' then 3 when 'needs_revision' then 2 else 1 end * 100000000000000
    + (extract(epoch from created_at at time zone 'UTC') * 1000)::bigint
$$;
create index finding_listed on finding (organization_id, finding_place(status, created_at) desc, id desc);
create index finding_newest on finding (organization_id, created_at desc, id desc) where status <> 'closed';
create index on finding (organization_id, status);
create index on finding (organization_id, task_id) where task_id is not null;
create index on finding (organization_id, evidence_submission_id) where evidence_submission_id is not null;
create index on finding (organization_id, policy_id) where policy_id is not null;
create index on finding (organization_id, risk_id) where risk_id is not null;
create index on finding (organization_id, member_id) where member_id is not null;
create index on finding (organization_id, created_by_id);

call stamp_updates('finding');
create trigger forget_comments after delete on finding for each row execute function forget_comments('finding');
