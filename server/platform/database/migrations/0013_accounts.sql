-- Accounts belong to persons: a person signs in with one, in any number of organizations. What an organization shows of a person is the
-- organization's own and stands in the membership. It is copied from the account once, when the person joins.

-- In 0.1.0, memberships followed their accounts. What is copied here is copied for the last time.
drop trigger user_of_members on user_account;
drop trigger member_of_user on member;
drop function user_of_members, member_of_user, user_exists;

-- Whoever was made by the operator, and not changed since, has the address that the operator gave.
update user_account set email_verified = true where not email_verified and updated_at = created_at;

alter table member
  add column background_check_exempt boolean not null default false, add column background_check_exempt_reason text,
  add column background_check_exempt_justification text, add column onboard_date timestamptz(3),
  add column offboard_date timestamptz(3),
  -- Who this is in the directory that a synchronization keeps the membership by.
  add column external_user_id text, add column external_user_source text,
  -- Copies of the account, as are name, email and image.
  add column email_verified boolean not null default false,
  add column last_login timestamptz(3), add column user_created_at timestamptz(3) not null default now(),
  add column user_updated_at timestamptz(3) not null default now(),
  -- The id that another system gives to the member, by which it is created and updated in bulk.
  add column external_id text,
  -- Sessions from before this time are not accepted in the organization.
  add column not_before timestamptz(3),
  add check (email = lower(email) and email <> '');
-- Sessions of members who are deactivated already must not work after a reactivation.
update member m set email_verified = u.email_verified, last_login = u.last_login, user_created_at = u.created_at, user_updated_at = u.updated_at,
  not_before = case when not m.is_active then now() end
from user_account u where u.id = m.user_id;
create unique index member_address on member (organization_id, email);
create unique index member_external on member (organization_id, external_user_source, external_user_id);
create index member_newest on member (organization_id, created_at desc, id desc);
create index member_by_name on member (organization_id, name, id);
create index member_by_email on member (organization_id, email, id);
create unique index member_external_id on member (organization_id, external_id);
-- Members who have left, latest first, are asked whether something of their offboarding is still to be done.
create index member_offboarded on member (organization_id, offboard_date desc, id desc) where not is_active and offboard_date is not null;

alter table user_account
  -- The address to sign in with. An account without one is of a single organization, which has named an address that another account has.
  alter email drop not null,
  -- When somebody signed in is the business of the organization that they signed in to.
  drop last_login,
  -- Kinds of notification and whether they are mailed, in every organization. Those that are not named are.
  add column email_preferences jsonb not null default '{}',
  -- Sessions from before this time are not accepted anywhere.
  add column not_before timestamptz(3);

-- Whether the account has a membership in another organization than this one, active or not.
create function belongs_elsewhere(user_id text) returns boolean stable language sql security definer set search_path = public, pg_temp
  return exists (select from member m where m.user_id = belongs_elsewhere.user_id and m.organization_id <> current_organization());
revoke execute on function belongs_elsewhere from public;

-- Nobody joins without consent: an organization (which acts with a role that it took) gives a membership to an account that belongs to it
-- alone, or whose person consents. The account is held, so that of two organizations at once the second knows of the first.
create function member_joins() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  account user_account;
  consents boolean := coalesce(current_setting('app.consent', true), '') = new.user_id;
begin
  select * into strict account from user_account u where u.id = new.user_id for no key update;
  if current_setting('role') <> 'none' and not consents and belongs_elsewhere(new.user_id)
    and not exists (select from member m where m.organization_id = new.organization_id and m.user_id = new.user_id) then
    raise insufficient_privilege
      using constraint = 'member_consent', table = 'member', message = 'nobody joins an organization without consent';
  end if;
  if tg_op = 'INSERT' and new.email = '' or tg_op = 'UPDATE' and not consents then
    new.name := account.name; new.email := coalesce(account.email, ''); new.email_verified := account.email_verified;
    new.image := account.image; new.user_created_at := account.created_at; new.user_updated_at := account.updated_at;
  end if;
  return new;
end $$;
create trigger member_joins before insert on member for each row execute function member_joins();
create trigger member_passes_on before update of user_id on member for each row when (old.user_id <> new.user_id) execute function member_joins();

