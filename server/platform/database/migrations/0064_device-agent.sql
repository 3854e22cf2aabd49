-- How the agents on computers sign in (spec/areas/device-agent).

-- What is needed for a moment: by the hash of what it is asked for with, until it is taken or over.
create table ephemeral_value (
  key_hash text primary key,
  value jsonb not null,
  expires_at timestamptz(3) not null
);
create index on ephemeral_value (expires_at);

-- Sessions of agents. A session is of a person, who may use the computer for several organizations, so no organization owns or reads it.
create table agent_session (
  id text primary key,
  token_hash text not null unique,
  user_id text not null references user_account on delete cascade,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index on agent_session (user_id);
create index on agent_session (expires_at);

-- The session of the agent on the computer, and until when it is good.
alter table device
  add column agent_session_id text,
  add column agent_session_until timestamptz(3),
  add check ((agent_session_id is null) = (agent_session_until is null));
create index on device (agent_session_id) where agent_session_id is not null;
-- By what a computer of another source is found to be one of the agent's.
create index device_of_agent_hostname on device (organization_id, lower(hostname)) where source = 'agent';
create index device_of_agent_serial on device (organization_id, lower(serial_number)) where source = 'agent';

-- A new agent session of a person who is active in the organization of the transaction; null for anybody else.
create function open_agent_session(id text, token_hash text, user_id text, days integer) returns timestamptz
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  until timestamptz(3) := now() + make_interval(days => days);
begin
  if not exists (select from member m where m.organization_id = current_organization() and m.user_id = open_agent_session.user_id and m.is_active) then
    return null;
  end if;
  insert into agent_session values (open_agent_session.id, open_agent_session.token_hash, open_agent_session.user_id, until);
  return until;
end $$;
revoke execute on function open_agent_session from public;
grant execute on function open_agent_session to tenant;

-- A session ends when another one takes its place on a computer, when it is revoked there, and with the computer.
create function end_agent_session() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from agent_session s where s.id = old.agent_session_id;
  return null;
end $$;
create trigger end_agent_session after update of agent_session_id on device for each row
  when (old.agent_session_id is not null and new.agent_session_id is distinct from old.agent_session_id) execute function end_agent_session();
create trigger end_agent_session_with after delete on device for each row when (old.agent_session_id is not null) execute function end_agent_session();

-- Other organizations that know the computer have it without a session then.
create function forget_agent_session() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update device d set agent_session_id = null, agent_session_until = null where d.agent_session_id = old.id;
  return null;
end $$;
create trigger forget_agent_session after delete on agent_session for each row execute function forget_agent_session();

-- A computer that comes from elsewhere with its organization leaves its session there.
create function drop_unknown_agent_session() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from agent_session s where s.id = new.agent_session_id) then
    new.agent_session_id := null;
    new.agent_session_until := null;
  end if;
  return new;
end $$;
create trigger drop_unknown_agent_session before insert on device for each row when (new.agent_session_id is not null)
  execute function drop_unknown_agent_session();

-- Whoever is deactivated is signed out on the computers of the organization.
create function end_agent_sessions_of_member() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from agent_session s using device d
  where d.organization_id = new.organization_id and d.member_id = new.id and s.id = d.agent_session_id;
  return null;
end $$;
create trigger end_agent_sessions after update of is_active on member for each row when (old.is_active and not new.is_active)
  execute function end_agent_sessions_of_member();

-- That an agent signed in is no change of the computer.
call stamp_updates('device', '{agent_session_id, agent_session_until}');
