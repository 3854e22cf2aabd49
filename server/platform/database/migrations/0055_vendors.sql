-- Third parties that the organization uses.
create table vendor (
  id text primary key,
  name text not null,
  description text not null,
  category text not null check (category in ('cloud', 'infrastructure', 'software_as_a_service', 'finance', 'marketing', 'sales', 'hr', 'other')),
  status text not null check (status in ('not_assessed', 'in_progress', 'assessed')),
  inherent_probability text not null check (inherent_probability in ('very_unlikely', 'unlikely', 'possible', 'likely', 'very_likely')),
  inherent_impact text not null check (inherent_impact in ('insignificant', 'minor', 'moderate', 'major', 'severe')),
  residual_probability text not null check (residual_probability in ('very_unlikely', 'unlikely', 'possible', 'likely', 'very_likely')),
  residual_impact text not null check (residual_impact in ('insignificant', 'minor', 'moderate', 'major', 'severe')),
  treatment_type text not null check (treatment_type in ('accept', 'avoid', 'mitigate', 'transfer')),
  -- Each strategy keeps its own text.
  accept_text text check (accept_text <> ''),
  avoid_text text check (avoid_text <> ''),
  mitigate_text text check (mitigate_text <> ''),
  transfer_text text check (transfer_text <> ''),
  website text,
  -- The host of the website, when an assessment can use it.
  domain text,
  is_sub_processor boolean not null default false,
  assignee_id text,
  logo_url text,
  show_on_trust_portal boolean not null default false,
  trust_portal_order integer check (trust_portal_order >= 0),
  -- A list of badges, each with its type and whether it is verified.
  compliance_badges jsonb,
  -- Whether people chose the badges, so that assessments leave them alone.
  badges_by_hand boolean not null default false,
  review_due_at timestamptz(3),
  -- The time of review that somebody was told of.
  review_told_for timestamptz(3),
  -- When the vendor is assessed again: on the first day of the next month, at 02:00 UTC.
  assessment_due_at timestamptz(3) not null default ((date_trunc('month', now() at time zone 'UTC') + interval '1 month 2 hours') at time zone 'UTC'),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('vendor');
alter table vendor add foreign key (organization_id, assignee_id) references member (organization_id, id) on delete set null (assignee_id);
create index vendor_newest on vendor (organization_id, created_at desc, id desc);
create index on vendor (organization_id, updated_at, id);
create index on vendor (organization_id, name, id);
create index on vendor (organization_id, status, id);
create index on vendor (organization_id, assignee_id);
create index vendor_review_untold on vendor (review_due_at) where review_told_for is distinct from review_due_at;
create index vendor_assessment_next on vendor (assessment_due_at);
-- That somebody was told, and when the next assessment is, are no changes of the vendor.
call stamp_updates('vendor', '{review_told_for, assessment_due_at}');
create trigger forget_attachments after delete on vendor for each row execute function forget_attachments('vendor');
create trigger forget_comments after delete on vendor for each row execute function forget_comments('vendor');

create table vendor_contact (
  id text primary key,
  vendor_id text not null,
  name text not null,
  email text not null,
  phone text not null default '',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('vendor_contact');
alter table vendor_contact add foreign key (organization_id, vendor_id) references vendor (organization_id, id) on delete cascade;
create index on vendor_contact (organization_id, vendor_id, name, id);
call stamp_updates('vendor_contact');

-- The latest result for each domain that the vendor has had.
create table vendor_assessment (
  id text primary key,
  vendor_id text not null,
  domain text not null,
  version integer not null check (version >= 1),
  data jsonb not null,
  -- The run that wrote this version: a further attempt of it does not write another one.
  run_id text not null,
  assessed_at timestamptz(3) not null
);
call tenant_table('vendor_assessment');
alter table vendor_assessment add foreign key (organization_id, vendor_id) references vendor (organization_id, id) on delete cascade;
create unique index on vendor_assessment (organization_id, vendor_id, domain);

create table vendor_acceptance (
  id text primary key,
  vendor_id text not null,
  accepted_by_id text,
  accepted_by_name text not null,
  notes text,
  residual_probability text not null check (residual_probability in ('very_unlikely', 'unlikely', 'possible', 'likely', 'very_likely')),
  residual_impact text not null check (residual_impact in ('insignificant', 'minor', 'moderate', 'major', 'severe')),
  level text not null check (level in ('very_low', 'low', 'medium', 'high', 'very_high')),
  created_at timestamptz(3) not null default now()
);
call tenant_table('vendor_acceptance');
alter table vendor_acceptance
  add foreign key (organization_id, vendor_id) references vendor (organization_id, id) on delete cascade,
  add foreign key (organization_id, accepted_by_id) references member (organization_id, id) on delete set null (accepted_by_id);
create index on vendor_acceptance (organization_id, vendor_id, created_at desc, id desc);
create index on vendor_acceptance (organization_id, accepted_by_id);

create table vendor_task (
  id text primary key,
  vendor_id text not null,
  task_id text not null
);
call tenant_table('vendor_task');
alter table vendor_task
  add foreign key (organization_id, vendor_id) references vendor (organization_id, id) on delete cascade,
  add foreign key (organization_id, task_id) references task (organization_id, id) on delete cascade;
create unique index on vendor_task (organization_id, vendor_id, task_id);
create index on vendor_task (organization_id, task_id);

-- The assessments of a vendor are listed.
create index run_of_vendor on run (organization_id, subject, created_at desc, id desc) where kind = 'vendor_assessment';

-- An assessment that ends early leaves the vendor as it was, whoever ended it.
create function end_vendor_assessment() returns trigger language plpgsql as $$
begin
  update vendor v set status = new.input->>'formerStatus'
  where v.organization_id = new.organization_id and v.id = new.subject and v.status = 'in_progress' and new.input->>'formerStatus' is not null;
  update task_item i set status = 'todo'
  where i.organization_id = new.organization_id and i.vendor_id = new.subject and i.title = 'Verify risk assessment' and i.status = 'in_progress';
  return null;
end $$;
create trigger end_vendor_assessment after update of status on run for each row when (new.kind = 'vendor_assessment' and new.status in ('cancelled', 'failed'))
  execute function end_vendor_assessment();