-- The open roster line of somebody who becomes a member, or becomes known by another address, is linked to the membership.
-- A membership that passes to another account takes its roster lines along.
create or replace function link_employee() returns trigger language plpgsql as $$
begin
  update employee e set user_id = new.user_id where e.organization_id = new.organization_id and e.member_id = new.id and e.user_id is distinct from new.user_id;
  update employee e set member_id = new.id, user_id = new.user_id
  where e.organization_id = new.organization_id and e.email = new.email and e.member_id is null and e.user_id is null;
  return null;
end $$;
-- The roster knows people by the address that the organization knows them by.
create or replace trigger link_employee after insert or update of user_id, email on member for each row execute function link_employee();

-- Accounts belong to no organization, so what one may do with them are the following steps and nothing else.

-- Whether an organization may name this account: it is of a member, or it belongs to nobody else. Another one is as unknown as one that
-- there is not. What it belongs to stays as it is until the end of the transaction.
create function may_name_account(id text) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from user_account u where u.id = may_name_account.id and u.email is not null for no key update;
  return exists (select from member m where m.organization_id = current_organization() and m.user_id = may_name_account.id)
    or found and not belongs_elsewhere(may_name_account.id);
end $$;

-- The account with this address, made when there is none, for somebody whom an organization adds by it; null where it belongs to others.
-- @param verified whether the word of the organization is enough for the address of a new one
create function account_for(id text, name text, email text, verified boolean) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare found text;
begin
  insert into user_account (id, name, email, email_verified) values (account_for.id, account_for.name, account_for.email, verified)
  on conflict do nothing;
  select u.id into strict found from user_account u where u.email = account_for.email for no key update;
  return case when belongs_elsewhere(found) then null else found end;
end $$;

-- An account that nobody can sign in with, for somebody whose own one belongs to others: until they confirm their address.
create function account_aside(id text, name text) returns text language sql security definer set search_path = public, pg_temp
begin atomic
  insert into user_account (id, name) values (account_aside.id, account_aside.name) returning id;
end;

-- The account of a person who has shown that this address is theirs, made when there is none. They consent to a membership until the end of
-- the transaction.
create function consenting_account(id text, name text, email text) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare found text;
begin
  insert into user_account (id, name, email, email_verified)
  values (consenting_account.id, consenting_account.name, consenting_account.email, true) on conflict do nothing;
  select u.id into strict found from user_account u where u.email = consenting_account.email for no key update;
  update user_account u set email_verified = true, updated_at = now() where u.id = found and not u.email_verified;
  perform set_config('app.consent', found, true);
  return found;
end $$;

-- The name of an account that belongs to this organization alone, or whose person asks for it.
create function rename_account(id text, name text, by_person boolean) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from user_account u where u.id = rename_account.id for no key update;
  if exists (select from member m where m.organization_id = current_organization() and m.user_id = rename_account.id)
    and (by_person or not belongs_elsewhere(rename_account.id)) then
    update user_account u set name = rename_account.name, updated_at = now() where u.id = rename_account.id;
  end if;
end $$;

-- What follows from a person having shown that the address of this membership is theirs: it is verified, and they sign in with it, where
-- their account belongs to this organization alone or they have asked for it themselves. Where they have another account with this address,
-- the membership passes to it. Says whether anything has changed by it: who confirms an address twice has confirmed it once.
create function confirm_member_address(member_id text, by_person boolean) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  membership member;
  account user_account;
  other text;
  alone boolean;
  changed boolean;
begin
  select * into strict membership from member m
  where m.organization_id = current_organization() and m.id = confirm_member_address.member_id for update;
  changed := not membership.email_verified;
  update member m set email_verified = true, user_updated_at = now(), updated_at = now() where m.id = membership.id and not m.email_verified;
  perform from user_account u where u.id = membership.user_id or u.email = membership.email order by u.id for update;
  select * into strict account from user_account u where u.id = membership.user_id;
  select u.id into other from user_account u where u.email = membership.email and u.id <> account.id;
  alone := not belongs_elsewhere(account.id);
  if other is null then
    if (alone or by_person or account.email = membership.email)
      and (account.email is distinct from membership.email or not account.email_verified) then
      update user_account u set email = membership.email, email_verified = true, updated_at = now() where u.id = account.id;
      changed := true;
    end if;
  elsif alone and not exists (select from member m where m.organization_id = membership.organization_id and m.user_id = other) then
    update user_account u set email_verified = true, updated_at = now() where u.id = other and not u.email_verified;
    perform set_config('app.consent', other, true);
    update member m set user_id = other where m.id = membership.id;
    changed := true;
  end if;
  return changed;
