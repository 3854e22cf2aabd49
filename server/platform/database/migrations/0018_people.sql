-- Creates the records about people: training, background checks, device policy results, the organization chart, and offboarding.
-- training_completion has a row for each assigned training module; a date means completed.
create table training_completion (
  id text primary key, member_id text not null,
  video_id text not null check (video_id in ('sat-1', 'sat-2', 'sat-3', 'sat-4', 'sat-5', 'hipaa-sat-1')),
  completed_at timestamptz(3)
);
call tenant_table('training_completion');
alter table training_completion add foreign key (organization_id, member_id) references member (organization_id, id) on delete cascade;
create unique index training_completion_once on training_completion (organization_id, member_id, video_id);
-- Assigns the training that everybody gets to the members of 0.1.0.
insert into training_completion (id, organization_id, member_id, video_id)
  select 'evc_' || lpad(to_hex(extract(epoch from now())::bigint), 8, '0') || substr(md5(gen_random_uuid()::text), 1, 16), m.organization_id, m.id, v
  from member m cross join unnest(array['sat-1', 'sat-2', 'sat-3', 'sat-4', 'sat-5']) v;

-- Certificates of completed programs, each mailed once. A time means that the mail was sent.
create table training_certificate_mail (
  id text primary key, member_id text not null, program text not null check (program in ('general', 'hipaa')),
  attempts integer not null default 0, due_at timestamptz(3) not null default now(),
  settled_at timestamptz(3)
);
call tenant_table('training_certificate_mail');
alter table training_certificate_mail add foreign key (organization_id, member_id) references member (organization_id, id) on delete cascade;
create unique index on training_certificate_mail (organization_id, member_id, program);
create index on training_certificate_mail (due_at) where settled_at is null;

