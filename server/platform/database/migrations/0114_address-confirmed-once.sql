-- The same as `confirm_address`, and says whether anything has changed by it: who confirms an address twice has confirmed it once.
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
revoke execute on function confirm_member_address from public;
grant execute on function confirm_member_address to tenant;

-- For servers of the version before.
create or replace function confirm_address(member_id text, by_person boolean) returns void
  language sql security definer set search_path = public, pg_temp as $$ select confirm_member_address(member_id, by_person) $$;
