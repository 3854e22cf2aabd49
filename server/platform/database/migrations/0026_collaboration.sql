create table attachment (
  id text primary key, name text not null, mime_type text not null, size integer not null,
  -- SHA-256 of the bytes, in hex.
  sha256 text not null,
  description text,
  entity_type text not null check (entity_type in ('task', 'vendor', 'risk', 'comment', 'trust_nda', 'task_item', 'background_check', 'employment_onboard', 'employment_offboard', 'offboarding_checklist')),
  entity_id text not null, uploaded_by_id text references user_account on delete set null, via text,
  file_key text not null,
  -- What the file says, as far as it is searched; null when that is not known or nothing. When it is to be read next is null when it is not:
  -- files of some kinds are, once, with the records whose files are found.
  content_text text,
  reading_due_at timestamptz(3), reading_attempts integer not null default 0,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('attachment');
-- What the service reads is no change of the attachment.
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
create trigger forget_attachments after delete on vendor for each row execute function forget_attachments('vendor');
create trigger forget_attachments after delete on offboarding_completion for each row execute function forget_attachments('offboarding_checklist');
create trigger forget_attachments after delete on access_revocation for each row execute function forget_attachments('offboarding_checklist');

-- A completion that somebody adds evidence to is one by hand: the evidence is not lost when a vendor is added.
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
  -- The credential behind the author, such as `API key "Deploy"`; null when the author acted in a session of their own.
  via text,
  -- The author as of the writing. Stays when the member is gone.
  author_snapshot jsonb not null,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3)
);
call tenant_table('comment'); call stamp_updates('comment');
alter table comment add foreign key (organization_id, author_id) references member (organization_id, id) on delete set null (author_id);
create index comment_of_entity on comment (organization_id, entity_type, entity_id, created_at desc, id desc);
create index on comment (organization_id, author_id);
create trigger forget_attachments after delete on comment for each row execute function forget_attachments('comment');

-- For tables whose records are commented on: comments go with the record. Takes its entity type.
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
