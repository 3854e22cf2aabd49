-- A person, in any number of organizations. Not a tenant table: what an organization sees of a person stands in its member row.
create table user_account (
  id text primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  last_login timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table member (
  id text primary key,
  user_id text not null references user_account on delete cascade,
  -- Built-in role names and ids of custom roles, the leading one first.
  roles text[] not null,
  department text not null default 'none' check (length(department) between 1 and 64),
  job_title text,
  is_active boolean not null default true,
  device_mgmt_label_id double precision,
  -- Copies of the account, kept by the triggers below: an organization reads its people without reading accounts.
  name text not null default '',
  email text not null default '',
  image text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('member');
create unique index member_user on member (organization_id, user_id);
create index on member (user_id);

create function member_of_user() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select u.name, u.email, u.image into strict new.name, new.email, new.image from user_account u where u.id = new.user_id;
  return new;
end $$;
create trigger member_of_user before insert or update of user_id, name, email, image on member for each row execute function member_of_user();

create function user_of_members() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update member set user_id = user_id where user_id = new.id;
  return null;
end $$;
create trigger user_of_members after update of name, email, image on user_account for each row execute function user_of_members();

-- Whether there is such an account, for a tenant that may not read accounts.
create function user_exists(id text) returns boolean stable language sql security definer set search_path = public, pg_temp
  return exists (select from user_account u where u.id = user_exists.id);
