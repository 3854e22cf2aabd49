-- Creates letters of engagement between the organization and its auditors (spec/areas/letter-of-engagement).

-- Templates of the organization. Built-in templates are part of the release.
create table engagement_letter_template (
  id text primary key, name text not null,
  engagement_type text not null check (engagement_type in ('certification_audit', 'surveillance_audit', 'recertification_audit', 'attestation_type1', 'attestation_type2', 'internal_audit', 'readiness_assessment', 'penetration_test', 'other')),
  scope text, criteria text, organization_responsibilities text, auditor_responsibilities text,
  independence_statement text, confidentiality_terms text, other_terms text,
  deliverables text[] not null default '{}', is_active boolean not null default true,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('engagement_letter_template'); call stamp_updates('engagement_letter_template');
create unique index engagement_letter_template_name on engagement_letter_template (organization_id, lower(name));

-- The last letter number used in each year. Deleting a letter does not free its number.
create table engagement_letter_year (id text primary key, year integer not null, last_number integer not null default 1);
call tenant_table('engagement_letter_year');
create unique index engagement_letter_year_once on engagement_letter_year (organization_id, year);

create table engagement_letter (
  id text primary key, reference text not null, title text not null,
  engagement_type text not null default 'other' check (engagement_type in ('certification_audit', 'surveillance_audit', 'recertification_audit', 'attestation_type1', 'attestation_type2', 'internal_audit', 'readiness_assessment', 'penetration_test', 'other')),
  framework_instance_id text, timeline_instance_id text,
  status text not null default 'draft' check (status in ('draft', 'sent', 'partially_signed', 'signed', 'declined', 'cancelled', 'expired', 'superseded')),
  auditor_firm text not null, auditor_address text, auditor_contact_name text not null, auditor_contact_email text not null,
  auditor_member_id text, organization_legal_name text not null, organization_address text,
  organization_signatory_member_id text, scope text not null, criteria text, period_start date, period_end date,
  fieldwork_start date, fieldwork_end date, report_due_date date, deliverables text[] not null default '{}',
  organization_responsibilities text, auditor_responsibilities text, independence_statement text,
  confidentiality_terms text, other_terms text, fee jsonb, governing_law text, template_id text,
  -- The id of a built-in template, which has no row.
  built_in_template_id text, supersedes_id text,
  expires_at timestamptz(3), sent_at timestamptz(3), signed_at timestamptz(3), declined_at timestamptz(3),
  cancelled_at timestamptz(3), decline_reason text, cancel_reason text, content_hash text,
  -- The file of the signed letter. Until it exists, pdf_due_at is the time of the next attempt to create it.
  pdf_key text, pdf_due_at timestamptz(3), pdf_attempts integer not null default 0,
  created_by_id text references user_account on delete set null, created_via text,
  updated_by_id text references user_account on delete set null, updated_via text,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('engagement_letter');
alter table engagement_letter
  add foreign key (organization_id, framework_instance_id) references framework_instance (organization_id, id) on delete set null (framework_instance_id),
  add foreign key (organization_id, timeline_instance_id) references timeline (organization_id, id) on delete set null (timeline_instance_id),
  add foreign key (organization_id, auditor_member_id) references member (organization_id, id) on delete set null (auditor_member_id),
  add foreign key (organization_id, organization_signatory_member_id) references member (organization_id, id) on delete set null (organization_signatory_member_id),
  add foreign key (organization_id, template_id) references engagement_letter_template (organization_id, id) on delete set null (template_id),
  add foreign key (organization_id, supersedes_id) references engagement_letter (organization_id, id),
  add foreign key (organization_id, pdf_key) references stored_file (organization_id, id);
create unique index engagement_letter_reference on engagement_letter (organization_id, reference, id);
create index on engagement_letter (organization_id, created_at, id);
create index engagement_letter_by_sending on engagement_letter (organization_id, (coalesce(sent_at, '0001-01-01 00:00:00+00'::timestamptz)), id);
create index engagement_letter_by_signing on engagement_letter (organization_id, (coalesce(signed_at, '0001-01-01 00:00:00+00'::timestamptz)), id);
create index on engagement_letter (organization_id, framework_instance_id, signed_at);
create index on engagement_letter (organization_id, timeline_instance_id);
create index on engagement_letter (organization_id, auditor_member_id);
create index on engagement_letter (organization_id, organization_signatory_member_id);
create index on engagement_letter (organization_id, template_id);
create index on engagement_letter (organization_id, supersedes_id);
create index on engagement_letter (organization_id, pdf_key);
create index on engagement_letter (created_by_id);
create index on engagement_letter (updated_by_id);
create index on engagement_letter (expires_at) where status in ('sent', 'partially_signed');
create index on engagement_letter (pdf_due_at) where pdf_due_at is not null;
-- Allows only one open letter on the same subject (rule 8), and only one amendment of a letter.
create unique index engagement_letter_open on engagement_letter (organization_id, auditor_contact_email, engagement_type, period_start, period_end)
  nulls not distinct where status in ('sent', 'partially_signed');
create unique index engagement_letter_amendment on engagement_letter (organization_id, supersedes_id) where status in ('draft', 'sent', 'partially_signed') and supersedes_id is not null;
-- The service's work on the PDF does not count as a change of the letter. The acting credential is stored together with each change.
call stamp_updates('engagement_letter', '{pdf_key, pdf_due_at, pdf_attempts, created_via, updated_via}');

-- Nobody may change the content of a letter after it was sent: it must return to draft first (rule 3).
create function keep_sent_letter() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (old.reference, old.engagement_type, old.auditor_firm, old.auditor_address, old.auditor_contact_name, old.auditor_contact_email,
      old.organization_legal_name, old.organization_address, old.scope, old.criteria, old.period_start, old.period_end, old.fieldwork_start,
      old.fieldwork_end, old.report_due_date, old.deliverables, old.organization_responsibilities, old.auditor_responsibilities,
      old.independence_statement, old.confidentiality_terms, old.other_terms, old.fee, old.governing_law)
    is distinct from
     (new.reference, new.engagement_type, new.auditor_firm, new.auditor_address, new.auditor_contact_name, new.auditor_contact_email,
      new.organization_legal_name, new.organization_address, new.scope, new.criteria, new.period_start, new.period_end, new.fieldwork_start,
      new.fieldwork_end, new.report_due_date, new.deliverables, new.organization_responsibilities, new.auditor_responsibilities,
      new.independence_statement, new.confidentiality_terms, new.other_terms, new.fee, new.governing_law) then
    raise exception 'the letter % is not a draft', old.id;
  end if;
  return new;
end $$;
create trigger keep_sent_letter before update on engagement_letter for each row when (old.status <> 'draft') execute function keep_sent_letter();

-- The signature slots of both parties, created when the letter is sent. An uploaded paper counts once the other party confirms it.
create table engagement_letter_signature (
  id text primary key, letter_id text not null, party text not null check (party in ('organization', 'auditor')),
  status text not null default 'pending' check (status in ('pending', 'unconfirmed', 'signed', 'declined', 'void')),
  signer_name text not null, signer_email text not null, signer_title text,
  method text check (method in ('session', 'link', 'uploaded')), signed_at timestamptz(3), ip_address text, user_agent text,
  token_expires_at timestamptz(3), reminded_at timestamptz(3),
  -- The user who uploaded the paper, who may have left since.
  recorded_by_id text, recorded_by_name text,
  -- The signatory named when the letter was sent, needed if the other party objects.
  named_name text, named_email text,
  confirmed_at timestamptz(3),
  -- The countersigned paper.
  file_key text
);
call tenant_table('engagement_letter_signature');
alter table engagement_letter_signature
  add foreign key (organization_id, letter_id) references engagement_letter (organization_id, id) on delete cascade,
  add foreign key (organization_id, file_key) references stored_file (organization_id, id);
create unique index engagement_letter_signature_party on engagement_letter_signature (organization_id, letter_id, party);
create index on engagement_letter_signature (organization_id, file_key);
create index on engagement_letter_signature (recorded_by_id);
create trigger forget_file after delete on engagement_letter_signature for each row execute function forget_file('file_key');
create trigger forget_file after delete on engagement_letter for each row execute function forget_file('pdf_key');
create trigger forget_other_file after update on engagement_letter for each row when (old.pdf_key is distinct from new.pdf_key) execute function forget_file('pdf_key');
create trigger forget_other_file after update on engagement_letter_signature for each row when (old.file_key is distinct from new.file_key) execute function forget_file('file_key');

-- Signing links, by the hashes of their tokens. Replaced and ended links are kept, so that the server can say so to whoever opens them.
create table engagement_letter_link (
  id text primary key, letter_id text not null, party text not null check (party in ('organization', 'auditor')),
  -- The signature that the other party confirms or rejects with this link.
  confirms_id text,
  token_hash text not null unique, expires_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
call tenant_table('engagement_letter_link');
alter table engagement_letter_link
  add foreign key (organization_id, letter_id) references engagement_letter (organization_id, id) on delete cascade,
  add foreign key (organization_id, confirms_id) references engagement_letter_signature (organization_id, id) on delete cascade;
create index on engagement_letter_link (organization_id, letter_id);
create index on engagement_letter_link (organization_id, confirms_id);

create table engagement_letter_event (
  id text primary key, letter_id text not null,
  type text not null check (type in ('created', 'updated', 'sent', 'reminded', 'viewed', 'recorded', 'confirmed',
    'objected', 'signed', 'declined', 'cancelled', 'expired', 'reopened', 'superseded', 'exported')),
  at timestamptz(3) not null default clock_timestamp(),
  actor_kind text not null check (actor_kind in ('user', 'key', 'link', 'system')), actor_name text not null,
  actor_email text,
  detail jsonb
);
call tenant_table('engagement_letter_event');
alter table engagement_letter_event add foreign key (organization_id, letter_id) references engagement_letter (organization_id, id) on delete cascade;
create index on engagement_letter_event (organization_id, letter_id, at, id);

-- A deactivated member is removed as the signatory of drafts (rule 9). Open letters keep their signature slots.
create function leave_draft_letters() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update engagement_letter set organization_signatory_member_id = null
  where organization_id = new.organization_id and organization_signatory_member_id = new.id and status = 'draft';
  update engagement_letter set auditor_member_id = null
  where organization_id = new.organization_id and auditor_member_id = new.id and status = 'draft';
  return null;
end $$;
create trigger leave_draft_letters after update of is_active on member for each row when (old.is_active and not new.is_active) execute function leave_draft_letters();
