create table invitation (
  id text primary key,
  email text not null check (email = lower(email)),
  -- As a member holds them.
  roles text[] not null,
  -- One that is past its time is still pending, and shown as expired.
  status text not null default 'pending' check (status in ('pending', 'accepted', 'rejected', 'canceled')),
  expires_at timestamptz(3) not null,
  inviter_id text not null references user_account on delete cascade,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('invitation');
create unique index invitation_pending on invitation (organization_id, email) where status = 'pending';
create index invitation_by_email on invitation (organization_id, email, id);
create index invitation_newest on invitation (organization_id, created_at, id);
create index invitation_by_expiry on invitation (organization_id, expires_at, id);
create index on invitation (inviter_id);
-- For the sweep, in all organizations.
create index on invitation (expires_at) where status = 'pending';

-- As for the roles of a member: nothing else keeps a role from being deleted while somebody is offered it.
create function invitation_roles() returns trigger language plpgsql as $$
begin
  perform from custom_role r where r.organization_id = new.organization_id and r.id = any(new.roles) order by r.id for key share;
  if new.status = 'pending' and exists (select from unnest(new.roles) role where role like 'rol\_%' and not exists
    (select from custom_role r where r.organization_id = new.organization_id and r.id = role)) then
    raise foreign_key_violation using constraint = 'invitation_roles', table = 'invitation', message = 'nobody can be invited with a role that the organization does not have';
  end if;
  return null;
end $$;
create constraint trigger invitation_roles after insert or update of roles, status on invitation deferrable for each row execute function invitation_roles();
