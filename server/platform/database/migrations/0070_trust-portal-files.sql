-- Files, links and frameworks of its own that the public security page shows.
alter table trust_portal
  add column favicon_key text,
  add foreign key (organization_id, favicon_key) references stored_file (organization_id, id);
create index on trust_portal (organization_id, favicon_key);
create trigger forget_file after delete on trust_portal for each row execute function forget_file('favicon_key');
create trigger forget_other_file after update on trust_portal for each row when (old.favicon_key is distinct from new.favicon_key) execute function forget_file('favicon_key');

-- At most one for each framework, of the page's own list or of the organization's own.
create table trust_certificate (
  id text primary key,
  framework text check (framework in ('iso_27001', 'iso_42001', 'gdpr', 'hipaa', 'soc2_type1', 'soc2_type2', 'soc3', 'pci_dss', 'nen_7510', 'iso_9001', 'pipeda', 'ccpa')),
  custom_framework_id text,
  file_name text not null,
  file_size integer not null check (file_size >= 0),
  file_key text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (num_nonnulls(framework, custom_framework_id) = 1)
);
call tenant_table('trust_certificate');
alter table trust_certificate
  add foreign key (organization_id, custom_framework_id) references custom_framework (organization_id, id) on delete cascade,
  add foreign key (organization_id, file_key) references stored_file (organization_id, id);
create unique index on trust_certificate (organization_id, framework);
create unique index on trust_certificate (organization_id, custom_framework_id);
create index on trust_certificate (organization_id, file_key);
create index on trust_certificate (organization_id, updated_at, id);
call stamp_updates('trust_certificate');
create trigger forget_file after delete on trust_certificate for each row execute function forget_file('file_key');
create trigger forget_other_file after update on trust_certificate for each row when (old.file_key is distinct from new.file_key) execute function forget_file('file_key');

-- Further documents. One that was deleted keeps its row and loses its file.
create table trust_document (
  id text primary key,
  name text not null,
  description text,
  file_type text not null,
  file_size integer not null check (file_size >= 0),
  file_key text,
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (is_active = (file_key is not null))
);
call tenant_table('trust_document');
alter table trust_document add foreign key (organization_id, file_key) references stored_file (organization_id, id);
create index on trust_document (organization_id, file_key);
create index on trust_document (organization_id, is_active, created_at, id);
call stamp_updates('trust_document');
create trigger forget_file after delete on trust_document for each row execute function forget_file('file_key');
create trigger forget_other_file after update on trust_document for each row when (old.file_key is distinct from new.file_key) execute function forget_file('file_key');

create table trust_custom_link (
  id text primary key,
  title text not null,
  description text,
  url text not null,
  position integer not null check (position >= 0),
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('trust_custom_link');
create index on trust_custom_link (organization_id, position, id);
call stamp_updates('trust_custom_link');

-- How the page shows a framework of the organization's own. One without a row is not shown.
create table trust_custom_framework (
  id text primary key,
  custom_framework_id text not null,
  enabled boolean not null,
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
