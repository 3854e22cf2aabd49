create table attachment (
  id text primary key,
  name text not null,
  mime_type text not null,
  size integer not null,
  -- SHA-256 of the bytes, in hex.
  sha256 text not null,
  description text,
  entity_type text not null check (entity_type in ('task', 'vendor', 'risk', 'comment', 'trust_nda', 'task_item', 'background_check', 'employment_onboard', 'employment_offboard', 'offboarding_checklist')),
  entity_id text not null,
  uploaded_by_id text references user_account on delete set null,
  file_key text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('attachment');
create unique index attachment_key on attachment (organization_id, file_key);
create index attachment_of_entity on attachment (organization_id, entity_type, entity_id, created_at, id);
create index on attachment (uploaded_by_id);
create trigger forget_file after delete on attachment for each row execute function forget_file();

-- For tables whose records have attachments: they go with the record. Takes their entity types.
create function forget_attachments() returns trigger language plpgsql as $$
begin
  delete from attachment a where a.organization_id = old.organization_id and a.entity_type = any(tg_argv::text[]) and a.entity_id = old.id;
  return null;
end $$;
create trigger forget_attachments after delete on risk for each row execute function forget_attachments('risk');
create trigger forget_attachments after delete on task for each row execute function forget_attachments('task');
create trigger forget_attachments after delete on task_item for each row execute function forget_attachments('task_item');
create trigger forget_attachments after delete on background_check_request for each row execute function forget_attachments('background_check');
create trigger forget_attachments after delete on member for each row execute function forget_attachments('employment_onboard', 'employment_offboard');
