create table employee (
  id text primary key,
  name text not null,
  email text not null check (email = lower(email)),
  department text not null default 'none' check (department in ('none', 'admin', 'gov', 'hr', 'it', 'itsm', 'qms')),
  is_active boolean not null default true,
  external_employee_id text,
  user_id text references user_account on delete set null,
  member_id text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('employee');
alter table employee add foreign key (organization_id, member_id) references member (organization_id, id) on delete set null (member_id);
create unique index employee_email on employee (organization_id, email);
create unique index employee_external_id on employee (organization_id, external_employee_id);
create index employee_by_name on employee (organization_id, name, id);
create index on employee (organization_id, member_id);
create index on employee (user_id);

-- The open roster line of somebody who becomes a member is linked to the membership.
create function link_employee() returns trigger language plpgsql as $$
begin
  update employee e set member_id = new.id, user_id = new.user_id
  where e.organization_id = new.organization_id and e.email = new.email and e.member_id is null and e.user_id is null;
  return null;
end $$;
create trigger link_employee after insert on member for each row execute function link_employee();
