-- Creates statements of applicability, findings, timelines, ISMS documents and approvals. soa_configuration has the questions about a
-- framework's controls: only ensure_soa_configuration writes it, from the catalogue, and it is the same for every organization.
create table soa_configuration (
  id text primary key, framework_id text not null references platform_framework on delete cascade,
  version integer not null default 1 check (version >= 1), is_latest boolean not null default true,
  columns jsonb not null, questions jsonb not null,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
create unique index soa_configuration_version on soa_configuration (framework_id, version);
create unique index soa_configuration_latest on soa_configuration (framework_id) where is_latest;
call catalogue_table('soa_configuration');

-- Creates the configuration of a framework, or its next version if the catalogue now has other questions. Returns whether it did; of two
-- calls at once, the unique keys let only one succeed.
-- Runs with the owner's rights. Its only input is the framework's id, so an organization cannot change what other organizations read.
create function ensure_soa_configuration(framework text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare asked jsonb; latest soa_configuration; next integer;
begin
  select jsonb_agg(jsonb_build_object(
    'id', r.identifier,
    'text', coalesce(substring(r.description from '^.*?[.!?](?=\s|$)'), r.description),
    'columnMapping', jsonb_build_object('closure', substr(r.identifier, 3), 'title', r.name, 'controlObjective', r.description, 'isApplicable', null, 'justification', null)
  ) order by r.sort_order, r.identifier) into asked
  from platform_requirement r where r.framework_id = framework and r.removed_at is null and r.identifier ~ '^A\.\d+\.\d+$';
  select * into latest from soa_configuration c where c.framework_id = framework and c.is_latest;
  if asked is null or asked = latest.questions then return false; end if;

  next := coalesce(latest.version, 0) + 1;
  update soa_configuration c set is_latest = false, updated_at = now() where c.id = latest.id and c.is_latest;
  -- The id is derived from the content, so a document that an organization moves to another installation finds its configuration there.
  insert into soa_configuration (id, framework_id, version, columns, questions)
  values ('soa_cfg_' || substr(encode(sha256(convert_to(framework || '/' || next || '/' || asked::text, 'UTF8')), 'hex'), 1, 24), framework, next,
    '[{"name": "closure", "type": "string"}, {"name": "title", "type": "string"}, {"name": "controlObjective", "type": "string"}, {"name": "isApplicable", "type": "boolean"}, {"name": "justification", "type": "string"}]',
    asked)
  on conflict do nothing;
  return found;
end $$;
revoke execute on function ensure_soa_configuration from public; grant execute on function ensure_soa_configuration to tenant;

create table soa_document (
  id text primary key, framework_id text not null references platform_framework on delete cascade,
  configuration_id text not null references soa_configuration on delete cascade,
  version integer not null check (version >= 1), is_latest boolean not null default true,
  status text not null default 'draft' check (status in ('draft', 'in_progress', 'needs_review', 'completed')),
  total_questions integer not null check (total_questions >= 0),
  prepared_by text not null default 'Compliance Automation Service', approver_id text,
  -- The name of the approver, which stays when the member is removed.
  approved_by text,
  -- The user who is notified of the decision.
  submitted_by text, submitted_at timestamptz(3), approved_at timestamptz(3), declined_at timestamptz(3),
  completed_at timestamptz(3), decline_reason text check (length(decline_reason) <= 2000),
  -- The derived values and names at the time of the approval.
  approved_references jsonb,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  check (approved_at is null or declined_at is null),
  check ((approved_at is null) = (approved_by is null))
);
call tenant_table('soa_document');
-- A later version replaces this one without changing its content.
call stamp_updates('soa_document', '{is_latest, approved_references}');
alter table soa_document add foreign key (organization_id, approver_id) references member (organization_id, id) on delete set null (approver_id);
create unique index soa_document_version on soa_document (organization_id, framework_id, version);
create unique index soa_document_latest on soa_document (organization_id, framework_id) where is_latest;
create index on soa_document (organization_id, version, id);
create index on soa_document (organization_id, created_at, id);
create index on soa_document (organization_id, updated_at, id);
create index on soa_document (organization_id, approver_id);

-- One row for each time that somebody answered a question.
create table soa_answer (
  id text primary key, document_id text not null, question_id text not null, is_applicable boolean,
  justification text check (length(justification) <= 5000),
  -- The reasons for the justification.
  reasons text[] not null default '{}' check (reasons <@ '{risk,law,contract,business_need}'::text[]),
  -- Whether a person has to review the answer.
  needs_review boolean not null default false,
  -- An implementation status that a person set.
  implementation_status text check (implementation_status in ('not_started', 'partial', 'implemented', 'not_applicable')),
  -- Whether a language model drafted the answer and no person has edited it since.
  drafted_by_model boolean not null default false constraint soa_answer_check1 check (not drafted_by_model or status = 'generated'),
  status text not null check (status in ('untouched', 'generated', 'manual')), sources jsonb,
  generated_at timestamptz(3), answer_version integer not null check (answer_version >= 1),
  is_latest_answer boolean not null default true, created_by_id text, created_via text, updated_by_id text, updated_via text,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  check (is_applicable is distinct from false or justification ~ '\S')
);
call tenant_table('soa_answer'); call stamp_updates('soa_answer');
alter table soa_answer add foreign key (organization_id, document_id) references soa_document (organization_id, id) on delete cascade;
create unique index soa_answer_version on soa_answer (organization_id, document_id, question_id, answer_version);
create unique index soa_answer_latest on soa_answer (organization_id, document_id, question_id) where is_latest_answer;

-- Questions and answers with which an organization describes itself.
create table context_entry (
  id text primary key, question text not null, answer text not null,
  tags text[] not null default '{}' check (cardinality(tags) <= 50),
  audience text not null default 'internal' check (audience in ('internal', 'nda', 'public')),
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('context_entry'); call stamp_updates('context_entry');
create index context_entry_newest on context_entry (organization_id, created_at desc, id desc);
-- Finds the newest entry with the same question. The index uses a hash because a question may be too long for it.
create index context_entry_question on context_entry (organization_id, md5(lower(question)), created_at, id);

-- Problems that auditors report.
create table finding (
  id text primary key,
  type text not null default 'soc2' check (type in ('soc2', 'iso27001', 'pci_dss', 'hipaa', 'gdpr', 'iso9001', 'iso42001')),
  status text not null default 'open' check (status in ('open', 'ready_for_review', 'needs_revision', 'closed')),
  severity text not null default 'medium' check (severity in ('low', 'medium', 'high', 'critical')),
  content text not null check (length(content) between 1 and 5000),
  revision_note text check (length(revision_note) <= 2000),
  -- The subject of the finding: one of these columns is set.
  area text check (area in ('people', 'documents', 'compliance', 'risks', 'vendors', 'policies', 'other')),
  evidence_form_type evidence_form_type, task_id text, evidence_submission_id text, policy_id text, vendor_id text,
  risk_id text, member_id text, device_id text,
  -- The id of a finding template, which is part of the release and has no table.
  template_id text, created_by_id text, created_via text,
  closed_at timestamptz(3),
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  constraint finding_target check (
    num_nonnulls(area, evidence_form_type, task_id, evidence_submission_id, policy_id, vendor_id, risk_id, member_id, device_id) = 1),
  constraint finding_check1 check (revision_note is null or status = 'needs_revision'),
  constraint finding_check2 check ((status = 'closed') = (closed_at is not null))
);
call tenant_table('finding'); call stamp_updates('finding');
alter table finding
  add foreign key (organization_id, task_id) references task (organization_id, id) on delete cascade,
  add foreign key (organization_id, evidence_submission_id) references evidence_submission (organization_id, id) on delete cascade,
  add foreign key (organization_id, policy_id) references policy (organization_id, id) on delete cascade,
  add foreign key (organization_id, risk_id) references risk (organization_id, id) on delete cascade,
  add foreign key (organization_id, member_id) references member (organization_id, id) on delete cascade,
  add foreign key (organization_id, vendor_id) references vendor (organization_id, id) on delete cascade,
  add foreign key (organization_id, device_id) references device (organization_id, id) on delete cascade,
  add foreign key (organization_id, created_by_id) references member (organization_id, id) on delete set null (created_by_id);

-- Sorts the list by status, then by time, in descending order.
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
create index on finding (organization_id, vendor_id) where vendor_id is not null;
create index on finding (organization_id, device_id) where device_id is not null;
create index on finding (organization_id, created_by_id);
-- Phases of timelines count findings with this index.
create index on finding (organization_id, type, created_at);

-- The dated plan of an adopted framework: one for each track and audit cycle. The templates are part of the program.
create table timeline (
  id text primary key, framework_instance_id text not null, template_id text not null,
  track_key text not null default 'primary', cycle_number integer not null check (cycle_number >= 1),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'ACTIVE', 'PAUSED', 'COMPLETED')),
  start_date timestamptz(3), paused_at timestamptz(3), completed_at timestamptz(3),
  -- Null while the timeline is not locked.
  locked_at timestamptz(3),
  -- Ids of users, which stay when the account is deleted.
  locked_by_id text, locked_via text,
  unlocked_at timestamptz(3), unlocked_by_id text, unlocked_via text, unlock_reason text,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('timeline'); call stamp_updates('timeline');
alter table timeline add foreign key (organization_id, framework_instance_id) references framework_instance (organization_id, id) on delete cascade;
create unique index on timeline (organization_id, framework_instance_id, track_key, cycle_number);
create index timeline_newest on timeline (organization_id, created_at desc, id desc);

create table timeline_phase (
  id text primary key, timeline_id text not null, phase_template_id text, name text not null, description text,
  group_label text, order_index integer not null check (order_index >= 0),
  status text not null default 'PENDING' check (status in ('PENDING', 'IN_PROGRESS', 'COMPLETED')),
  start_date timestamptz(3), end_date timestamptz(3), duration_weeks integer not null check (duration_weeks >= 1),
  completion_type text not null default 'MANUAL' check (completion_type in ('AUTO_TASKS', 'AUTO_POLICIES', 'AUTO_PEOPLE', 'AUTO_FINDINGS', 'AUTO_UPLOAD', 'MANUAL')),
  locks_timeline_on_complete boolean not null default false, dates_pinned boolean not null default false,
  regressed_at timestamptz(3), completed_at timestamptz(3),
  -- The id of the user who completed the phase by hand, which stays when the account is deleted.
  completed_by_id text, completed_via text,
  ready_for_review boolean not null default false, ready_for_review_at timestamptz(3), document_url text, document_name text,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  check (end_date >= start_date)
);
call tenant_table('timeline_phase'); call stamp_updates('timeline_phase');
alter table timeline_phase add foreign key (organization_id, timeline_id) references timeline (organization_id, id) on delete cascade;
create index timeline_phase_order on timeline_phase (organization_id, timeline_id, order_index);

-- The sequence of the audit log at which an organization's timelines were last checked, and the latest time of the next check.
create table timeline_check (id text primary key, sequence bigint not null, due_at timestamptz(3) not null);
call tenant_table('timeline_check');
create unique index timeline_check_of_organization on timeline_check (organization_id);

-- The twelve documents of ISO 27001 (spec/areas/isms).
create table isms_document (
  id text primary key, framework_id text not null references platform_framework on delete cascade,
  requirement_id text references platform_requirement on delete set null, template_id text,
  type text not null check (type in ('context_of_organization', 'interested_parties_register', 'interested_parties_requirements', 'isms_scope',
    'leadership_commitment', 'roles_and_responsibilities', 'risk_assessment_methodology', 'risk_treatment_plan', 'objectives_plan', 'monitoring',
    'internal_audit', 'management_review')),
  title text not null,
  status text not null default 'draft' check (status in ('draft', 'in_progress', 'needs_review', 'approved', 'declined')),
  prepared_by text not null default 'Compliance Automation Service', approver_id text,
  -- The user who is notified of the decision.
  submitted_by text,
  approved_at timestamptz(3), declined_at timestamptz(3),
  decline_reason text check (length(decline_reason) <= 2000), narrative jsonb,
  -- The data that the document was generated from. Drift is measured against it.
  baseline jsonb,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  check ((status = 'approved') = (approved_at is not null)),
  check ((status = 'declined') = (declined_at is not null))
);
call tenant_table('isms_document'); call stamp_updates('isms_document');
alter table isms_document add foreign key (organization_id, approver_id) references member (organization_id, id) on delete set null (approver_id);
create unique index isms_document_type on isms_document (organization_id, framework_id, type);
create index on isms_document (organization_id, approver_id);

create table isms_document_control (
  id text primary key, document_id text not null, control_id text not null,
  created_at timestamptz(3) not null default now()
);
call tenant_table('isms_document_control');
alter table isms_document_control
  add foreign key (organization_id, document_id) references isms_document (organization_id, id) on delete cascade,
  add foreign key (organization_id, control_id) references control (organization_id, id) on delete cascade;
create unique index isms_document_control_pair on isms_document_control (organization_id, document_id, control_id);
create index on isms_document_control (organization_id, control_id);

-- The rows of all fourteen ISMS registers. The texts of a register are in `fields`, in the format of the contract, so a new text needs no
-- migration. References to other records (the parent row, members, and a linked row) are columns, so one foreign key of each kind is
-- enough.
create table isms_row (
  id text primary key, document_id text not null,
  register text not null check (register in ('context-issues', 'interested-parties', 'requirements', 'objectives', 'roles', 'role-assignments', 'metrics',
    'measurements', 'audits', 'audit-controls', 'audit-findings', 'reviews', 'review-inputs', 'review-actions')),
  parent_id text, position integer not null check (position >= 0),
  -- Identifies a seeded row.
  key text,
  reference text, source text not null default 'manual' check (source in ('derived', 'manual')), derived_from text,
  member_id text, second_member_id text, linked_id text, entered_via text, fields jsonb not null,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('isms_row'); call stamp_updates('isms_row');
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

-- A role assignment is deleted when its member is removed.
create function forget_assignment() returns trigger language plpgsql as $$
begin delete from isms_row r where r.organization_id = new.organization_id and r.id = new.id; return null; end $$;
create trigger forget_assignment after update of member_id on isms_row for each row when (new.register = 'role-assignments' and new.member_id is null) execute function forget_assignment();

-- Submissions for approval: content, submitter, named approver and result. `outdated` means that the content changed after approval.
create table approval (
  id text primary key, task_id text, policy_version_id text, soa_document_id text, isms_document_id text,
  evidence_submission_id text,
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined', 'withdrawn', 'outdated')),
  -- SHA-256 of the canonical JSON of the submitted content.
  content_hash text not null,
  -- The submitter and a copy of their details at that time: {id, user: {id, name, email}}. The id stays when the member is removed.
  submitted_by_id text, submitted_by_snapshot jsonb,
  -- The member of the API key, if the key named another member as submitter.
  submitted_with_key_of_id text, submitted_at timestamptz(3) not null default now(),
  -- The API key that submitted, as `API key "name"`.
  via text,
  -- Whether another member than the submitter could approve at the time of the submission.
  others_could_approve boolean,
  -- The approver named at the submission. Null if anybody with the permission may approve.
  approver_id text,
  -- The member who decided, and a copy of their details at that time.
  decided_by_id text, decided_by_snapshot jsonb, decided_at timestamptz(3),
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
  add foreign key (organization_id, evidence_submission_id) references evidence_submission (organization_id, id) on delete cascade;
create index on approval (organization_id, task_id, submitted_at);
create index on approval (organization_id, policy_version_id, submitted_at);
create index on approval (organization_id, soa_document_id, submitted_at);
create index on approval (organization_id, isms_document_id, submitted_at);
create index on approval (organization_id, evidence_submission_id, submitted_at);
create index on approval (organization_id, submitted_by_id);
create index on approval (organization_id, submitted_with_key_of_id);
create unique index approval_pending on approval
  (organization_id, coalesce(task_id, policy_version_id, soa_document_id, isms_document_id, evidence_submission_id)) where status = 'pending';

-- Published versions: the content as it was approved.
create table isms_version (
  id text primary key, document_id text not null, version integer not null check (version >= 1),
  published_at timestamptz(3) not null default now(), published_by_id text, published_by_name text not null,
  -- The approval that published the version.
  approval_id text,
  changelog text check (length(changelog) <= 2000),
  -- All content that the files are rendered from.
  content jsonb not null,
  -- The files rendered after the approval. Each file is stored once.
  pdf_key text,
  docx_key text
);
call tenant_table('isms_version');
alter table isms_version
  add foreign key (organization_id, document_id) references isms_document (organization_id, id) on delete cascade,
  add foreign key (organization_id, published_by_id) references member (organization_id, id) on delete set null (published_by_id),
  add foreign key (organization_id, approval_id) references approval (organization_id, id),
  add foreign key (organization_id, pdf_key) references stored_file (organization_id, id),
  add foreign key (organization_id, docx_key) references stored_file (organization_id, id);
create unique index isms_version_number on isms_version (organization_id, document_id, version);
create index on isms_version (organization_id, document_id, version, id);
create index on isms_version (organization_id, published_by_id);
create index on isms_version (organization_id, approval_id);
create index on isms_version (organization_id, pdf_key);
create index on isms_version (organization_id, docx_key);
create trigger forget_pdf after delete on isms_version for each row execute function forget_file('pdf_key');
create trigger forget_docx after delete on isms_version for each row execute function forget_file('docx_key');
create function refuse_change() returns trigger language plpgsql as $$
begin raise exception 'a version of an ISMS document never changes'; end $$;
create trigger refuse_change after update on isms_version for each row
  when ((old.document_id, old.version, old.published_at, old.published_by_name, old.changelog, old.content)
    is distinct from (new.document_id, new.version, new.published_at, new.published_by_name, new.changelog, new.content))
  execute function refuse_change();
create trigger refuse_other_file after update on isms_version for each row
  when ((old.pdf_key is not null and old.pdf_key is distinct from new.pdf_key)
    or (old.docx_key is not null and old.docx_key is distinct from new.docx_key))
  execute function refuse_change();

-- The answers to the questions of the setup wizard.
create table isms_profile (
  id text primary key, framework_id text not null references platform_framework on delete cascade,
  answers jsonb not null default '{}', completed_at timestamptz(3),
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('isms_profile'); call stamp_updates('isms_profile');
create unique index isms_profile_framework on isms_profile (organization_id, framework_id);
