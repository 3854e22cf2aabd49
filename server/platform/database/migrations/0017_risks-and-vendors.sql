-- Creates vendors and the levels of risk ratings, and adds to risks the columns that 0007_risks.sql did not need.
alter table risk
  -- Whether a person rated the risk before and after treatment: in 0.1.0, a risk that nobody had rated had 0 times 0.
  add column inherent_assessed boolean not null default false, add column residual_assessed boolean not null default false,
  add column review_due_at timestamptz(3),
  -- The review_due_at for which the server sent a notification.
  add column review_notified_for timestamptz(3),
  -- The risk's id in another system, used for bulk creation and updates.
  add column external_id text;
update risk set inherent_assessed = probability > 0 or impact > 0, residual_assessed = residual_probability > 0 or residual_impact > 0;
create index risk_review_first on risk (organization_id, coalesce(review_due_at, '9999-12-31 23:59:59.999+00'), id);
create index risk_review_latest on risk (organization_id, coalesce(review_due_at, '0001-01-01 00:00:00+00'), id);
create index risk_review_to_notify on risk (review_due_at) where status in ('open', 'pending') and review_notified_for is distinct from review_due_at;
create unique index risk_external_id on risk (organization_id, external_id);
-- A notification or an external id does not count as a change of the risk.
call stamp_updates('risk', '{review_notified_for, external_id}');

create table risk_control (id text primary key, risk_id text not null, control_id text not null);
call tenant_table('risk_control');
alter table risk_control
  add foreign key (organization_id, risk_id) references risk (organization_id, id) on delete cascade,
  add foreign key (organization_id, control_id) references control (organization_id, id) on delete cascade;
create unique index on risk_control (organization_id, risk_id, control_id);
create index on risk_control (organization_id, control_id);

