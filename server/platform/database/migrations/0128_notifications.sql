-- What members were told, for them to read in the application.
create table notification (
  id text primary key,
  -- No foreign key: it would hold the member until the change ends, whom others hold while they wait for what the change has. No member is ever
  -- deleted but with the organization.
  member_id text not null,
  kind text not null check (kind in ('policy', 'task_reminder', 'task_assignment', 'task_mention', 'finding', 'unassigned_items')),
  -- Nothing of what people wrote but names: the text is in the e-mail, and whoever may read it follows the address.
  title text not null,
  -- The address of the record's page, when there is one.
  app_url text,
  read_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp()
);
call tenant_table('notification');
-- The order of the list.
create index notification_newest on notification (organization_id, member_id, created_at desc, id desc);
-- What the housekeeping removes.
create index notification_oldest on notification (created_at);
