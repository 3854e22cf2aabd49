-- Creates the trust portal, the public security page of an organization. trust_portal gets a row when the first setting is saved; the
-- organization has its color.
create table trust_portal (
  id text primary key, status text not null default 'draft' check (status in ('draft', 'published')),
  -- Both are public addresses, so they are unique among all organizations.
  friendly_url text constraint trust_portal_friendly_url unique check (friendly_url ~ '^[a-z0-9-]{3,60}$'),
  domain text check (domain = lower(domain)), cname_verified boolean not null default false,
  txt_verified boolean not null default false, contact_email text, favicon_key text,
  allowed_domains text[] not null default '{}', allowed_emails text[] not null default '{}', overview_title text,
  overview_content text, show_overview boolean not null default false,
  security_questionnaire_enabled boolean not null default true,
  -- Whether a member must release answers before visitors receive them.
  visitor_answers text not null default 'after_release' check (visitor_answers in ('after_release', 'at_once')),
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('trust_portal'); call stamp_updates('trust_portal');
alter table trust_portal add foreign key (organization_id, favicon_key) references stored_file (organization_id, id);
create unique index trust_portal_of_organization on trust_portal (organization_id);
-- A domain belongs to the organization that proved its ownership. Entering it without proof does not block another organization.
create unique index trust_portal_domain on trust_portal (domain) where cname_verified and txt_verified;
create index on trust_portal (organization_id, favicon_key);
create trigger forget_file after delete on trust_portal for each row execute function forget_file('favicon_key');
create trigger forget_other_file after update on trust_portal for each row when (old.favicon_key is distinct from new.favicon_key) execute function forget_file('favicon_key');

-- Whether another organization has proved that it owns this domain.
create function is_trust_portal_domain_taken(host text) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from trust_portal where domain = host and cname_verified and txt_verified and organization_id <> current_organization())
$$;
revoke execute on function is_trust_portal_domain_taken from public; grant execute on function is_trust_portal_domain_taken to tenant;

create table trust_faq (id text primary key, question text not null, answer text not null, position integer not null check (position >= 0));
call tenant_table('trust_faq');
create unique index on trust_faq (organization_id, position);

-- Has only rows that differ from the default: not shown, with the status started.
create table trust_framework (
  id text primary key,
  framework text not null check (framework in ('iso_27001', 'iso_42001', 'gdpr', 'hipaa', 'soc2_type1', 'soc2_type2', 'soc3', 'pci_dss', 'nen_7510', 'iso_9001', 'pipeda', 'ccpa')),
  enabled boolean not null default false,
  status text not null default 'started' check (status in ('started', 'in_progress', 'compliant'))
);
call tenant_table('trust_framework');
create unique index trust_framework_of_organization on trust_framework (organization_id, framework);

-- Returns the first of these addresses that no organization uses. A lock reserves it for the caller until the transaction ends.
create function free_trust_portal_url(candidates text[]) returns text language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(7316002);
  return (select c.url from unnest(candidates) with ordinality c (url, place) where not exists (select from trust_portal p where p.friendly_url = c.url) order by c.place limit 1);
end $$;
revoke execute on function free_trust_portal_url from public; grant execute on function free_trust_portal_url to tenant;

-- At most one certificate for each framework, whether built in or defined by the organization.
create table trust_certificate (
  id text primary key,
  framework text check (framework in ('iso_27001', 'iso_42001', 'gdpr', 'hipaa', 'soc2_type1', 'soc2_type2', 'soc3', 'pci_dss', 'nen_7510', 'iso_9001', 'pipeda', 'ccpa')),
  custom_framework_id text, file_name text not null, file_size integer not null check (file_size >= 0),
  file_key text not null,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  check (num_nonnulls(framework, custom_framework_id) = 1)
);
call tenant_table('trust_certificate'); call stamp_updates('trust_certificate');
alter table trust_certificate
  add foreign key (organization_id, custom_framework_id) references custom_framework (organization_id, id) on delete cascade,
  add foreign key (organization_id, file_key) references stored_file (organization_id, id);
