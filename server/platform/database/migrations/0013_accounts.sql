-- Creates accounts, invitations, and the owners of API keys. A person has one account for any number of organizations. The details that an
-- organization shows are its own: they are copied into the membership once, when the person joins.

-- In 0.1.0, memberships followed their accounts. This migration copies the account for the last time.
drop trigger user_of_members on user_account;
drop trigger member_of_user on member;
drop function user_of_members, member_of_user, user_exists;

-- Accounts that the operator created and nobody changed keep a confirmed address.
update user_account set email_verified = true where not email_verified and updated_at = created_at;

alter table member
  add column background_check_exempt boolean not null default false, add column background_check_exempt_reason text,
  add column background_check_exempt_justification text, add column onboard_date timestamptz(3),
  add column offboard_date timestamptz(3),
  -- The member's id in the directory that synchronizes this membership.
  add column external_user_id text, add column external_user_source text,
  -- Copies from the account, like name, email and image.
  add column email_verified boolean not null default false,
  add column last_login timestamptz(3), add column user_created_at timestamptz(3) not null default now(),
  add column user_updated_at timestamptz(3) not null default now(),
  -- The member's id in another system, used for bulk creation and updates.
  add column external_id text,
  -- The organization rejects sessions from before this time.
  add column not_before timestamptz(3),
  add check (email = lower(email) and email <> '');
-- Old sessions of members who are already deactivated must not work after a reactivation.
update member m set email_verified = u.email_verified, last_login = u.last_login, user_created_at = u.created_at, user_updated_at = u.updated_at,
  not_before = case when not m.is_active then now() end
from user_account u where u.id = m.user_id;
create unique index member_address on member (organization_id, email);
create unique index member_external on member (organization_id, external_user_source, external_user_id);
create index member_newest on member (organization_id, created_at desc, id desc);
create index member_by_name on member (organization_id, name, id);
create index member_by_email on member (organization_id, email, id);
create unique index member_external_id on member (organization_id, external_id);
-- Lists members who left, latest first, to check for open offboarding work.
create index member_offboarded on member (organization_id, offboard_date desc, id desc) where not is_active and offboard_date is not null;

alter table user_account
  -- The sign-in address. Null for an account of one organization whose member has an address that another account uses.
  alter email drop not null,
  -- The time of a sign-in concerns only the organization that the person signed in to, so the membership has it.
  drop last_login,
  -- Whether each kind of notification is mailed, in every organization. A kind that is not listed is mailed.
  add column email_preferences jsonb not null default '{}',
  -- Every organization rejects sessions from before this time.
  add column not_before timestamptz(3);

-- Whether the account has an active or inactive membership in another organization.
create function belongs_elsewhere(user_id text) returns boolean stable language sql security definer set search_path = public, pg_temp
  return exists (select from member m where m.user_id = belongs_elsewhere.user_id and m.organization_id <> current_organization());
revoke execute on function belongs_elsewhere from public;

-- Nobody joins without consent: an organization (a request with a role set) can add only an account that no other organization has, or
-- whose person consents. The account is locked, so that of two organizations at once the second sees the first.
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

-- Links the open roster line of a person to the membership when they become a member or get another address. A membership that moves to
-- another account takes its roster lines along.
create or replace function link_employee() returns trigger language plpgsql as $$
begin
  update employee e set user_id = new.user_id where e.organization_id = new.organization_id and e.member_id = new.id and e.user_id is distinct from new.user_id;
  update employee e set member_id = new.id, user_id = new.user_id
  where e.organization_id = new.organization_id and e.email = new.email and e.member_id is null and e.user_id is null;
  return null;
end $$;
-- The roster identifies people by their address in the organization, so a new address also links roster lines.
create or replace trigger link_employee after insert or update of user_id, email on member for each row execute function link_employee();

-- Accounts belong to no organization, so organizations can only use them through the following functions.

-- Whether an organization may reference this account: it is a member's account, or no other organization has it. Other accounts look
-- nonexistent. The lock keeps the result valid until the end of the transaction.
create function may_name_account(id text) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from user_account u where u.id = may_name_account.id and u.email is not null for no key update;
  return exists (select from member m where m.organization_id = current_organization() and m.user_id = may_name_account.id)
    or found and not belongs_elsewhere(may_name_account.id);
end $$;

