-- Creates the catalogue of frameworks, and the frameworks, requirements and controls that organizations adopt from the catalogue.
create domain evidence_form_type as text check (value in ('board-meeting', 'it-leadership-meeting', 'risk-committee-meeting', 'meeting', 'access-request', 'whistleblower-report', 'penetration-test',
  'rbac-matrix', 'infrastructure-inventory', 'employee-performance-evaluation', 'network-diagram', 'tabletop-exercise', 'account-types'));

-- Tables of the catalogue, which is the same for every organization. Only the server writes it, when it starts. Removed entries are marked
-- and kept, because organizations refer to them.
create procedure catalogue_table(name regclass) language plpgsql as $$
begin execute format('grant select on %s to %I', name, tenant_role()); end $$;

create table platform_framework (
  id text primary key, name text not null, version text not null, description text not null,
  visible boolean not null default false, family_id text,
  -- The parts of the framework; an organization puts some of them into scope. A requirement without a part belongs to all parts.
  parts jsonb not null default '[]',
  -- The standard that the framework comes from.
  standard jsonb,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call catalogue_table('platform_framework');

create table platform_requirement (
  id text primary key, framework_id text not null references platform_framework on delete cascade,
  name text not null, identifier text not null default '', description text not null, requirement_family text,
  part text, sort_order integer check (sort_order >= 0), removed_at timestamptz(3),
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
create index on platform_requirement (framework_id);
call catalogue_table('platform_requirement');

create table control_template (
  id text primary key, name text not null, description text not null, control_family text,
  -- How to implement the control, which evidence shows it, and how an auditor tests it.
  guidance jsonb,
  removed_at timestamptz(3),
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call catalogue_table('control_template');

create table policy_template (
  id text primary key, name text not null, description text not null,
  frequency text not null check (frequency in ('monthly', 'quarterly', 'yearly')),
  department text not null check (department in ('none', 'admin', 'gov', 'hr', 'it', 'itsm', 'qms')),
  content jsonb not null, removed_at timestamptz(3),
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call catalogue_table('policy_template');

create table task_template (
  id text primary key, name text not null, description text not null,
  frequency text not null check (frequency in ('monthly', 'quarterly', 'yearly')),
  department text not null check (department in ('none', 'admin', 'gov', 'hr', 'it', 'itsm', 'qms')),
  automation_status text not null default 'AUTOMATED' check (automation_status in ('AUTOMATED', 'MANUAL')),
  removed_at timestamptz(3),
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call catalogue_table('task_template');

create table control_template_requirement (
  control_template_id text not null references control_template on delete cascade,
  requirement_id text not null references platform_requirement on delete cascade,
  -- How much of the requirement the control meets.
  strength text not null default 'partial' check (strength in ('full', 'partial', 'supports')),
  primary key (control_template_id, requirement_id)
);
create index on control_template_requirement (requirement_id);
call catalogue_table('control_template_requirement');

-- The policies that implement a control in one framework.
create table control_template_policy (
  id text primary key, framework_id text not null references platform_framework on delete cascade,
  control_template_id text not null references control_template on delete cascade,
  policy_template_id text not null references policy_template on delete cascade,
  unique (framework_id, control_template_id, policy_template_id)
);
call catalogue_table('control_template_policy');

create table control_template_task (
  id text primary key, framework_id text not null references platform_framework on delete cascade,
  control_template_id text not null references control_template on delete cascade,
  task_template_id text not null references task_template on delete cascade,
  unique (framework_id, control_template_id, task_template_id)
);
call catalogue_table('control_template_task');

create table control_template_document_type (
  id text primary key, framework_id text not null references platform_framework on delete cascade,
  control_template_id text not null references control_template on delete cascade,
  form_type evidence_form_type not null,
  unique (framework_id, control_template_id, form_type)
);
call catalogue_table('control_template_document_type');

-- A complete snapshot of a framework, which never changes.
create table framework_version (
  id text primary key, framework_id text not null references platform_framework on delete cascade,
  version text not null check (version ~ '^\d+\.\d+\.\d+$'), published_at timestamptz(3) not null default now(),
  published_by_id text, release_notes text, manifest jsonb not null,
  unique (framework_id, version)
);
create index on framework_version (framework_id, published_at desc, id desc);
call catalogue_table('framework_version');

-- Editions of the catalogue that a server loaded, so that an older server does not undo the work of a newer one.
create table catalogue_edition (hash text primary key, loaded_at timestamptz(3) not null default now());

-- Columns of controls that 0006_tasks.sql did not need.
alter table control
  add column description text not null default '', add column last_review_date timestamptz(3),
  add column next_review_date timestamptz(3),
  -- Only updates of a framework set or clear this time.
  add column archived_at timestamptz(3),
  add column control_template_id text references control_template,
  -- The member who is responsible for the control. Null after the member was removed.
  add column owner_id text,
  -- The control's id in another system, used for bulk creation and updates.
  add column external_id text,
  add column created_at timestamptz(3) not null default now(),
  add column updated_at timestamptz(3) not null default now(),
  add foreign key (organization_id, owner_id) references member (organization_id, id) on delete set null (owner_id);
call stamp_updates('control');
create unique index control_of_template on control (organization_id, control_template_id);
create index on control (organization_id, name, id);
create index control_newest on control (organization_id, created_at desc, id desc);
create index on control (organization_id, updated_at, id);
-- Indexes for lists sorted by a review date. Controls without a date come last in both directions.
create index control_last_review_first on control (organization_id, coalesce(last_review_date, '9999-12-31 23:59:59.999+00'), id);
create index control_last_review_latest on control (organization_id, coalesce(last_review_date, '0001-01-01 00:00:00+00'), id);
create index control_next_review_first on control (organization_id, coalesce(next_review_date, '9999-12-31 23:59:59.999+00'), id);
create index control_next_review_latest on control (organization_id, coalesce(next_review_date, '0001-01-01 00:00:00+00'), id);
create index on control (organization_id, owner_id);
create unique index control_external_id on control (organization_id, external_id);

create table custom_framework (
  id text primary key, name text not null, description text not null, version text not null default '1.0.0',
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('custom_framework'); call stamp_updates('custom_framework');

-- A framework that the organization has adopted.
create table framework_instance (
  id text primary key, framework_id text references platform_framework, custom_framework_id text,
  current_version_id text references framework_version,
  -- The parts in scope, in the order of the framework. Null if the framework had no parts at adoption: then all of it is in scope.
  scope text[],
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  check (num_nonnulls(framework_id, custom_framework_id) = 1),
  check (custom_framework_id is null or current_version_id is null)
);
call tenant_table('framework_instance'); call stamp_updates('framework_instance');
alter table framework_instance add foreign key (organization_id, custom_framework_id) references custom_framework (organization_id, id) on delete cascade;
create unique index on framework_instance (organization_id, framework_id);
create unique index on framework_instance (organization_id, custom_framework_id);
create index on framework_instance (framework_id) where current_version_id is null;

create table custom_requirement (
  id text primary key, name text not null, identifier text not null,
  -- The heading under which the API groups the requirement, as for requirements of the catalogue.
  requirement_family text,
  description text not null, custom_framework_id text,
  -- Set instead of custom_framework_id if the organization adds the requirement to a framework of the catalogue.
  framework_instance_id text,
  -- The id in the imported OSCAL catalogue, which stays when the catalogue changes the label.
  oscal_id text,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  check (num_nonnulls(custom_framework_id, framework_instance_id) = 1)
);
call tenant_table('custom_requirement'); call stamp_updates('custom_requirement');
alter table custom_requirement
  add foreign key (organization_id, custom_framework_id) references custom_framework (organization_id, id) on delete cascade,
  add foreign key (organization_id, framework_instance_id) references framework_instance (organization_id, id) on delete cascade;
create unique index custom_requirement_of_framework on custom_requirement (organization_id, custom_framework_id, identifier);
create unique index custom_requirement_of_instance on custom_requirement (organization_id, framework_instance_id, identifier);

-- Says which control meets which requirement in one adopted framework.
create table requirement_map (
  id text primary key, control_id text not null, framework_instance_id text not null,
  requirement_id text references platform_requirement, custom_requirement_id text,
  -- How much of the requirement the control meets, according to the organization. Null if the catalogue's value applies.
  strength text check (strength in ('full', 'partial', 'supports')),
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  check (num_nonnulls(requirement_id, custom_requirement_id) = 1)
);
call tenant_table('requirement_map'); call stamp_updates('requirement_map');
alter table requirement_map
  add foreign key (organization_id, control_id) references control (organization_id, id) on delete cascade,
  add foreign key (organization_id, framework_instance_id) references framework_instance (organization_id, id) on delete cascade,
  add foreign key (organization_id, custom_requirement_id) references custom_requirement (organization_id, id) on delete cascade;
create unique index requirement_map_platform on requirement_map (organization_id, framework_instance_id, control_id, requirement_id);
create unique index requirement_map_custom on requirement_map (organization_id, framework_instance_id, control_id, custom_requirement_id);
create index on requirement_map (organization_id, control_id);
create index on requirement_map (organization_id, custom_requirement_id);

-- The evidence forms that implement a control in the whole organization.
create table control_document_type (id text primary key, control_id text not null, form_type evidence_form_type not null);
call tenant_table('control_document_type');
alter table control_document_type add foreign key (organization_id, control_id) references control (organization_id, id) on delete cascade;
create unique index on control_document_type (organization_id, control_id, form_type);

-- The evidence forms that implement a control in one adopted framework.
create table framework_control_document_type (
  id text primary key, framework_instance_id text not null, control_id text not null,
  form_type evidence_form_type not null,
  created_at timestamptz(3) not null default now()
);
call tenant_table('framework_control_document_type');
alter table framework_control_document_type
  add foreign key (organization_id, framework_instance_id) references framework_instance (organization_id, id) on delete cascade,
  add foreign key (organization_id, control_id) references control (organization_id, id) on delete cascade;
create unique index on framework_control_document_type (organization_id, framework_instance_id, control_id, form_type);
create index on framework_control_document_type (organization_id, control_id);

create table framework_control_family (
  id text primary key, framework_instance_id text not null, control_id text not null,
  control_family text not null
);
call tenant_table('framework_control_family');
alter table framework_control_family
  add foreign key (organization_id, framework_instance_id) references framework_instance (organization_id, id) on delete cascade,
  add foreign key (organization_id, control_id) references control (organization_id, id) on delete cascade;
create unique index on framework_control_family (organization_id, framework_instance_id, control_id);
create index on framework_control_family (organization_id, control_id);

create table framework_sync_operation (
  id text primary key, framework_instance_id text not null, from_version_id text not null references framework_version,
  to_version_id text not null references framework_version,
  kind text not null check (kind in ('SYNC', 'ROLLBACK')), performed_at timestamptz(3) not null default now(),
  performed_by_id text, performed_via text, rollback_expires_at timestamptz(3), rolled_back_by_operation_id text,
  undo_payload jsonb not null, summary jsonb not null,
  check ((kind = 'SYNC') = (rollback_expires_at is not null))
);
call tenant_table('framework_sync_operation');
alter table framework_sync_operation
  add foreign key (organization_id, framework_instance_id) references framework_instance (organization_id, id) on delete cascade,
  add foreign key (organization_id, performed_by_id) references member (organization_id, id) on delete set null (performed_by_id),
  add foreign key (organization_id, rolled_back_by_operation_id) references framework_sync_operation (organization_id, id) on delete set null (rolled_back_by_operation_id);
create unique index on framework_sync_operation (organization_id, rolled_back_by_operation_id);
create index framework_sync_operation_newest on framework_sync_operation (organization_id, framework_instance_id, performed_at desc, id desc);
create index on framework_sync_operation (organization_id, performed_by_id);
