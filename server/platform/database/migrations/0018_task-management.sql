-- What 0007_risks.sql did not need to know of task items: how urgent they are, who made them, and that they may be a vendor's.
alter table task_item
  alter column risk_id drop not null,
  add column vendor_id text,
  add constraint task_item_parent check (num_nonnulls(risk_id, vendor_id) = 1),
  add column priority text not null default 'medium' check (priority in ('urgent', 'high', 'medium', 'low')),
  add column created_by_id text,
  -- Who made it, as of then. Stays when the member is gone.
  add column created_by_snapshot jsonb,
  add column updated_by_id text;
update task_item i set (created_by_id, created_by_snapshot) = (
  select m.id, jsonb_build_object('id', m.id, 'user', jsonb_build_object('id', m.user_id, 'name', m.name, 'email', m.email, 'image', m.image))
  from member m where m.organization_id = i.organization_id order by 'owner' = any(m.roles) desc, m.created_at, m.id limit 1);
delete from task_item where created_by_snapshot is null; -- of an organization without anybody
alter table task_item
  alter column created_by_snapshot set not null,
  add foreign key (organization_id, created_by_id) references member (organization_id, id) on delete set null (created_by_id),
  add foreign key (organization_id, updated_by_id) references member (organization_id, id) on delete set null (updated_by_id);
create index on task_item (organization_id, vendor_id, created_at);
create index on task_item (organization_id, assignee_id);
create index on task_item (organization_id, created_by_id);
create index on task_item (organization_id, updated_by_id);
