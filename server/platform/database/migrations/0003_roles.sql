create table custom_role (
  id text primary key,
  name text not null,
  permissions jsonb not null default '{}',
  obligations jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('custom_role');
create unique index custom_role_name on custom_role (organization_id, lower(name));

-- What owners and admins must do, where an organization says otherwise than the default.
create table role_obligation (
  id text primary key,
  role text not null check (role in ('owner', 'admin')),
  obligations jsonb not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('role_obligation');
create unique index role_obligation_role on role_obligation (organization_id, role);

-- A member holds custom roles by id, so nothing but this keeps a role from being deleted while somebody is given it.
create function member_roles() returns trigger language plpgsql as $$
begin
  perform from custom_role r where r.organization_id = new.organization_id and r.id = any(new.roles) order by r.id for key share;
  if exists (select from unnest(new.roles) role where role like 'rol\_%' and not exists
    (select from custom_role r where r.organization_id = new.organization_id and r.id = role)) then
    raise foreign_key_violation using constraint = 'member_roles', table = 'member', message = 'a member cannot hold a role that the organization does not have';
  end if;
  return null;
end $$;
create constraint trigger member_roles after insert or update of roles on member deferrable for each row execute function member_roles();
