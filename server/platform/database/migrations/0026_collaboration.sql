-- Creates attachments, comments, and the notifications of members.
create table attachment (
  id text primary key, name text not null, mime_type text not null, size integer not null,
  -- SHA-256 of the bytes, in hex.
  sha256 text not null,
  description text,
  entity_type text not null check (entity_type in ('task', 'vendor', 'risk', 'comment', 'trust_nda', 'task_item', 'background_check', 'employment_onboard', 'employment_offboard', 'offboarding_checklist')),
  entity_id text not null, uploaded_by_id text references user_account on delete set null, via text,
  file_key text not null,
  -- The searchable text of the file; null if it was not read or is empty. reading_due_at is the next attempt to read it, and null if none
  -- is due: only some kinds of files are read, once, for records whose files the search covers.
  content_text text,
  reading_due_at timestamptz(3), reading_attempts integer not null default 0,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('attachment');
-- Reading the text of a file does not count as a change of the attachment.
call stamp_updates('attachment', '{via, content_text, reading_due_at, reading_attempts}');
alter table attachment add foreign key (organization_id, file_key) references stored_file (organization_id, id);
create unique index attachment_key on attachment (organization_id, file_key);
create index attachment_of_entity on attachment (organization_id, entity_type, entity_id, created_at, id);
create index on attachment (uploaded_by_id);
create index attachment_to_read on attachment (reading_due_at, organization_id) where reading_due_at is not null;
create trigger forget_file after delete on attachment for each row execute function forget_file('file_key');

create function begin_reading() returns trigger language plpgsql as $$
begin
  if new.content_text is null and new.reading_attempts = 0 then
    new.reading_due_at := clock_timestamp();
  end if;
  return new;
end $$;
create trigger begin_reading before insert on attachment for each row
  when (new.mime_type in ('text/plain', 'text/csv', 'text/comma-separated-values', 'text/tab-separated-values', 'application/pdf')
    and new.entity_type in ('task', 'task_item', 'risk', 'vendor', 'comment', 'employment_onboard', 'employment_offboard', 'offboarding_checklist'))
  execute function begin_reading();

-- Trigger for tables whose records have attachments: deletes them with the record. Its arguments are the entity types.
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
create trigger forget_attachments after delete on vendor for each row execute function forget_attachments('vendor');
create trigger forget_attachments after delete on offboarding_completion for each row execute function forget_attachments('offboarding_checklist');
create trigger forget_attachments after delete on access_revocation for each row execute function forget_attachments('offboarding_checklist');

-- Adding evidence turns an automatic completion into a manual one, so that a new vendor does not delete the evidence.
create function keep_completion() returns trigger language plpgsql as $$
begin
  update offboarding_completion c set is_automatic = false where c.organization_id = new.organization_id and c.id = new.entity_id and c.is_automatic;
  return null;
end $$;
create trigger keep_completion after insert on attachment for each row when (new.entity_type = 'offboarding_checklist') execute function keep_completion();

create table comment (
  id text primary key, content text not null,
  entity_type text not null check (entity_type in ('task', 'vendor', 'risk', 'policy', 'finding')), entity_id text not null,
  author_id text,
  -- The credential behind the author, such as `API key "Deploy"`; null if the author acted in their own session.
  via text,
  -- The author's details at the time of writing, which stay when the member is removed.
  author_snapshot jsonb not null,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3)
);
call tenant_table('comment'); call stamp_updates('comment');
alter table comment add foreign key (organization_id, author_id) references member (organization_id, id) on delete set null (author_id);
create index comment_of_entity on comment (organization_id, entity_type, entity_id, created_at desc, id desc);
create index on comment (organization_id, author_id);
create trigger forget_attachments after delete on comment for each row execute function forget_attachments('comment');

-- Trigger for tables whose records have comments: deletes them with the record. Its argument is the entity type.
create function forget_comments() returns trigger language plpgsql as $$
begin
  delete from comment c where c.organization_id = old.organization_id and c.entity_type = any(tg_argv::text[]) and c.entity_id = old.id;
  return null;
end $$;
create trigger forget_comments after delete on risk for each row execute function forget_comments('risk');
create trigger forget_comments after delete on policy for each row execute function forget_comments('policy');
create trigger forget_comments after delete on task for each row execute function forget_comments('task');
create trigger forget_comments after delete on task_item for each row execute function forget_comments('task');
create trigger forget_comments after delete on finding for each row execute function forget_comments('finding');
create trigger forget_comments after delete on vendor for each row execute function forget_comments('vendor');

-- Notifications that members read in the application.
create table notification (
  id text primary key,
  -- Has no foreign key, which would lock the member until the change ends, while others lock the member and wait for the changed record. A
  -- member is deleted only with the organization.
  member_id text not null,
  kind text not null check (kind in ('policy', 'task_reminder', 'task_assignment', 'task_mention', 'finding', 'unassigned_items')),
  -- Contains no text that people wrote, only names: the text is in the e-mail and on the record's page, which checks permissions.
  title text not null,
  -- The address of the record's page, if one exists.
  app_url text,
  read_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp()
);
call tenant_table('notification');
-- Lists a member's notifications, newest first.
create index notification_newest on notification (organization_id, member_id, created_at desc, id desc);
-- The housekeeping finds old notifications with this index.
create index notification_oldest on notification (created_at);
