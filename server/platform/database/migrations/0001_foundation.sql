do $$ begin
  -- Roles belong to the whole server, so another database may have made it.
  if not exists (select from pg_roles where rolname = 'tenant') then create role tenant nologin; end if;
  execute format('grant tenant to %I', current_user);
end $$;

-- The organization the current transaction works for. Fails when none is set.
create function current_organization() returns text stable language sql
  return current_setting('app.organization_id');

-- Makes a table a tenant table: its rows carry their organization, and the tenant role can neither
-- see nor write those of another.
create procedure tenant_table(name regclass) language plpgsql as $$
begin
  execute format('alter table %s add column organization_id text not null references organization on delete cascade', name);
  -- Apart: a default given with the column would be evaluated now, when no organization is set.
  execute format('alter table %s alter column organization_id set default current_organization()', name);
  execute format('alter table %s add unique (organization_id, id)', name);
  execute format('alter table %s enable row level security', name);
  execute format('create policy tenant on %s to tenant using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()))', name);
  execute format('grant select, insert, update, delete on %s to tenant', name);
end $$;

create table organization (
  id text primary key check (id ~ '^org_[0-9a-f]{24}$'),
  name text not null,
  slug text not null unique default 'slug_' || substr(encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 1, 24),
  logo_key text,
  metadata text,
  website text,
  onboarding_completed boolean not null default false,
  has_access boolean not null default false,
  device_mgmt_label_id integer,
  is_device_mgmt_setup_completed boolean not null default false,
  primary_color text check (primary_color ~ '^#[0-9A-Fa-f]{6}$'),
  advanced_mode_enabled boolean not null default false,
  evidence_approval_enabled boolean not null default false,
  device_agent_step_enabled boolean not null default true,
  security_training_step_enabled boolean not null default true,
  background_check_step_enabled boolean not null default true,
  whistleblower_report_enabled boolean not null default true,
  access_request_form_enabled boolean not null default true,
  employee_sync_provider text,
  device_sync_provider text,
  two_factor_source text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
-- A tenant table whose organization is its own id.
alter table organization enable row level security;
create policy tenant on organization to tenant using (id = (select current_organization())) with check (id = (select current_organization()));
grant select, update, delete on organization to tenant;