create unique index on trust_certificate (organization_id, framework);
create unique index on trust_certificate (organization_id, custom_framework_id);
create index on trust_certificate (organization_id, file_key);
create index on trust_certificate (organization_id, updated_at, id);
create trigger forget_file after delete on trust_certificate for each row execute function forget_file('file_key');
create trigger forget_other_file after update on trust_certificate for each row when (old.file_key is distinct from new.file_key) execute function forget_file('file_key');

-- Further documents. A deleted document keeps its row but loses its file.
create table trust_document (
  id text primary key, name text not null, description text, file_type text not null,
  file_size integer not null check (file_size >= 0), file_key text, is_active boolean not null default true,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  check (is_active = (file_key is not null))
);
call tenant_table('trust_document'); call stamp_updates('trust_document');
alter table trust_document add foreign key (organization_id, file_key) references stored_file (organization_id, id);
create index on trust_document (organization_id, file_key);
create index on trust_document (organization_id, is_active, created_at, id);
create trigger forget_file after delete on trust_document for each row execute function forget_file('file_key');
create trigger forget_other_file after update on trust_document for each row when (old.file_key is distinct from new.file_key) execute function forget_file('file_key');

create table trust_custom_link (
  id text primary key, title text not null, description text, url text not null,
  position integer not null check (position >= 0), is_active boolean not null default true,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('trust_custom_link'); call stamp_updates('trust_custom_link');
create index on trust_custom_link (organization_id, position, id);

-- How the page shows a framework that the organization defined. A framework without a row is not shown.
create table trust_custom_framework (
  id text primary key, custom_framework_id text not null, enabled boolean not null,
  status text not null default 'started' check (status in ('started', 'in_progress', 'compliant')),
  badge_key text
);
call tenant_table('trust_custom_framework');
alter table trust_custom_framework
  add foreign key (organization_id, custom_framework_id) references custom_framework (organization_id, id) on delete cascade,
  add foreign key (organization_id, badge_key) references stored_file (organization_id, id);
create unique index trust_custom_framework_of_framework on trust_custom_framework (organization_id, custom_framework_id);
create index on trust_custom_framework (organization_id, badge_key);
create trigger forget_file after delete on trust_custom_framework for each row execute function forget_file('badge_key');
create trigger forget_other_file after update on trust_custom_framework for each row when (old.badge_key is distinct from new.badge_key) execute function forget_file('badge_key');

-- Access requests of visitors who want confidential documents: the decision, the signed NDA, and the grant of access.
create table trust_access_request (
  id text primary key, name text not null, email text not null check (email = lower(email)), company text,
  job_title text, purpose text, requested_duration_days integer check (requested_duration_days between 1 and 365),
  status text not null default 'under_review' check (status in ('under_review', 'approved', 'denied', 'cancelled')),
  reviewer_member_id text, reviewed_at timestamptz(3), reviewed_via text, decision_reason text, ip_address text,
  user_agent text,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('trust_access_request'); call stamp_updates('trust_access_request');
alter table trust_access_request add foreign key (organization_id, reviewer_member_id) references member (organization_id, id) on delete set null (reviewer_member_id);
-- Allows only one pending request for each address.
create unique index trust_access_request_pending on trust_access_request (organization_id, email) where status = 'under_review';
create index on trust_access_request (organization_id, created_at, id);
create index trust_access_request_reviewed on trust_access_request (organization_id, coalesce(reviewed_at, '0001-01-01 00:00:00+00'), id);
create index on trust_access_request (organization_id, reviewer_member_id);

-- Grants of 0.1.0 exist only in demonstrations, and nobody has their tokens: no operation granted access.
delete from trust_access_grant;
alter table trust_access_grant
  add column access_request_id text not null,
  add column subject_email text not null check (subject_email = lower(subject_email)),
  -- Counts the tokens issued so far; each token is derived from this number.
  add column token_counter integer not null default 0,
  add column issued_by_member_id text, add column issued_via text, add column revoked_by_member_id text,
  add column revoked_via text, add column revoke_reason text,
  add column created_at timestamptz(3) not null default now(),
  add column updated_at timestamptz(3) not null default now(),
  add foreign key (organization_id, access_request_id) references trust_access_request (organization_id, id) on delete cascade,
  add foreign key (organization_id, issued_by_member_id) references member (organization_id, id) on delete set null (issued_by_member_id),
  add foreign key (organization_id, revoked_by_member_id) references member (organization_id, id) on delete set null (revoked_by_member_id);
create unique index trust_access_grant_of_request on trust_access_grant (organization_id, access_request_id);
create index on trust_access_grant (organization_id, created_at, id);
create index on trust_access_grant (organization_id, subject_email);
create index on trust_access_grant (organization_id, issued_by_member_id);
create index on trust_access_grant (organization_id, revoked_by_member_id);
-- A new token does not count as a change of the grant. The acting credential is stored together with each change.
call stamp_updates('trust_access_grant', '{token_hash, token_counter, issued_via, revoked_via}');

create table trust_nda_agreement (
  id text primary key, access_request_id text not null, grant_id text,
  status text not null default 'pending' check (status in ('pending', 'signed', 'void')),
  token_hash text not null unique, token_counter integer not null default 0,
  sign_token_expires_at timestamptz(3) not null, signer_name text, signer_email text, signed_at timestamptz(3),
  ip_address text, user_agent text, pdf_key text, pdf_sha256 text,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  check (status <> 'signed' or num_nulls(grant_id, signer_name, signer_email, signed_at, pdf_key, pdf_sha256) = 0)
);
call tenant_table('trust_nda_agreement');
alter table trust_nda_agreement
  add foreign key (organization_id, access_request_id) references trust_access_request (organization_id, id) on delete cascade,
  add foreign key (organization_id, grant_id) references trust_access_grant (organization_id, id) on delete cascade,
  add foreign key (organization_id, pdf_key) references stored_file (organization_id, id);
create unique index trust_nda_agreement_of_request on trust_nda_agreement (organization_id, access_request_id);
create unique index trust_nda_agreement_of_grant on trust_nda_agreement (organization_id, grant_id);
create index on trust_nda_agreement (organization_id, pdf_key);
call stamp_updates('trust_nda_agreement', '{token_hash, token_counter}');
create trigger forget_file after delete on trust_nda_agreement for each row execute function forget_file('pdf_key');
create trigger forget_other_file after update on trust_nda_agreement for each row when (old.pdf_key is distinct from new.pdf_key) execute function forget_file('pdf_key');

-- Questionnaires of visitors, and the decision about their answers.
create table visitor_questionnaire (
  id text primary key, questionnaire_id text not null, grant_id text not null,
  -- The run whose progress the visitor sees.
  run_id text not null,
  status text not null default 'answering' check (status in ('answering', 'waiting', 'released', 'declined')),
  -- The answers that the visitor receives, as they were at the release, by question id.
  released_answers jsonb,
  -- The run that creates the file of released answers.
  export_run_id text, decided_by_member_id text, decided_at timestamptz(3),
  decline_reason text,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('visitor_questionnaire'); call stamp_updates('visitor_questionnaire');
alter table visitor_questionnaire
  add foreign key (organization_id, questionnaire_id) references questionnaire (organization_id, id) on delete cascade,
  add foreign key (organization_id, grant_id) references trust_access_grant (organization_id, id) on delete cascade,
  add foreign key (organization_id, decided_by_member_id) references member (organization_id, id) on delete set null (decided_by_member_id);
create unique index on visitor_questionnaire (organization_id, questionnaire_id);
create unique index on visitor_questionnaire (organization_id, run_id);
create index on visitor_questionnaire (organization_id, grant_id);
create index on visitor_questionnaire (organization_id, decided_by_member_id);
create index on visitor_questionnaire (organization_id, created_at, id);