-- Finds or creates the account with this address for a person whom an organization adds. Null if the account belongs to others.
-- @param verified whether a new account counts as verified because the organization vouches for the address
create function account_for(id text, name text, email text, verified boolean) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare found text;
begin
  insert into user_account (id, name, email, email_verified) values (account_for.id, account_for.name, account_for.email, verified)
  on conflict do nothing;
  select u.id into strict found from user_account u where u.email = account_for.email for no key update;
  return case when belongs_elsewhere(found) then null else found end;
end $$;

-- Creates an account without sign-in for a person whose own account belongs to other organizations. The membership uses it until the
-- person confirms their address.
create function account_aside(id text, name text) returns text language sql security definer set search_path = public, pg_temp
begin atomic
  insert into user_account (id, name) values (account_aside.id, account_aside.name) returning id;
end;

-- Returns the account of a person who proved that they own this address, and creates it if needed. Until the end of the transaction, the
-- person consents to a membership.
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

-- Renames an account if only this organization has it, or if the person requests the new name.
create function rename_account(id text, name text, by_person boolean) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from user_account u where u.id = rename_account.id for no key update;
  if exists (select from member m where m.organization_id = current_organization() and m.user_id = rename_account.id)
    and (by_person or not belongs_elsewhere(rename_account.id)) then
    update user_account u set name = rename_account.name, updated_at = now() where u.id = rename_account.id;
  end if;
end $$;

-- Records that a person proved that they own the address of this membership: it is verified, and becomes their sign-in address if only this
-- organization has the account or the person requested it. If the person has another account with this address, the membership moves to
-- that account. Returns whether anything changed: confirming an address twice has no effect.
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

-- Returns the mail preferences of a member of this organization; null for other users.
create function email_preferences(user_id text) returns jsonb stable language sql security definer set search_path = public, pg_temp
  return (select u.email_preferences from user_account u where u.id = email_preferences.user_id
    and exists (select from member m where m.organization_id = current_organization() and m.user_id = u.id));

-- Stores the mail preferences of an active member of this organization.
create function set_email_preferences(user_id text, preferences jsonb) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from member m where m.organization_id = current_organization() and m.user_id = set_email_preferences.user_id and m.is_active) then
    raise insufficient_privilege using message = 'an organization keeps preferences of its members only';
  end if;
  update user_account u set email_preferences = set_email_preferences.preferences where u.id = set_email_preferences.user_id;
end $$;

revoke execute on function may_name_account, account_for, account_aside, consenting_account, rename_account, confirm_member_address,
  email_preferences, set_email_preferences from public;
grant execute on function may_name_account, account_for, account_aside, consenting_account, rename_account, confirm_member_address,
  email_preferences, set_email_preferences to tenant;