end $$;

-- The same without an answer.
create function confirm_address(member_id text, by_person boolean) returns void
  language sql security definer set search_path = public, pg_temp as $$ select confirm_member_address(member_id, by_person) $$;

-- What a member of this organization wants to be mailed about; null of anybody else.
create function email_preferences(user_id text) returns jsonb stable language sql security definer set search_path = public, pg_temp
  return (select u.email_preferences from user_account u where u.id = email_preferences.user_id
    and exists (select from member m where m.organization_id = current_organization() and m.user_id = u.id));

-- Keeps what an active member of this organization wants to be mailed about.
create function set_email_preferences(user_id text, preferences jsonb) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from member m where m.organization_id = current_organization() and m.user_id = set_email_preferences.user_id and m.is_active) then
    raise insufficient_privilege using message = 'an organization keeps preferences of its members only';
  end if;
  update user_account u set email_preferences = set_email_preferences.preferences where u.id = set_email_preferences.user_id;
end $$;

revoke execute on function may_name_account, account_for, account_aside, consenting_account, rename_account, confirm_member_address, confirm_address,
  email_preferences, set_email_preferences from public;
grant execute on function may_name_account, account_for, account_aside, consenting_account, rename_account, confirm_member_address, confirm_address,
  email_preferences, set_email_preferences to tenant;

