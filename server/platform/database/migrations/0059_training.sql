-- Files that go out with a mail.
create table mail_attachment (
  id text primary key,
  mail_id text not null,
  name text not null,
  type text not null,
  content bytea not null
);
call tenant_table('mail_attachment');
alter table mail_attachment add foreign key (organization_id, mail_id) references mail (organization_id, id) on delete cascade;
create index on mail_attachment (organization_id, mail_id);
create index on mail_attachment (mail_id);

-- Certificates of programs that were completed, to be mailed once each. What was mailed has a time.
create table training_certificate_mail (
  id text primary key,
  member_id text not null,
  program text not null check (program in ('general', 'hipaa')),
  attempts integer not null default 0,
  due_at timestamptz(3) not null default now(),
  settled_at timestamptz(3)
);
call tenant_table('training_certificate_mail');
alter table training_certificate_mail add foreign key (organization_id, member_id) references member (organization_id, id) on delete cascade;
create unique index on training_certificate_mail (organization_id, member_id, program);
create index on training_certificate_mail (due_at) where settled_at is null;
