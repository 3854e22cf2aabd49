create table risk (
  id text primary key,
  title text not null,
  description text not null,
  category text not null,
  department text not null default 'none' check (department in ('none', 'admin', 'gov', 'hr', 'it', 'itsm', 'qms')),
  status text not null default 'open' check (status in ('open', 'pending', 'closed', 'archived')),
  probability double precision not null default 0 check (probability between 0 and 10),
  impact double precision not null default 0 check (impact between 0 and 10),
  residual_probability double precision not null default 0 check (residual_probability between 0 and 10),
  residual_impact double precision not null default 0 check (residual_impact between 0 and 10),
  assignee_id text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('risk');
alter table risk add constraint risk_category check (category in ('customer', 'fraud', 'governance', 'operations', 'other', 'people', 'regulatory', 'reporting', 'resilience', 'technology', 'vendor_management'));
alter table risk add foreign key (organization_id, assignee_id) references member (organization_id, id) on delete set null (assignee_id);
create index risk_newest on risk (organization_id, created_at desc, id desc);
create index on risk (organization_id, updated_at, id);
create index on risk (organization_id, title, id);
create index on risk (organization_id, status, id);
create index on risk (organization_id, probability, id);
create index on risk (organization_id, impact, id);
create index on risk (organization_id, assignee_id);

-- One row for each type that was ever chosen, so that each keeps its own text.
create table risk_treatment (
  id text primary key,
  risk_id text not null,
  type text not null check (type in ('accept', 'avoid', 'mitigate', 'transfer')),
  description text not null default '',
  active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('risk_treatment');
alter table risk_treatment add foreign key (organization_id, risk_id) references risk (organization_id, id) on delete cascade;
create unique index on risk_treatment (organization_id, risk_id, type);
create unique index on risk_treatment (organization_id, risk_id) where active;

create table risk_task (
  id text primary key,
  risk_id text not null,
  task_id text not null
);
call tenant_table('risk_task');
alter table risk_task
  add foreign key (organization_id, risk_id) references risk (organization_id, id) on delete cascade,
  add foreign key (organization_id, task_id) references task (organization_id, id) on delete cascade;
create unique index on risk_task (organization_id, risk_id, task_id);

create table risk_acceptance (
  id text primary key,
  risk_id text not null,
  accepted_by_id text,
  accepted_by_name text not null,
  notes text,
  residual_probability double precision not null,
  residual_impact double precision not null,
  created_at timestamptz(3) not null default now()
);
call tenant_table('risk_acceptance');
alter table risk_acceptance
  add foreign key (organization_id, risk_id) references risk (organization_id, id) on delete cascade,
  add foreign key (organization_id, accepted_by_id) references member (organization_id, id) on delete set null (accepted_by_id);
create index on risk_acceptance (organization_id, risk_id, created_at desc, id desc);

-- Mitigation tasks. Belongs to task management, which will add priority, authors and vendors.
create table task_item (
  id text primary key,
  risk_id text not null,
  title text not null,
  description text,
  status text not null default 'todo' check (status in ('todo', 'in_progress', 'in_review', 'done', 'canceled')),
  due_date timestamptz(3),
  completed_at timestamptz(3),
  assignee_id text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('task_item');
alter table task_item
  add foreign key (organization_id, risk_id) references risk (organization_id, id) on delete cascade,
  add foreign key (organization_id, assignee_id) references member (organization_id, id) on delete set null (assignee_id);
create index on task_item (organization_id, risk_id, created_at);
