-- What members had before they lost some of it: their roles, and permissions of custom roles as they were before a change. Only triggers
-- write it, so nobody who changes roles or members can leave it out.
create table lost_role (
  id text primary key,
  member_id text not null,
  role text not null,
  -- `resource:action` pairs of a custom role, which may have been changed or deleted since. Empty for a built-in role, which is part of the service.
  permissions text[] not null default '{}',
  lost_at timestamptz(3) not null
);
call tenant_table('lost_role');
alter table lost_role add foreign key (organization_id, member_id) references member (organization_id, id) on delete cascade;
create unique index lost_role_of_member on lost_role (organization_id, member_id, role);
do $$ begin
  execute format('revoke insert, update, delete on lost_role from %I', tenant_role());
end $$;

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
declare
  had text;
  pairs text[];
begin
  -- All roles, because a role that stays may have meant more beside one that is lost: with another role, an employee was not restricted.
  foreach had in array old.roles loop
    select permission_pairs(r.permissions) into pairs from custom_role r where r.organization_id = new.organization_id and r.id = had;
    call add_lost_role(new.organization_id, new.id, had, coalesce(pairs, '{}'));
  end loop;
  return null;
end $$;
create trigger keep_lost_roles after update of is_active, roles on member for each row
  when (old.is_active and (not new.is_active or not new.roles @> old.roles)) execute function keep_lost_roles();

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
create trigger keep_lost_permissions after update of permissions on custom_role for each row
  when (old.permissions is distinct from new.permissions) execute function keep_lost_permissions();

-- The table replaces two columns, which had one time for all roles and nothing about their permissions.
insert into lost_role (id, organization_id, member_id, role, permissions, lost_at)
select 'lsr_' || substr(encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 1, 24), m.organization_id, m.id, former,
  coalesce((select permission_pairs(r.permissions) from custom_role r where r.organization_id = m.organization_id and r.id = former), '{}'), m.roles_lost_at
from member m, unnest(m.former_roles) former where m.roles_lost_at > now() - interval '30 days';
drop trigger former_roles on member;
drop function keep_former_roles();
alter table member drop column former_roles, drop column roles_lost_at;
