create table api_key (
  id text primary key,
  name text not null,
  -- SHA-256 of the key, in hex: 256 random bits need neither salt nor a slow hash.
  hash text not null unique,
  key_prefix text not null,
  scopes text[] not null,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  is_active boolean not null default true,
  created_by_member_id text,
  created_at timestamptz(3) not null default now()
);
call tenant_table('api_key');
alter table api_key add foreign key (organization_id, created_by_member_id) references member (organization_id, id) on delete set null (created_by_member_id);
create index api_key_newest on api_key (organization_id, created_at desc, id desc);

create table onboarding (
  id text primary key,
  setup_job_id text,
  setup_job_completed boolean not null default false,
  policies boolean not null default false,
  employees boolean not null default false,
  vendors boolean not null default false,
  integrations boolean not null default false,
  risk boolean not null default false,
  team boolean not null default false,
  tasks boolean not null default false,
  call_booked boolean not null default false,
  company_booking_details jsonb,
  company_details jsonb
);
call tenant_table('onboarding');
create unique index on onboarding (organization_id);

create table role_notification_setting (
  id text primary key,
  -- A built-in name or the id of a custom role.
  role text not null,
  policy_notifications boolean not null default true,
  task_reminders boolean not null default true,
  task_assignments boolean not null default true,
  task_mentions boolean not null default true,
  weekly_task_digest boolean not null default true,
  finding_notifications boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('role_notification_setting');
create unique index role_notification_setting_role on role_notification_setting (organization_id, role);
create function forget_role_notifications() returns trigger language plpgsql as $$
begin
  delete from role_notification_setting s where s.organization_id = old.organization_id and s.role = old.id;
  return null;
end $$;
create trigger forget_role_notifications after delete on custom_role for each row execute function forget_role_notifications();

-- Only what the public colour needs of trust access grants.
create table trust_access_grant (
  id text primary key,
  token_hash text not null unique,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);
call tenant_table('trust_access_grant');
