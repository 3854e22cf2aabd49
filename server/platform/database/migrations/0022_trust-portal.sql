-- The public security page of an organization: one row once something of it is set. Its color belongs to the organization.
create table trust_portal (
  id text primary key,
  status text not null default 'draft' check (status in ('draft', 'published')),
  -- Both are addresses of the outside world, so unique among all organizations.
  friendly_url text constraint trust_portal_friendly_url unique check (friendly_url ~ '^[a-z0-9-]{3,60}$'),
  domain text constraint trust_portal_domain unique check (domain = lower(domain)),
  cname_verified boolean not null default false,
  txt_verified boolean not null default false,
  contact_email text,
  allowed_domains text[] not null default '{}',
  allowed_emails text[] not null default '{}',
  overview_title text,
  overview_content text,
  show_overview boolean not null default false,
  security_questionnaire_enabled boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('trust_portal');
create unique index trust_portal_of_organization on trust_portal (organization_id);

create table trust_faq (
  id text primary key,
  question text not null,
  answer text not null,
  position integer not null check (position >= 0)
);
call tenant_table('trust_faq');
create unique index on trust_faq (organization_id, position);

-- Only what differs from the default: not shown, started.
create table trust_framework (
  id text primary key,
  framework text not null check (framework in ('iso_27001', 'iso_42001', 'gdpr', 'hipaa', 'soc2_type1', 'soc2_type2', 'soc3', 'pci_dss', 'nen_7510', 'iso_9001', 'pipeda', 'ccpa')),
  enabled boolean not null default false,
  status text not null default 'started' check (status in ('started', 'in_progress', 'compliant'))
);
call tenant_table('trust_framework');
create unique index trust_framework_of_organization on trust_framework (organization_id, framework);

-- The first of these addresses that no organization has. Who asks keeps it free for itself until the transaction ends.
create function free_trust_portal_url(candidates text[]) returns text language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(7316002);
  return (select c.url from unnest(candidates) with ordinality c (url, place) where not exists (select from trust_portal p where p.friendly_url = c.url) order by c.place limit 1);
end $$;
revoke execute on function free_trust_portal_url from public;
grant execute on function free_trust_portal_url to tenant;
