-- Accounts belong to persons: a person signs in with one, in any number of organizations. What an organization shows of a person is the
-- organization's own and stands in the membership. It is copied from the account once, when the person joins.

-- Whoever was made by the operator, and not changed since, has the address that the operator gave.
update user_account set email_verified = true where not email_verified and updated_at = created_at;

drop trigger user_of_members on user_account;
drop function user_of_members();
drop trigger member_of_user on member;
drop function member_of_user();

-- The address to sign in with. An account without one is of a single organization, which has named an address that another account has.
alter table user_account alter email drop not null;
-- When somebody signed in is the business of the organization that they signed in to.
alter table user_account drop last_login;
alter table member add check (email = lower(email) and email <> '');
create unique index member_address on member (organization_id, email);

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
    new.name := account.name;
    new.email := coalesce(account.email, '');
    new.email_verified := account.email_verified;
    new.image := account.image;
    new.user_created_at := account.created_at;
    new.user_updated_at := account.updated_at;
  end if;
  return new;
end $$;
create trigger member_joins before insert on member for each row execute function member_joins();
create trigger member_passes_on before update of user_id on member
  for each row when (old.user_id <> new.user_id) execute function member_joins();

-- The roster knows people by the address that the organization knows them by.
drop trigger link_employee on member;
create trigger link_employee after insert or update of user_id, email on member for each row execute function link_employee();

drop function change_account, account_for, user_exists;

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
declare
  found text;
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
declare
  found text;
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
-- the membership passes to it.
create function confirm_address(member_id text, by_person boolean) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  membership member;
  account user_account;
  other text;
  alone boolean;
begin
  select * into strict membership from member m
  where m.organization_id = current_organization() and m.id = confirm_address.member_id for update;
  update member m set email_verified = true, user_updated_at = now(), updated_at = now() where m.id = membership.id;
  perform from user_account u where u.id = membership.user_id or u.email = membership.email order by u.id for update;
  select * into strict account from user_account u where u.id = membership.user_id;
  select u.id into other from user_account u where u.email = membership.email and u.id <> account.id;
  alone := not belongs_elsewhere(account.id);
  if other is null then
    if alone or by_person or account.email = membership.email then
      update user_account u set email = membership.email, email_verified = true, updated_at = now() where u.id = account.id;
    end if;
  elsif alone and not exists (select from member m where m.organization_id = membership.organization_id and m.user_id = other) then
    update user_account u set email_verified = true, updated_at = now() where u.id = other and not u.email_verified;
    perform set_config('app.consent', other, true);
    update member m set user_id = other where m.id = membership.id;
  end if;
end $$;

revoke execute on function may_name_account, account_for, account_aside, consenting_account, rename_account, confirm_address from public;
grant execute on function may_name_account, account_for, account_aside, consenting_account, rename_account, confirm_address to tenant;