-- The next millisecond, so that a session of the present one is refused, too. It never goes back.
create function raise_not_before() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin new.not_before := greatest(old.not_before, date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond'); return new; end $$;
create trigger raise_not_before before update of is_active, email, user_id on member for each row
  when (old.is_active and not new.is_active or old.email <> new.email or old.user_id <> new.user_id) execute function raise_not_before();
create trigger raise_not_before before update of email on user_account for each row when (old.email is distinct from new.email) execute function raise_not_before();

create table invitation (
  id text primary key, email text not null check (email = lower(email)),
  -- As a member holds them.
  roles text[] not null,
  -- One that is past its time is still pending, and shown as expired.
  status text not null default 'pending' check (status in ('pending', 'accepted', 'rejected', 'cancelled')),
  expires_at timestamptz(3) not null, inviter_id text not null references user_account on delete cascade,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('invitation'); call stamp_updates('invitation');
-- For the link, which says nothing but the id.
create unique index invitation_id on invitation (id);
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

-- A key belongs to the member at the root of its making, and is no more than that member at each use. `created_by_member_id` is that
-- member, also of a key that another key made; null is a key of nobody, which is refused for good.
alter table api_key
  -- The credential behind whoever made it, such as `API key "Deploy"`; null when they acted in a session of their own, and for keys of 0.1.0.
  -- Columns of other tables that end in `via` are the same.
  add column created_via text;
-- The keys of a member, who takes them along.
create index api_key_of_member on api_key (organization_id, created_by_member_id);

-- Keys of 0.1.0 that are nobody's were made by another key, by the admin command, or by somebody who is gone. The log tells which, as
-- far as it goes: `via` names the key that made a key, and `member_id` the member whom that was put down to.
do $$
declare found bigint := 1;
begin
  create temporary table made on commit drop as
    select distinct on (k.id) k.id, k.organization_id, k.created_at, e.member_id, e.data->>'via' as via, e.id is not null as is_logged
    from api_key k left join audit_entry e on e.organization_id = k.organization_id and e.entity_id = k.id and e.data->>'action' = 'Created apiKey'
    where k.created_by_member_id is null order by k.id, e.sequence;

  -- From key to key: those that were made by the only key of that name there was.
  while found > 0 loop
    update api_key k set created_by_member_id = maker.created_by_member_id
    from made, api_key maker
    where made.id = k.id and k.created_by_member_id is null and maker.organization_id = k.organization_id and maker.created_at <= k.created_at and maker.id <> k.id
      and made.via = format('API key "%s"', maker.name) and maker.created_by_member_id is not null
      and not exists (select from api_key other where other.organization_id = k.organization_id and other.name = maker.name and other.id <> maker.id and other.id <> k.id and other.created_at <= k.created_at);
    get diagnostics found = row_count;
  end loop;

  -- Whom the making was put down to, if a key made it.
  update api_key k set created_by_member_id = m.id
  from made join member m on m.organization_id = made.organization_id and m.id = made.member_id
  where made.id = k.id and k.created_by_member_id is null and made.via is not null;

  -- Of what the log does not tell, once, the oldest active owner. Who made a key in a session and is gone stays gone.
  update api_key k set created_by_member_id = (
    select m.id from member m where m.organization_id = k.organization_id and m.is_active and 'owner' = any (m.roles) order by m.created_at, m.id limit 1)
  from made
  where made.id = k.id and k.created_by_member_id is null and (not made.is_logged or made.member_id is null or made.via is not null);
end $$;

-- What members had before they lost some of it: their roles, and permissions of custom roles as they were before a change. Only triggers
-- write it, so nobody who changes roles or members can leave it out.
create table lost_role (
  id text primary key, member_id text not null, role text not null,
  -- `resource:action` pairs of a custom role, which may have been changed or deleted since. Empty for a built-in role, which is part of the service.
  permissions text[] not null default '{}',
  lost_at timestamptz(3) not null
);
call tenant_table('lost_role');
alter table lost_role add foreign key (organization_id, member_id) references member (organization_id, id) on delete cascade;
create unique index lost_role_of_member on lost_role (organization_id, member_id, role);
revoke insert, update, delete on lost_role from tenant;

-- The pairs of stored permissions such as {"task": ["read"]}. What is malformed grants nothing.
create function permission_pairs(permissions jsonb) returns text[] language sql immutable set search_path = public, pg_temp as $$
  select array(
    select resource || ':' || action
    from jsonb_each(case jsonb_typeof(permissions) when 'object' then permissions else '{}' end) as granted(resource, actions),
      jsonb_array_elements_text(case jsonb_typeof(actions) when 'array' then actions else '[]' end) as action
  )
$$;
revoke execute on function permission_pairs from public;

-- Adds to what was lost in the last 30 days.
create procedure add_lost_role(organization text, member text, role text, permissions text[])
  language sql set search_path = public, pg_temp as $$
  insert into lost_role (id, organization_id, member_id, role, permissions, lost_at)
  values ('lsr_' || substr(encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 1, 24), organization, member, role, permissions, now())
  on conflict (organization_id, member_id, role) do update set
    permissions = case when lost_role.lost_at > now() - interval '30 days'
      then array(select unnest(lost_role.permissions) union select unnest(excluded.permissions)) else excluded.permissions end,
    lost_at = excluded.lost_at
$$;
revoke execute on procedure add_lost_role from public;

create function keep_lost_roles() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare had text; pairs text[];
begin
  -- All roles, because a role that stays may have meant more beside one that is lost: with another role, an employee was not restricted.
  foreach had in array old.roles loop
    select permission_pairs(r.permissions) into pairs from custom_role r where r.organization_id = new.organization_id and r.id = had;
    call add_lost_role(new.organization_id, new.id, had, coalesce(pairs, '{}'));
  end loop;
  return null;
end $$;
create trigger keep_lost_roles after update of is_active, roles on member for each row when (old.is_active and (not new.is_active or not new.roles @> old.roles)) execute function keep_lost_roles();

-- A role is not deleted while a member has it, so a deletion takes nothing from anybody.
create function keep_lost_permissions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  lost text[] := array(select unnest(permission_pairs(old.permissions)) except select unnest(permission_pairs(new.permissions)));
  member text;
begin
  if cardinality(lost) > 0 then
    for member in select m.id from member m where m.organization_id = new.organization_id and m.is_active and new.id = any(m.roles) order by m.id loop
      call add_lost_role(new.organization_id, member, new.id, lost);
    end loop;
  end if;
  return null;
end $$;
create trigger keep_lost_permissions after update of permissions on custom_role for each row when (old.permissions is distinct from new.permissions) execute function keep_lost_permissions();
