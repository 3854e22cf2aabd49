create table {{table}} (
  id text primary key,
  name text collate name_order not null,
  description text,
  status text not null check (status in ('draft', 'active', 'archived')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('{{table}}');
call stamp_updates('{{table}}');
-- The orders of the list.
create index {{table}}_newest on {{table}} (organization_id, created_at desc, id desc);
create index on {{table}} (organization_id, updated_at, id);
create index on {{table}} (organization_id, name, id);
