-- Sessions of agents end with the work of the person, and are not linked once they have ended (spec/areas/device-agent, rule 3).

-- Besides the sessions on the computers of the organization: those that no computer has yet, once the person is active nowhere.
create or replace function end_agent_sessions_of_member() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from agent_session s using device d
  where d.organization_id = new.organization_id and d.member_id = new.id and s.id = d.agent_session_id;
  delete from agent_session s
  where s.user_id = new.user_id
    and not exists (select from member m where m.user_id = new.user_id and m.is_active)
    and not exists (select from device d where d.agent_session_id = s.id);
  return null;
end $$;

-- A request may end a session while another one, which came with it, is still under way.
create trigger drop_ended_agent_session before update of agent_session_id on device for each row
  when (new.agent_session_id is not null and new.agent_session_id is distinct from old.agent_session_id)
  execute function drop_unknown_agent_session();
