-- Whether a member besides the submitter could approve when the record was submitted. Null for submissions of the version before.
alter table approval add column others_could_approve boolean;

-- The member who submitted and the one who decided, as they were then: {id, user: {id, name, email}}.
alter table approval
  add column submitted_by_snapshot jsonb,
  add column decided_by_snapshot jsonb,
  -- The id stays with the submission when the member is removed.
  drop constraint approval_organization_id_submitted_by_id_fkey,
  drop constraint approval_organization_id_submitted_with_key_of_id_fkey;
update approval a set submitted_by_snapshot = jsonb_build_object('id', m.id, 'user', jsonb_build_object('id', m.user_id, 'name', m.name, 'email', m.email))
  from member m where m.organization_id = a.organization_id and m.id = a.submitted_by_id;
update approval a set decided_by_snapshot = jsonb_build_object('id', m.id, 'user', jsonb_build_object('id', m.user_id, 'name', m.name, 'email', m.email))
  from member m where m.organization_id = a.organization_id and m.id = a.decided_by_id;

-- Roles that a member has lost, and when the last of them was lost.
alter table member
  add column former_roles text[] not null default '{}',
  add column roles_lost_at timestamptz(3);
create function keep_former_roles() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.is_active and (not new.is_active or not new.roles @> old.roles) then
    new.former_roles := array(
      select unnest(old.roles)
      union select unnest(old.former_roles) where old.roles_lost_at > now() - interval '30 days'
    );
    new.roles_lost_at := now();
  end if;
  return new;
end $$;
create trigger former_roles before update of is_active, roles on member for each row execute function keep_former_roles();