-- Uses the next millisecond, so that sessions of the current millisecond are rejected too. The time never moves back.
create function raise_not_before() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin new.not_before := greatest(old.not_before, date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond'); return new; end $$;
create trigger raise_not_before before update of is_active, email, user_id on member for each row
  when (old.is_active and not new.is_active or old.email <> new.email or old.user_id <> new.user_id) execute function raise_not_before();
create trigger raise_not_before before update of email on user_account for each row when (old.email is distinct from new.email) execute function raise_not_before();

create table invitation (
  id text primary key, email text not null check (email = lower(email)),
  -- The same format as member.roles.
  roles text[] not null,
  -- An expired invitation stays pending, and the API shows it as expired.
  status text not null default 'pending' check (status in ('pending', 'accepted', 'rejected', 'cancelled')),
  expires_at timestamptz(3) not null, inviter_id text not null references user_account on delete cascade,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('invitation'); call stamp_updates('invitation');
-- An invitation link contains only the id of the invitation.
create unique index invitation_id on invitation (id);
create unique index invitation_pending on invitation (organization_id, email) where status = 'pending';
create index invitation_by_email on invitation (organization_id, email, id);
create index invitation_newest on invitation (organization_id, created_at, id);
create index invitation_by_expiry on invitation (organization_id, expires_at, id);
create index on invitation (inviter_id);
-- The housekeeping finds expired invitations of all organizations with this index.
create index on invitation (expires_at) where status = 'pending';

-- Keeps a role from being deleted while a pending invitation offers it, like the trigger for the roles of members.
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

-- A key belongs to `created_by_member_id`: its creator, or the owner of the key that created it. It never has more rights than this member
-- has at the time of a request. A key with null has no owner and is always rejected.
alter table api_key
  -- The credential that created the key, such as `API key "Deploy"`; null for a person's own session and for keys of 0.1.0. Columns of
  -- other tables that end in `via` have the same meaning.
  add column created_via text;
-- Finds the keys of a member. When the member is removed, the keys lose their owner and are rejected.
create index api_key_of_member on api_key (organization_id, created_by_member_id);

-- Keys of 0.1.0 without a member were created by another key, by the admin command, or by a member who was deleted. The audit log may tell:
-- `via` names the creating key, and `member_id` is the member to whom the creation was attributed.
do $$
declare found bigint := 1;
begin
  create temporary table made on commit drop as
    select distinct on (k.id) k.id, k.organization_id, k.created_at, e.member_id, e.data->>'via' as via, e.id is not null as is_logged
    from api_key k left join audit_entry e on e.organization_id = k.organization_id and e.entity_id = k.id and e.data->>'action' = 'Created apiKey'
    where k.created_by_member_id is null order by k.id, e.sequence;

  -- Follows the chain of keys: a key gets the member of the key that created it if only one key had that name at the time.
  while found > 0 loop
    update api_key k set created_by_member_id = maker.created_by_member_id
    from made, api_key maker
    where made.id = k.id and k.created_by_member_id is null and maker.organization_id = k.organization_id and maker.created_at <= k.created_at and maker.id <> k.id
      and made.via = format('API key "%s"', maker.name) and maker.created_by_member_id is not null
      and not exists (select from api_key other where other.organization_id = k.organization_id and other.name = maker.name and other.id <> maker.id and other.id <> k.id and other.created_at <= k.created_at);
    get diagnostics found = row_count;
  end loop;

  -- A key that another key created otherwise gets the member to whom its creation was attributed.
  update api_key k set created_by_member_id = m.id
  from made join member m on m.organization_id = made.organization_id and m.id = made.member_id
  where made.id = k.id and k.created_by_member_id is null and made.via is not null;

  -- Keys that the log does not explain get the oldest active owner, once. A key that a deleted member created in a session gets none.
  update api_key k set created_by_member_id = (
    select m.id from member m where m.organization_id = k.organization_id and m.is_active and 'owner' = any (m.roles) order by m.created_at, m.id limit 1)
  from made
  where made.id = k.id and k.created_by_member_id is null and (not made.is_logged or made.member_id is null or made.via is not null);
end $$;

-- Roles that members lost, and permissions of custom roles before a change. Only triggers write this table, so that no code that changes
-- roles or members can omit an entry.
create table lost_role (
  id text primary key, member_id text not null, role text not null,
  -- The `resource:action` pairs of a custom role, which may have changed or been deleted since. Empty for a built-in role, whose
  -- permissions are part of the service.
  permissions text[] not null default '{}',
  lost_at timestamptz(3) not null
);
call tenant_table('lost_role');
alter table lost_role add foreign key (organization_id, member_id) references member (organization_id, id) on delete cascade;
create unique index lost_role_of_member on lost_role (organization_id, member_id, role);
revoke insert, update, delete on lost_role from tenant;

-- Returns the pairs in stored permissions such as {"task": ["read"]}. Malformed permissions grant nothing.
create function permission_pairs(permissions jsonb) returns text[] language sql immutable set search_path = public, pg_temp as $$
  select array(
    select resource || ':' || action
    from jsonb_each(case jsonb_typeof(permissions) when 'object' then permissions else '{}' end) as granted(resource, actions),
      jsonb_array_elements_text(case jsonb_typeof(actions) when 'array' then actions else '[]' end) as action
  )
$$;
revoke execute on function permission_pairs from public;

-- Adds the permissions to those that the member lost from this role in the last 30 days.
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
  -- Keeps all roles, even those that the member still has: the employee role restricts a member only if it is the only role.
  foreach had in array old.roles loop
    select permission_pairs(r.permissions) into pairs from custom_role r where r.organization_id = new.organization_id and r.id = had;
    call add_lost_role(new.organization_id, new.id, had, coalesce(pairs, '{}'));
  end loop;
  return null;
end $$;
create trigger keep_lost_roles after update of is_active, roles on member for each row when (old.is_active and (not new.is_active or not new.roles @> old.roles)) execute function keep_lost_roles();

-- Deleting a role takes no permissions from anybody, because a role that a member has cannot be deleted.
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
