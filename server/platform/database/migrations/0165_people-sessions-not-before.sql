-- Sessions from before this time are not accepted: for the account everywhere, for the member in the organization.
alter table user_account add column not_before timestamptz(3);
alter table member add column not_before timestamptz(3);
-- An agent's session is as old as the session that it was opened with, so that time is its `created_at`.

-- Sessions of members who are deactivated already must not work after a reactivation.
update member set not_before = now() where not is_active;

-- The next millisecond, so that a session of the present one is refused, too. It never goes back.
create function raise_not_before() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.not_before := greatest(old.not_before, date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond');
  return new;
end $$;
create trigger raise_not_before before update of is_active, email, user_id on member for each row
  when (old.is_active and not new.is_active or old.email <> new.email or old.user_id <> new.user_id) execute function raise_not_before();
create trigger raise_not_before before update of email on user_account for each row
  when (old.email is distinct from new.email) execute function raise_not_before();

-- Agents on computers are signed out with the member.
create trigger end_agent_sessions_with_address after update of email, user_id on member for each row
  when (old.email <> new.email or old.user_id <> new.user_id) execute function end_agent_sessions_of_member();

-- Agents on computers are signed out with the account.
create function end_agent_sessions_of_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from agent_session s where s.user_id = new.id and s.created_at < new.not_before;
  return null;
end $$;
create trigger end_agent_sessions after update on user_account for each row
  when (new.not_before is distinct from old.not_before) execute function end_agent_sessions_of_account();

-- As before, with the time of the sign-in. The former function is for servers of the version before.
create function open_agent_session(id text, token_hash text, user_id text, days integer, signed_in_at timestamptz) returns timestamptz
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  until timestamptz(3) := now() + make_interval(days => days);
begin
  if not exists (
    select from member m join user_account u on u.id = m.user_id
    where m.organization_id = current_organization() and m.user_id = open_agent_session.user_id and m.is_active
      and coalesce(greatest(m.not_before, u.not_before) <= open_agent_session.signed_in_at, true)
  ) then
    return null;
  end if;
  insert into agent_session (id, token_hash, user_id, expires_at, created_at)
  values (open_agent_session.id, open_agent_session.token_hash, open_agent_session.user_id, until, open_agent_session.signed_in_at);
  return until;
end $$;
revoke execute on function open_agent_session(text, text, text, integer, timestamptz) from public;
grant execute on function open_agent_session(text, text, text, integer, timestamptz) to tenant;
