-- What is asked about the controls of a framework: made of the catalogue by ensure_soa_configuration alone, the same for every organization.
create table soa_configuration (
  id text primary key,
  framework_id text not null references platform_framework on delete cascade,
  version integer not null default 1 check (version >= 1),
  is_latest boolean not null default true,
  columns jsonb not null,
  questions jsonb not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index soa_configuration_version on soa_configuration (framework_id, version);
create unique index soa_configuration_latest on soa_configuration (framework_id) where is_latest;
call catalogue_table('soa_configuration');

-- Makes the configuration of a framework when there is none, and its next version when the catalogue asks otherwise than the latest.
-- Says whether it did. Two at once end with one: the unique keys above let the second pass.
-- With the rights of the owner, and made of nothing that the caller brings, so that no organization writes what others read.
create function ensure_soa_configuration(framework text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked jsonb;
  latest soa_configuration;
  next integer;
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
  -- The id follows from the content: what an organization takes along to another installation finds its configuration there.
  insert into soa_configuration (id, framework_id, version, columns, questions)
  values ('soa_cfg_' || substr(encode(sha256(convert_to(framework || '/' || next || '/' || asked::text, 'UTF8')), 'hex'), 1, 24), framework, next,
    '[{"name": "closure", "type": "string"}, {"name": "title", "type": "string"}, {"name": "controlObjective", "type": "string"}, {"name": "isApplicable", "type": "boolean"}, {"name": "justification", "type": "string"}]',
    asked)
  on conflict do nothing;
  return found;
end $$;
revoke execute on function ensure_soa_configuration from public;
grant execute on function ensure_soa_configuration to tenant;

create table soa_document (
  id text primary key,
  framework_id text not null references platform_framework on delete cascade,
  configuration_id text not null references soa_configuration on delete cascade,
  version integer not null check (version >= 1),
  is_latest boolean not null default true,
  status text not null default 'draft' check (status in ('draft', 'in_progress', 'needs_review', 'completed')),
  total_questions integer not null check (total_questions >= 0),
  prepared_by text not null default 'Compliance Automation Service',
  approver_id text,
  -- The name of who approved it, which stays when the member is gone.
  approved_by text,
  -- The user to be told of the outcome.
  submitted_by text,
  submitted_at timestamptz(3),
  approved_at timestamptz(3),
  declined_at timestamptz(3),
  completed_at timestamptz(3),
  decline_reason text check (length(decline_reason) <= 2000),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (approved_at is null or declined_at is null),
  check ((approved_at is null) = (approved_by is null))
);
call tenant_table('soa_document');
alter table soa_document add foreign key (organization_id, approver_id) references member (organization_id, id) on delete set null (approver_id);
create unique index soa_document_version on soa_document (organization_id, framework_id, version);
create unique index soa_document_latest on soa_document (organization_id, framework_id) where is_latest;
create index on soa_document (organization_id, version, id);
create index on soa_document (organization_id, created_at, id);
create index on soa_document (organization_id, updated_at, id);
create index on soa_document (organization_id, approver_id);

-- One row for each time that a question was answered.
create table soa_answer (
  id text primary key,
  document_id text not null,
  question_id text not null,
  is_applicable boolean,
  justification text check (length(justification) <= 5000),
  status text not null check (status in ('untouched', 'generated', 'manual')),
  sources jsonb,
  generated_at timestamptz(3),
  answer_version integer not null check (answer_version >= 1),
  is_latest_answer boolean not null default true,
  created_by text,
  updated_by text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (is_applicable is distinct from false or justification ~ '\S')
);
call tenant_table('soa_answer');
alter table soa_answer add foreign key (organization_id, document_id) references soa_document (organization_id, id) on delete cascade;
create unique index soa_answer_version on soa_answer (organization_id, document_id, question_id, answer_version);
create unique index soa_answer_latest on soa_answer (organization_id, document_id, question_id) where is_latest_answer;

-- Only what the statement of applicability needs of what an organization says about itself; its area will add the rest.
create table context_entry (
  id text primary key,
  question text not null,
  answer text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('context_entry');