-- Background checks that are requested and paid for in another system. The newest one of a member counts.
create table background_check_request (
  id text primary key, member_id text not null,
  status text not null default 'invited' check (status in ('invited', 'in_progress', 'in_review', 'completed', 'completed_with_flags', 'failed', 'cancelled')),
  requester_notes text,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('background_check_request'); call stamp_updates('background_check_request');
alter table background_check_request add foreign key (organization_id, member_id) references member (organization_id, id) on delete cascade;
create index background_check_request_newest on background_check_request (organization_id, member_id, created_at desc, id desc);

-- Results that a person entered for a policy of the device management system, for the devices under a member's label.
create table device_policy_result (
  id text primary key, member_id text not null,
  -- Ids and names of the device management system.
  policy_id text not null, policy_name text not null,
  response text not null check (response in ('pass', 'fail')), attachments text[] not null default '{}',
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('device_policy_result'); call stamp_updates('device_policy_result');
alter table device_policy_result add foreign key (organization_id, member_id) references member (organization_id, id) on delete cascade;
create unique index device_policy_result_once on device_policy_result (organization_id, member_id, policy_id);

-- The organization chart: either nodes and edges in the editor's format, or a file.
create table organization_chart (
  id text primary key, name text not null default 'Organization Chart',
  type text not null default 'interactive' check (type in ('interactive', 'uploaded')),
  nodes jsonb not null default '[]', edges jsonb not null default '[]', file_key text, file_name text, file_type text,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  check (case type when 'uploaded' then num_nonnulls(file_key, file_name, file_type) = 3 else num_nonnulls(file_key, file_name, file_type) = 0 end)
);
call tenant_table('organization_chart'); call stamp_updates('organization_chart');
create unique index on organization_chart (organization_id);
alter table organization_chart add foreign key (organization_id, file_key) references stored_file (organization_id, id);
create index on organization_chart (organization_id, file_key);
create trigger forget_file after delete on organization_chart for each row execute function forget_file('file_key');
create trigger forget_other_file after update on organization_chart for each row when (old.file_key is distinct from new.file_key) execute function forget_file('file_key');

-- The steps that a departing member's offboarding requires, and the proof of each.
create table offboarding_template_item (
  id text primary key,
  -- Identifies an item that every organization starts with; such an item is never deleted.
  seed_key text,
  title text not null, description text, evidence_required boolean not null default false,
  sort_order integer not null, is_enabled boolean not null default true,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('offboarding_template_item'); call stamp_updates('offboarding_template_item');
create unique index offboarding_template_seed on offboarding_template_item (organization_id, seed_key);
create index on offboarding_template_item (organization_id, sort_order, created_at, id);

create table offboarding_completion (
  id text primary key, member_id text not null, template_item_id text,
  -- A copy of the title, which stays when the item is renamed or deleted.
  item_title text not null,
  completed_by_id text references user_account on delete set null, completed_via text, completed_at timestamptz(3) not null,
  notes text,
  -- Whether the vendors' revocations completed the item; then undoing them reopens it.
  is_automatic boolean not null default false
);
call tenant_table('offboarding_completion');
alter table offboarding_completion
  add foreign key (organization_id, member_id) references member (organization_id, id) on delete cascade,
  add foreign key (organization_id, template_item_id) references offboarding_template_item (organization_id, id) on delete set null (template_item_id);
create unique index offboarding_completion_once on offboarding_completion (organization_id, member_id, template_item_id);
create index on offboarding_completion (organization_id, template_item_id);
create index on offboarding_completion (completed_by_id);

create table access_revocation (
  id text primary key, member_id text not null, vendor_id text not null,
  revoked_by_id text references user_account on delete set null, revoked_via text, revoked_at timestamptz(3) not null,
  notes text
);
call tenant_table('access_revocation');
alter table access_revocation
  add foreign key (organization_id, member_id) references member (organization_id, id) on delete cascade,
  add foreign key (organization_id, vendor_id) references vendor (organization_id, id) on delete cascade;
create unique index access_revocation_once on access_revocation (organization_id, member_id, vendor_id);
create index on access_revocation (organization_id, vendor_id);
create index on access_revocation (revoked_by_id);

-- Adds the missing default items to an organization's template.
create function seed_offboarding_template(organization text) returns void language sql as $$
  insert into offboarding_template_item (id, organization_id, seed_key, title, description, evidence_required, sort_order)
  select 'oct_' || lpad(to_hex(extract(epoch from now())::bigint), 8, '0') || substr(md5(gen_random_uuid()::text), 1, 16), organization, s.*
  from (values
    ('vendor_access', 'Withdraw access to all systems', 'Revoke the access to each vendor. The item is completed when all are revoked.', true, 1),
    ('identity_provider', 'Remove from the identity provider', 'Disable the account for single sign-on, and end its sessions.', true, 2),
    ('equipment', 'Recover company equipment', 'Collect computers, telephones, badges and keys, and erase what is on the devices.', true, 3),
    ('mailbox', 'Close or redirect the mailbox and other accounts', 'Agree with the team who reads what still arrives, and for how long.', true, 4),
    ('privileged_access', 'Withdraw privileged access', 'Remove administrator rights, keys and tokens, and change the secrets that the person knew.', true, 5),
    ('inform_teams', 'Inform the affected teams', 'Tell colleagues, customers and vendors whom to turn to from now on.', false, 6),
    ('exit_interview', 'Hold the exit interview', 'Recall the duties that go on after the employment, such as confidentiality.', false, 7),
    ('org_chart', 'Update the org chart and documentation', 'Name successors where the person is mentioned.', false, 8)
  ) s
  on conflict (organization_id, seed_key) do nothing
$$;
revoke execute on function seed_offboarding_template from public;

create function seed_new_organization() returns trigger language plpgsql as $$
begin perform seed_offboarding_template(new.id); return null; end $$;
create trigger seed_offboarding_template after insert on organization for each row execute function seed_new_organization();
select seed_offboarding_template(id) from organization;

-- Locks the records that a member is responsible for, then the member, until the transaction ends. This is the lock order of all code that
-- assigns a record to a member. A record assigned in between is not locked, and its transaction may wait for the member: release the member
-- and start again with that record.
create function hold_leaving(leaving text) returns void volatile language plpgsql set search_path = public, pg_temp as $$
declare held text[];
begin
  loop
    held := array(select t.id from task t where leaving in (t.assignee_id, t.approver_id) order by t.id for no key update)
      || array(select p.id from policy p where leaving in (p.assignee_id, p.approver_id) order by p.id for no key update)
      || array(select i.id from task_item i where i.assignee_id = leaving order by i.id for no key update)
      || array(select r.id from risk r where r.assignee_id = leaving order by r.id for no key update)
      || array(select c.id from control c where c.owner_id = leaving order by c.id for no key update)
      || array(select v.id from vendor v where v.assignee_id = leaving order by v.id for no key update);
    begin
      perform from member m where m.id = leaving for update;
      if not exists (
        select from task t where leaving in (t.assignee_id, t.approver_id) and t.id <> all (held)
        union all select from policy p where leaving in (p.assignee_id, p.approver_id) and p.id <> all (held)
        union all select from task_item i where i.assignee_id = leaving and i.id <> all (held)
        union all select from risk r where r.assignee_id = leaving and r.id <> all (held)
        union all select from control c where c.owner_id = leaving and c.id <> all (held)
        union all select from vendor v where v.assignee_id = leaving and v.id <> all (held)
      ) then
        return;
      end if;
      -- Rolls back the block, which releases only the lock on the member.
      raise exception using errcode = 'CAHLD';
    exception when sqlstate 'CAHLD' then
      null;
    end;
  end loop;
end $$;

-- Does the same for several members: locks the records of all of them before the first member.
create function hold_all_leaving(leaving text[]) returns void volatile language plpgsql set search_path = public, pg_temp as $$
declare held text[];
begin
  loop
    held := array(select t.id from task t where t.assignee_id = any (leaving) or t.approver_id = any (leaving) order by t.id for no key update)
      || array(select p.id from policy p where p.assignee_id = any (leaving) or p.approver_id = any (leaving) order by p.id for no key update)
      || array(select i.id from task_item i where i.assignee_id = any (leaving) order by i.id for no key update)
      || array(select r.id from risk r where r.assignee_id = any (leaving) order by r.id for no key update)
      || array(select c.id from control c where c.owner_id = any (leaving) order by c.id for no key update)
      || array(select v.id from vendor v where v.assignee_id = any (leaving) order by v.id for no key update);
    begin
      perform from member m where m.id = any (leaving) order by m.id for update;
      if not exists (
        select from task t where (t.assignee_id = any (leaving) or t.approver_id = any (leaving)) and t.id <> all (held)
        union all select from policy p where (p.assignee_id = any (leaving) or p.approver_id = any (leaving)) and p.id <> all (held)
        union all select from task_item i where i.assignee_id = any (leaving) and i.id <> all (held)
        union all select from risk r where r.assignee_id = any (leaving) and r.id <> all (held)
        union all select from control c where c.owner_id = any (leaving) and c.id <> all (held)
        union all select from vendor v where v.assignee_id = any (leaving) and v.id <> all (held)
      ) then
        return;
      end if;
      raise exception using errcode = 'CAHLD';
    exception when sqlstate 'CAHLD' then
      null;
    end;
  end loop;
end $$;
revoke execute on function hold_leaving, hold_all_leaving from public; grant execute on function hold_leaving, hold_all_leaving to tenant;
