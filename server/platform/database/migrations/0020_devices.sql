-- Creates the computers of members, reported by the device agent or an integration. Data of the device management system is read when
-- needed and not stored (spec/areas/devices, rule 2).
create table device (
  id text primary key, member_id text not null, name text not null, hostname text not null,
  platform text not null check (platform in ('macos', 'windows', 'linux')), os_version text not null,
  serial_number text check (serial_number <> ''),
  -- Whether another member registered a computer with this serial number first (spec/areas/devices, rule 4).
  is_duplicate_serial boolean not null default false,
  -- Distinguishes computers without a serial number: a hardware UUID, or the id of the agent's installation.
  hardware_id text check (hardware_id <> ''), hardware_model text,
  source text not null check (source in ('agent', 'integration')),
  -- The latest results of the checks, and the details of each: {"disk_encryption": {"passed": true, "checkedAt": "…", "method": "…"}, …}
  disk_encryption_enabled boolean not null default false, antivirus_enabled boolean not null default false,
  password_policy_set boolean not null default false, screen_lock_enabled boolean not null default false,
  check_details jsonb,
  -- The compliance reported by the source of a synchronized device:
  -- {"isCompliant": true, "checks": [{"id": "…", "label": "…", "passed": true}]}
  source_compliance jsonb,
  integration_connection_id text, external_device_id text, agent_version text, last_check_in timestamptz(3),
  -- The agent's session on the device, and when the session expires.
  agent_session_id text, agent_session_until timestamptz(3),
  installed_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  check (not is_duplicate_serial or serial_number is not null),
  check ((agent_session_id is null) = (agent_session_until is null))
);
call tenant_table('device');
-- The agent's session and the hardware id do not count as changes of the device.
call stamp_updates('device', '{agent_session_id, agent_session_until, hardware_id}');
alter table device
  add foreign key (organization_id, member_id) references member (organization_id, id) on delete cascade,
  add foreign key (organization_id, integration_connection_id) references integration_connection (organization_id, id)
    on delete set null (integration_connection_id);
create unique index device_serial_number on device (organization_id, serial_number) where not is_duplicate_serial;
-- If a serial number is missing or already used by another member, the host name distinguishes a member's computers.
create unique index device_duplicate on device (organization_id, member_id, hostname, serial_number) where is_duplicate_serial;
create unique index device_without_serial on device (organization_id, member_id, hostname, hardware_id) nulls not distinct
  where serial_number is null and source = 'agent';
create index device_hardware_id on device (organization_id, member_id, hardware_id) where hardware_id is not null;
create unique index device_external_id on device (organization_id, integration_connection_id, external_device_id) where external_device_id is not null;
create index device_newest on device (organization_id, installed_at desc, id desc);
create index device_named on device (organization_id, name, id);
create index device_checked_in_last on device (organization_id, coalesce(last_check_in, '0001-01-01 00:00:00+00'), id);
create index device_checked_in_first on device (organization_id, coalesce(last_check_in, '9999-12-31 23:59:59.999+00'), id);
create index on device (organization_id, member_id, installed_at desc, id desc);
create index on device (agent_session_id) where agent_session_id is not null;
-- Finds the agent's computer that matches a computer of another source.
create index device_of_agent_hostname on device (organization_id, lower(hostname)) where source = 'agent';
create index device_of_agent_serial on device (organization_id, lower(serial_number)) where source = 'agent';

-- Sessions of device agents (spec/areas/device-agent). A session belongs to a person who may use the computer for several organizations, so
-- no organization owns or reads it. `created_at` is the creation time of the session that the person signed in with.
create table agent_session (
  id text primary key, token_hash text not null unique,
  user_id text not null references user_account on delete cascade, expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index on agent_session (user_id);
create index on agent_session (expires_at);

-- Creates an agent session for an active member of the current organization who signed in at the given time, unless the member's sessions
-- from that time were ended since. Returns null otherwise.
create function open_agent_session(id text, token_hash text, user_id text, days integer, signed_in_at timestamptz) returns timestamptz
  language plpgsql security definer set search_path = public, pg_temp as $$
declare until timestamptz(3) := now() + make_interval(days => days);
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
revoke execute on function open_agent_session from public;
grant execute on function open_agent_session to tenant;

-- Ends a session when a computer gets another one, when the computer's session is revoked, and when the computer is deleted.
create function end_agent_session() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin delete from agent_session s where s.id = old.agent_session_id; return null; end $$;
create trigger end_agent_session after update of agent_session_id on device for each row
  when (old.agent_session_id is not null and new.agent_session_id is distinct from old.agent_session_id) execute function end_agent_session();
create trigger end_agent_session_with after delete on device for each row when (old.agent_session_id is not null) execute function end_agent_session();

-- The other organizations of the computer then keep it without a session.
create function forget_agent_session() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin update device d set agent_session_id = null, agent_session_until = null where d.agent_session_id = old.id; return null; end $$;
create trigger forget_agent_session after delete on agent_session for each row execute function forget_agent_session();

-- Removes the session from a computer that is imported with its organization, because the session stays on the old installation.
create function drop_unknown_agent_session() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from agent_session s where s.id = new.agent_session_id) then
    new.agent_session_id := null; new.agent_session_until := null;
  end if;
  return new;
end $$;
create trigger drop_unknown_agent_session before insert on device for each row when (new.agent_session_id is not null) execute function drop_unknown_agent_session();
-- An ended session is not linked either: one request may end a session while another request of the same session is running.
create trigger drop_ended_agent_session before update of agent_session_id on device for each row
  when (new.agent_session_id is not null and new.agent_session_id is distinct from old.agent_session_id)
  execute function drop_unknown_agent_session();

-- Deactivation or a new address signs a member out on the computers of the organization. When the person is active in no organization,
-- sessions that no computer uses yet end as well.
create function end_agent_sessions_of_member() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from agent_session s using device d
  where d.organization_id = new.organization_id and d.member_id = new.id and s.id = d.agent_session_id;
  delete from agent_session s
  where s.user_id = new.user_id
    and not exists (select from member m where m.user_id = new.user_id and m.is_active)
    and not exists (select from device d where d.agent_session_id = s.id);
  return null;
end $$;
create trigger end_agent_sessions after update of is_active on member for each row when (old.is_active and not new.is_active) execute function end_agent_sessions_of_member();
create trigger end_agent_sessions_with_address after update of email, user_id on member for each row
  when (old.email <> new.email or old.user_id <> new.user_id) execute function end_agent_sessions_of_member();

-- Signing an account out everywhere also ends the sessions of its agents.
create function end_agent_sessions_of_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin delete from agent_session s where s.user_id = new.id and s.created_at < new.not_before; return null; end $$;
create trigger end_agent_sessions after update on user_account for each row when (new.not_before is distinct from old.not_before) execute function end_agent_sessions_of_account();
