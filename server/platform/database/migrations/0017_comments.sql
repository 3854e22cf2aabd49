create table comment (
  id text primary key,
  content text not null,
  entity_type text not null check (entity_type in ('task', 'vendor', 'risk', 'policy', 'finding')),
  entity_id text not null,
  author_id text,
  -- The author as of the writing. Stays when the member is gone.
  author_snapshot jsonb not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3)
);
call tenant_table('comment');
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
