-- What is done when a member leaves, and the proof that it was done.
create table offboarding_template_item (
  id text primary key,
  -- Of an item that every organization begins with; such an item is never deleted.
  seed_key text,
  title text not null,
  description text,
  evidence_required boolean not null default false,
  sort_order integer not null,
  is_enabled boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('offboarding_template_item');
create unique index offboarding_template_seed on offboarding_template_item (organization_id, seed_key);
create index on offboarding_template_item (organization_id, sort_order, created_at, id);
call stamp_updates('offboarding_template_item');

create table offboarding_completion (
  id text primary key,
  member_id text not null,
  template_item_id text,
  -- A copy, which stays when the item is renamed or deleted.
  item_title text not null,
  completed_by_id text references user_account on delete set null,
  completed_at timestamptz(3) not null,
  notes text,
  -- Whether it follows from the revocations of vendors, and ends with them.
  is_automatic boolean not null default false
);
call tenant_table('offboarding_completion');
alter table offboarding_completion
  add foreign key (organization_id, member_id) references member (organization_id, id) on delete cascade,
  add foreign key (organization_id, template_item_id) references offboarding_template_item (organization_id, id) on delete set null (template_item_id);
create unique index offboarding_completion_once on offboarding_completion (organization_id, member_id, template_item_id);
create index on offboarding_completion (organization_id, template_item_id);
create index on offboarding_completion (completed_by_id);
create trigger forget_attachments after delete on offboarding_completion for each row execute function forget_attachments('offboarding_checklist');

create table access_revocation (
  id text primary key,
  member_id text not null,
  vendor_id text not null,
  revoked_by_id text references user_account on delete set null,
  revoked_at timestamptz(3) not null,
  notes text
);
call tenant_table('access_revocation');
alter table access_revocation
  add foreign key (organization_id, member_id) references member (organization_id, id) on delete cascade,
  add foreign key (organization_id, vendor_id) references vendor (organization_id, id) on delete cascade;
create unique index access_revocation_once on access_revocation (organization_id, member_id, vendor_id);
create index on access_revocation (organization_id, vendor_id);
create index on access_revocation (revoked_by_id);
create trigger forget_attachments after delete on access_revocation for each row execute function forget_attachments('offboarding_checklist');

-- Gives an organization the items that it lacks of those that every organization begins with.
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
begin
  perform seed_offboarding_template(new.id);
  return null;
end $$;
create trigger seed_offboarding_template after insert on organization for each row execute function seed_new_organization();
select seed_offboarding_template(id) from organization;