-- The highest score of each level. The default levels apply to organizations without a row.
create table risk_rating_bands (
  id text primary key, very_low integer not null check (very_low >= 1), low integer not null check (low > very_low),
  medium integer not null check (medium > low), high integer not null check (high > medium and high <= 9),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('risk_rating_bands'); call stamp_updates('risk_rating_bands');
create unique index on risk_rating_bands (organization_id);

alter table risk_acceptance
  -- The accepted level, which stays when the levels change.
  add column level text check (level in ('very_low', 'low', 'medium', 'high', 'very_high')),
  -- The member who recorded the acceptance, who may differ from the member who accepts. Null for acceptances of 0.1.0.
  add column recorded_by_id text, add column recorded_by_name text,
  add foreign key (organization_id, recorded_by_id) references member (organization_id, id) on delete set null (recorded_by_id);
update risk_acceptance set
  level = (array['very_low', 'low', 'medium', 'high', 'very_high'])[ceil(greatest(1, ceil(residual_probability * residual_impact / 10)) / 2)::integer];
alter table risk_acceptance alter column level set not null;
create index on risk_acceptance (organization_id, recorded_by_id);

-- Third parties that the organization uses.
create table vendor (
  id text primary key, name text not null, description text not null,
  category text not null check (category in ('cloud', 'infrastructure', 'software_as_a_service', 'finance', 'marketing', 'sales', 'hr', 'other')),
  status text not null check (status in ('not_assessed', 'in_progress', 'assessed')),
  inherent_probability text not null check (inherent_probability in ('very_unlikely', 'unlikely', 'possible', 'likely', 'very_likely')),
  inherent_impact text not null check (inherent_impact in ('insignificant', 'minor', 'moderate', 'major', 'severe')),
  residual_probability text not null check (residual_probability in ('very_unlikely', 'unlikely', 'possible', 'likely', 'very_likely')),
  residual_impact text not null check (residual_impact in ('insignificant', 'minor', 'moderate', 'major', 'severe')),
  treatment_type text not null check (treatment_type in ('accept', 'avoid', 'mitigate', 'transfer')),
  -- Each treatment strategy keeps its own text.
  accept_text text check (accept_text <> ''), avoid_text text check (avoid_text <> ''),
  mitigate_text text check (mitigate_text <> ''), transfer_text text check (transfer_text <> ''), website text,
  -- The host of the website, if an assessment can use it.
  domain text,
  is_sub_processor boolean not null default false, assignee_id text, logo_url text,
  show_on_trust_portal boolean not null default false, trust_portal_order integer check (trust_portal_order >= 0),
  -- A list of badges with a type and whether each is verified.
  compliance_badges jsonb,
  -- Whether a person chose the badges. Assessments do not change such badges.
  badges_by_hand boolean not null default false,
  review_due_at timestamptz(3),
  -- The review_due_at for which the server sent a notification.
  review_notified_for timestamptz(3),
  -- The time of the next assessment: the first day of the next month at 02:00 UTC.
  assessment_due_at timestamptz(3) not null default ((date_trunc('month', now() at time zone 'UTC') + interval '1 month 2 hours') at time zone 'UTC'),
  -- The vendor's id in another system, used for bulk creation and updates.
  external_id text,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('vendor');
alter table vendor add foreign key (organization_id, assignee_id) references member (organization_id, id) on delete set null (assignee_id);
create index vendor_newest on vendor (organization_id, created_at desc, id desc);
create index on vendor (organization_id, updated_at, id);
create index on vendor (organization_id, name, id);
create index on vendor (organization_id, status, id);
create index on vendor (organization_id, assignee_id);
create index vendor_review_to_notify on vendor (review_due_at) where review_notified_for is distinct from review_due_at;
create index vendor_assessment_next on vendor (assessment_due_at);
create unique index vendor_external_id on vendor (organization_id, external_id);
-- Sorts the vendors of the trust portal: first those with a position, then the others by name.
create function trust_portal_place(place integer, name text) returns text immutable parallel safe language sql as $$
  select lpad(coalesce(place, 2147483647)::text, 10, '0') || ' ' || name
$$;
create index vendor_shown on vendor (organization_id, trust_portal_place(trust_portal_order, name), id);
-- Notifications, the next assessment and the external id do not count as changes of the vendor.
call stamp_updates('vendor', '{review_notified_for, assessment_due_at, external_id}');

create table vendor_contact (
  id text primary key, vendor_id text not null, name text not null, email text not null,
  phone text not null default '',
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('vendor_contact'); call stamp_updates('vendor_contact');
alter table vendor_contact add foreign key (organization_id, vendor_id) references vendor (organization_id, id) on delete cascade;
create index on vendor_contact (organization_id, vendor_id, name, id);

-- The latest assessment result for each domain that the vendor has had.
create table vendor_assessment (
  id text primary key, vendor_id text not null, domain text not null,
  version integer not null check (version >= 1), data jsonb not null,
  -- The run that wrote this version. A retry of the run does not write another version.
  run_id text not null,
  assessed_at timestamptz(3) not null
);
call tenant_table('vendor_assessment');
alter table vendor_assessment add foreign key (organization_id, vendor_id) references vendor (organization_id, id) on delete cascade;
create unique index on vendor_assessment (organization_id, vendor_id, domain);

create table vendor_acceptance (
  id text primary key, vendor_id text not null, accepted_by_id text, accepted_by_name text not null, notes text,
  residual_probability text not null check (residual_probability in ('very_unlikely', 'unlikely', 'possible', 'likely', 'very_likely')),
  residual_impact text not null check (residual_impact in ('insignificant', 'minor', 'moderate', 'major', 'severe')),
  level text not null check (level in ('very_low', 'low', 'medium', 'high', 'very_high')),
  -- The member who recorded the acceptance, who may differ from the member who accepts.
  recorded_by_id text, recorded_by_name text,
  created_at timestamptz(3) not null default now()
);
call tenant_table('vendor_acceptance');
alter table vendor_acceptance
  add foreign key (organization_id, vendor_id) references vendor (organization_id, id) on delete cascade,
  add foreign key (organization_id, accepted_by_id) references member (organization_id, id) on delete set null (accepted_by_id),
  add foreign key (organization_id, recorded_by_id) references member (organization_id, id) on delete set null (recorded_by_id);
create index on vendor_acceptance (organization_id, vendor_id, created_at desc, id desc);
create index on vendor_acceptance (organization_id, accepted_by_id);
create index on vendor_acceptance (organization_id, recorded_by_id);

create table vendor_task (id text primary key, vendor_id text not null, task_id text not null);
call tenant_table('vendor_task');
alter table vendor_task
  add foreign key (organization_id, vendor_id) references vendor (organization_id, id) on delete cascade,
  add foreign key (organization_id, task_id) references task (organization_id, id) on delete cascade;
create unique index on vendor_task (organization_id, vendor_id, task_id);
create index on vendor_task (organization_id, task_id);

-- An assessment that fails or is cancelled restores the vendor's previous status.
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

-- Task items may belong to a vendor as well as a risk, and get a priority and a creator.
alter table task_item
  alter column risk_id drop not null,
  add column vendor_id text,
  add constraint task_item_parent check (num_nonnulls(risk_id, vendor_id) = 1),
  add column priority text not null default 'medium' check (priority in ('urgent', 'high', 'medium', 'low')),
  add column created_by_id text, add column created_via text,
  -- The creator at the time of creation, which stays when the member is removed.
  add column created_by_snapshot jsonb,
  add column updated_by_id text, add column updated_via text,
  drop constraint task_item_status_check;
-- Task items of 0.1.0 are attributed to the oldest owner.
update task_item i set (created_by_id, created_by_snapshot) = (
  select m.id, jsonb_build_object('id', m.id, 'user', jsonb_build_object('id', m.user_id, 'name', m.name, 'email', m.email, 'image', m.image))
  from member m where m.organization_id = i.organization_id order by 'owner' = any(m.roles) desc, m.created_at, m.id limit 1);
delete from task_item where created_by_snapshot is null; -- The organization has no members.
update task_item set status = 'cancelled' where status = 'canceled';
alter table task_item
  add constraint task_item_status_check check (status in ('todo', 'in_progress', 'in_review', 'done', 'cancelled')),
  alter column created_by_snapshot set not null,
  add foreign key (organization_id, created_by_id) references member (organization_id, id) on delete set null (created_by_id),
  add foreign key (organization_id, updated_by_id) references member (organization_id, id) on delete set null (updated_by_id),
  add foreign key (organization_id, vendor_id) references vendor (organization_id, id) on delete cascade;
create index on task_item (organization_id, vendor_id, created_at);
create index on task_item (organization_id, assignee_id);
create index on task_item (organization_id, created_by_id);
create index on task_item (organization_id, updated_by_id);
