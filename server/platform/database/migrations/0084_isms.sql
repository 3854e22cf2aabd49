-- The twelve documents of ISO 27001 (spec/areas/isms).

create table isms_document (
  id text primary key,
  framework_id text not null references platform_framework on delete cascade,
  requirement_id text references platform_requirement on delete set null,
  template_id text,
  type text not null check (type in ('context_of_organization', 'interested_parties_register', 'interested_parties_requirements', 'isms_scope',
    'leadership_commitment', 'roles_and_responsibilities', 'risk_assessment_methodology', 'risk_treatment_plan', 'objectives_plan', 'monitoring',
    'internal_audit', 'management_review')),
  title text not null,
  status text not null default 'draft' check (status in ('draft', 'in_progress', 'needs_review', 'approved', 'declined')),
  prepared_by text not null default 'Compliance Automation Service',
  approver_id text,
  -- The user to be told of the outcome.
  submitted_by text,
  approved_at timestamptz(3),
  declined_at timestamptz(3),
  decline_reason text check (length(decline_reason) <= 2000),
  narrative jsonb,
  -- What the document was generated from, which drift is measured by.
  baseline jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check ((status = 'approved') = (approved_at is not null)),
  check ((status = 'declined') = (declined_at is not null))
);
call tenant_table('isms_document');
alter table isms_document
  add foreign key (organization_id, approver_id) references member (organization_id, id) on delete set null (approver_id);
create unique index isms_document_type on isms_document (organization_id, framework_id, type);
create index on isms_document (organization_id, approver_id);
call stamp_updates('isms_document');

create table isms_document_control (
  id text primary key,
  document_id text not null,
  control_id text not null,
  created_at timestamptz(3) not null default now()
);
call tenant_table('isms_document_control');
alter table isms_document_control
  add foreign key (organization_id, document_id) references isms_document (organization_id, id) on delete cascade,
  add foreign key (organization_id, control_id) references control (organization_id, id) on delete cascade;
create unique index isms_document_control_pair on isms_document_control (organization_id, document_id, control_id);
create index on isms_document_control (organization_id, control_id);

-- The rows of all registers. They differ in their texts alone, which are `fields`, as the contract has them for the register. What another
-- record has to know of them is a column: what a row belongs to, the members it names, and the row that it is linked to. So one foreign key
-- of each kind does for fourteen registers, and no text of a register needs a migration.
create table isms_row (
  id text primary key,
  document_id text not null,
  register text not null check (register in ('context-issues', 'interested-parties', 'requirements', 'objectives', 'roles', 'role-assignments', 'metrics',
    'measurements', 'audits', 'audit-controls', 'audit-findings', 'reviews', 'review-inputs', 'review-actions')),
  parent_id text,
  position integer not null check (position >= 0),
  -- What a seeded row is known by.
  key text,
  reference text,
  source text not null default 'manual' check (source in ('derived', 'manual')),
  derived_from text,
  member_id text,
  second_member_id text,
  linked_id text,
  fields jsonb not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('isms_row');
alter table isms_row
  add foreign key (organization_id, document_id) references isms_document (organization_id, id) on delete cascade,
  add foreign key (organization_id, parent_id) references isms_row (organization_id, id) on delete cascade,
  add foreign key (organization_id, linked_id) references isms_row (organization_id, id) on delete set null (linked_id),
  add foreign key (organization_id, member_id) references member (organization_id, id) on delete set null (member_id),
  add foreign key (organization_id, second_member_id) references member (organization_id, id) on delete set null (second_member_id);
create unique index isms_row_key on isms_row (organization_id, document_id, register, coalesce(parent_id, ''), key) where key is not null;
create unique index isms_row_reference on isms_row (organization_id, document_id, register, coalesce(parent_id, ''), reference) where reference is not null;
create unique index isms_row_assigned on isms_row (organization_id, parent_id, member_id) where register = 'role-assignments';
create index isms_row_position on isms_row (organization_id, document_id, register, position, id);
create index isms_row_created on isms_row (organization_id, document_id, register, created_at, id);
create index isms_row_updated on isms_row (organization_id, document_id, register, updated_at, id);
create index isms_row_child_position on isms_row (organization_id, parent_id, register, position, id);
create index isms_row_child_created on isms_row (organization_id, parent_id, register, created_at, id);
create index isms_row_child_updated on isms_row (organization_id, parent_id, register, updated_at, id);
create index on isms_row (organization_id, member_id);
create index on isms_row (organization_id, second_member_id);
create index on isms_row (organization_id, linked_id);
call stamp_updates('isms_row');

-- Who is no longer a member holds no role.
create function forget_assignment() returns trigger language plpgsql as $$
begin
  delete from isms_row r where r.organization_id = new.organization_id and r.id = new.id;
  return null;
end $$;
create trigger forget_assignment after update of member_id on isms_row for each row
  when (new.register = 'role-assignments' and new.member_id is null) execute function forget_assignment();

-- What was approved, as it was approved.
create table isms_version (
  id text primary key,
  document_id text not null,
  version integer not null check (version >= 1),
  published_at timestamptz(3) not null default now(),
  published_by_id text,
  published_by_name text not null,
  changelog text check (length(changelog) <= 2000),
  -- All that the files are made of.
  content jsonb not null
);
call tenant_table('isms_version');
alter table isms_version
  add foreign key (organization_id, document_id) references isms_document (organization_id, id) on delete cascade,
  add foreign key (organization_id, published_by_id) references member (organization_id, id) on delete set null (published_by_id);
create unique index isms_version_number on isms_version (organization_id, document_id, version);
create index on isms_version (organization_id, document_id, version, id);
create index on isms_version (organization_id, published_by_id);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a version of an ISMS document never changes';
end $$;
create trigger refuse_change after update on isms_version for each row
  when ((old.document_id, old.version, old.published_at, old.published_by_name, old.changelog, old.content)
    is distinct from (new.document_id, new.version, new.published_at, new.published_by_name, new.changelog, new.content))
  execute function refuse_change();

-- What the wizard asked.
create table isms_profile (
  id text primary key,
  framework_id text not null references platform_framework on delete cascade,
  answers jsonb not null default '{}',
  completed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('isms_profile');
create unique index isms_profile_framework on isms_profile (organization_id, framework_id);
call stamp_updates('isms_profile');
