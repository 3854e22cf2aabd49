-- The outbox: written in the transaction of the change that a mail is about, sent afterwards (server/mail).
create table mail (
  id text primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  attempts integer not null default 0,
  due_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
call tenant_table('mail');
create index mail_due on mail (due_at) where sent_at is null;
create index mail_newest on mail (organization_id, created_at desc, id desc);
