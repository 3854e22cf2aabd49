-- Creates policies and their versions: one row for a policy with its text, and one row for each version that it ever had.
create table policy (
  id text primary key, name text not null, description text,
  status text not null default 'draft' check (status in ('draft', 'published', 'needs_review')),
  content jsonb not null default '[]', draft_content jsonb not null default '[]',
  frequency text check (frequency in ('monthly', 'quarterly', 'yearly')),
  department text check (length(department) between 1 and 64), is_required_to_sign boolean not null default true,
  review_date timestamptz(3),
  -- is_archived: a person archived the policy. Only updates of a framework set or clear archived_at.
  is_archived boolean not null default false,
  last_archived_at timestamptz(3), archived_at timestamptz(3),
  display_format text not null default 'EDITOR' check (display_format in ('EDITOR', 'PDF')), pdf_key text,
  visibility text not null default 'ALL' check (visibility in ('ALL', 'DEPARTMENT')),
  visible_to_departments text[] not null default '{}',
  -- Who may read the text: members of the organization, visitors of its trust portal who signed the NDA, or every visitor.
  audience text not null default 'internal' check (audience in ('internal', 'nda', 'public')),
  last_published_at timestamptz(3), assignee_id text, approver_id text, policy_template_id text references policy_template,
  -- The values that filled the placeholders of the template, so that a later template can be distinguished from an edit.
  filling jsonb,
  current_version_id text, pending_version_id text,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('policy');
-- Setting the first version of a new policy, or changing its audience, does not count as a change of the policy.
call stamp_updates('policy', '{current_version_id, audience}');

create table policy_version (
  id text primary key, policy_id text not null, version integer not null check (version >= 1),
  content jsonb not null, pdf_key text, published_by_id text, published_via text, created_by_id text, created_via text,
  published_at timestamptz(3), changelog text,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('policy_version'); call stamp_updates('policy_version');
alter table policy_version
  add foreign key (organization_id, policy_id) references policy (organization_id, id) on delete cascade,
  add foreign key (organization_id, published_by_id) references member (organization_id, id) on delete set null (published_by_id),
  add foreign key (organization_id, created_by_id) references member (organization_id, id) on delete set null (created_by_id),
  add foreign key (organization_id, pdf_key) references stored_file (organization_id, id);
create unique index on policy_version (organization_id, policy_id, version);
create index on policy_version (organization_id, published_by_id);
create index on policy_version (organization_id, created_by_id);
create index on policy_version (organization_id, pdf_key);
create index policy_version_newest on policy_version (organization_id, policy_id, version desc, id desc);
create trigger forget_file after delete on policy_version for each row execute function forget_file('pdf_key');
create trigger forget_other_file after update on policy_version for each row when (old.pdf_key is distinct from new.pdf_key) execute function forget_file('pdf_key');

-- A PDF belongs to a version and is deleted with it. The policy references the PDF of its current version.
alter table policy
  add foreign key (organization_id, assignee_id) references member (organization_id, id) on delete set null (assignee_id),
  add foreign key (organization_id, approver_id) references member (organization_id, id) on delete set null (approver_id),
  add foreign key (organization_id, current_version_id) references policy_version (organization_id, id) on delete set null (current_version_id),
  add foreign key (organization_id, pending_version_id) references policy_version (organization_id, id) on delete set null (pending_version_id),
  add foreign key (organization_id, pdf_key) references stored_file (organization_id, id) on delete set null (pdf_key);
create unique index on policy (organization_id, current_version_id);
create index on policy (organization_id, pending_version_id);
create index on policy (organization_id, policy_template_id);
create index on policy (organization_id, assignee_id);
create index on policy (organization_id, approver_id);
create index on policy (organization_id, pdf_key);
-- Indexes for the sort orders of lists. Policies without a review date come last in both directions.
create index policy_newest on policy (organization_id, created_at desc, id desc);
create index policy_latest on policy (organization_id, updated_at, id);
create index policy_by_name on policy (organization_id, name, id);
create index policy_review_first on policy (organization_id, coalesce(review_date, '9999-12-31 23:59:59.999+00'), id);
create index policy_review_latest on policy (organization_id, coalesce(review_date, '0001-01-01 00:00:00+00'), id);
-- Finds the policies of all organizations that are due for review.
create index policy_review_due on policy (review_date) where status = 'published' and archived_at is null and not is_archived;

create table policy_acknowledgement (
  id text primary key, policy_id text not null, policy_version_id text not null, member_id text not null,
  -- The API key that recorded the signature for the member. Null if the member signed in person.
  via text,
  acknowledged_at timestamptz(3) not null default now()
);
call tenant_table('policy_acknowledgement');
alter table policy_acknowledgement
  add foreign key (organization_id, policy_id) references policy (organization_id, id) on delete cascade,
  add foreign key (organization_id, policy_version_id) references policy_version (organization_id, id) on delete cascade,
  add foreign key (organization_id, member_id) references member (organization_id, id) on delete cascade;
create unique index on policy_acknowledgement (organization_id, policy_version_id, member_id);
create index on policy_acknowledgement (organization_id, policy_id);
create index on policy_acknowledgement (organization_id, member_id);

-- The time of the last reminder to a member to sign a version.
create table policy_reminder (
  id text primary key, policy_version_id text not null, member_id text not null,
  reminded_at timestamptz(3) not null default now()
);
call tenant_table('policy_reminder');
alter table policy_reminder
  add foreign key (organization_id, policy_version_id) references policy_version (organization_id, id) on delete cascade,
  add foreign key (organization_id, member_id) references member (organization_id, id) on delete cascade;
create unique index policy_reminder_once on policy_reminder (organization_id, policy_version_id, member_id);
create index on policy_reminder (organization_id, member_id);

-- The policies that implement a control in the whole organization.
create table control_policy (id text primary key, control_id text not null, policy_id text not null);
call tenant_table('control_policy');
alter table control_policy
  add foreign key (organization_id, control_id) references control (organization_id, id) on delete cascade,
  add foreign key (organization_id, policy_id) references policy (organization_id, id) on delete cascade;
create unique index on control_policy (organization_id, control_id, policy_id);
create index on control_policy (organization_id, policy_id);

-- The policies that implement a control in one adopted framework.
create table framework_control_policy (
  id text primary key, framework_instance_id text not null, control_id text not null, policy_id text not null,
  created_at timestamptz(3) not null default now()
);
call tenant_table('framework_control_policy');
alter table framework_control_policy
  add foreign key (organization_id, framework_instance_id) references framework_instance (organization_id, id) on delete cascade,
  add foreign key (organization_id, control_id) references control (organization_id, id) on delete cascade,
  add foreign key (organization_id, policy_id) references policy (organization_id, id) on delete cascade;
create unique index on framework_control_policy (organization_id, framework_instance_id, control_id, policy_id);
create index on framework_control_policy (organization_id, control_id);
create index on framework_control_policy (organization_id, policy_id);
