-- What 0002_people.sql did not need to know of people.
alter table user_account
  -- Kinds of notification and whether they are mailed, in every organization. Those that are not named are.
  add column email_preferences jsonb not null default '{}';
alter table member
  add column background_check_exempt boolean not null default false,
  add column background_check_exempt_reason text,
  add column background_check_exempt_justification text,
  add column onboard_date timestamptz(3),
  add column offboard_date timestamptz(3),
  -- Who this is in the directory that a synchronization keeps the membership by.
  add column external_user_id text,
  add column external_user_source text,
  -- Copies of the account, as are name, email and image.
  add column email_verified boolean not null default false,
  add column last_login timestamptz(3),
  add column user_created_at timestamptz(3) not null default now(),
  add column user_updated_at timestamptz(3) not null default now();
create unique index member_external on member (organization_id, external_user_source, external_user_id);
create index member_newest on member (organization_id, created_at desc, id desc);
create index member_by_name on member (organization_id, name, id);
create index member_by_email on member (organization_id, email, id);
update member m set email_verified = u.email_verified, last_login = u.last_login, user_created_at = u.created_at, user_updated_at = u.updated_at from user_account u where u.id = m.user_id;

-- The account is held, so that what is copied of it is not changed before the copy can be seen.
create or replace function member_of_user() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select u.name, u.email, u.email_verified, u.image, u.last_login, u.created_at, u.updated_at
  into strict new.name, new.email, new.email_verified, new.image, new.last_login, new.user_created_at, new.user_updated_at
  from user_account u where u.id = new.user_id for share;
  return new;
end $$;
create or replace trigger member_of_user before insert or update of user_id, name, email, email_verified, image, last_login, user_created_at, user_updated_at on member
  for each row execute function member_of_user();
create or replace trigger user_of_members after update of name, email, email_verified, image, last_login, created_at, updated_at on user_account
  for each row execute function user_of_members();

-- The open roster line of somebody who becomes a member, or becomes known by another address, is linked to the membership.
-- A membership that passes to another account takes its roster lines along.
create or replace function link_employee() returns trigger language plpgsql as $$
begin
  update employee e set user_id = new.user_id where e.organization_id = new.organization_id and e.member_id = new.id and e.user_id is distinct from new.user_id;
  update employee e set member_id = new.id, user_id = new.user_id
  where e.organization_id = new.organization_id and e.email = new.email and e.member_id is null and e.user_id is null;
  return null;
end $$;
create or replace trigger link_employee after insert or update of user_id on member for each row execute function link_employee();

-- A module of the training, assigned to a member; done when it has a date.
create table training_completion (
  id text primary key,
  member_id text not null,
  video_id text not null check (video_id in ('sat-1', 'sat-2', 'sat-3', 'sat-4', 'sat-5', 'hipaa-sat-1')),
  completed_at timestamptz(3)
);
call tenant_table('training_completion');
alter table training_completion add foreign key (organization_id, member_id) references member (organization_id, id) on delete cascade;
create unique index training_completion_once on training_completion (organization_id, member_id, video_id);
-- Who was a member before there was training is assigned what everybody is.
insert into training_completion (id, organization_id, member_id, video_id)
  select 'evc_' || lpad(to_hex(extract(epoch from now())::bigint), 8, '0') || substr(md5(gen_random_uuid()::text), 1, 16), m.organization_id, m.id, v
  from member m cross join unnest(array['sat-1', 'sat-2', 'sat-3', 'sat-4', 'sat-5']) v;

-- Requested and paid for elsewhere. The newest one of a member counts.
create table background_check_request (
  id text primary key,
  member_id text not null,
  status text not null default 'invited' check (status in ('invited', 'in_progress', 'in_review', 'completed', 'completed_with_flags', 'failed', 'cancelled')),
  requester_notes text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('background_check_request');
alter table background_check_request add foreign key (organization_id, member_id) references member (organization_id, id) on delete cascade;
create index background_check_request_newest on background_check_request (organization_id, member_id, created_at desc, id desc);

-- What was found by hand about a policy of the device management system, on the devices under a member's label.
create table device_policy_result (
  id text primary key,
  member_id text not null,
  -- Of the device management system.
  policy_id text not null,
  policy_name text not null,
  response text not null check (response in ('pass', 'fail')),
  attachments text[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('device_policy_result');
alter table device_policy_result add foreign key (organization_id, member_id) references member (organization_id, id) on delete cascade;
create unique index device_policy_result_once on device_policy_result (organization_id, member_id, policy_id);

-- Accounts belong to no organization, so what one may do with them are the following steps and nothing else.

-- The account with this address, made when there is none; its address counts as verified. For somebody who is about to become a member.
create function account_for(id text, name text, email text) returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found text;
begin
  insert into user_account (id, name, email, email_verified) values (account_for.id, account_for.name, account_for.email, true) on conflict do nothing;
  select u.id into strict found from user_account u where u.email = account_for.email;
  update user_account u set email_verified = true, updated_at = now() where u.id = found and not u.email_verified;
  return found;
end $$;

-- Changes name and address of somebody who is a member here; null leaves them as they are. An address that somebody has who is an
-- active member elsewhere too is not this organization's to change, nor one that another account has (user_account_email_key).
create function change_account(id text, name text, email text) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  account user_account;
begin
  if not exists (select from member m where m.organization_id = current_organization() and m.user_id = change_account.id) then
    raise insufficient_privilege using message = 'an organization changes accounts of its members only';
  end if;
  select * into strict account from user_account u where u.id = change_account.id for update;
  if change_account.email <> account.email and exists
    (select from member m where m.user_id = account.id and m.is_active and m.organization_id <> current_organization()) then
    raise check_violation using constraint = 'account_of_one_organization', table = 'user_account', message = 'the account is of other organizations too';
  end if;
  update user_account u set name = coalesce(change_account.name, u.name), email = coalesce(change_account.email, u.email), updated_at = now() where u.id = account.id;
end $$;

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

revoke execute on function account_for, change_account, email_preferences, set_email_preferences from public;
grant execute on function account_for, change_account, email_preferences, set_email_preferences to tenant;
