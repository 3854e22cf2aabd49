-- The chart of an organization: drawn, with nodes and edges as an editor has them, or a file.
create table organization_chart (
  id text primary key,
  name text not null default 'Organization Chart',
  type text not null default 'interactive' check (type in ('interactive', 'uploaded')),
  nodes jsonb not null default '[]',
  edges jsonb not null default '[]',
  file_key text,
  file_name text,
  file_type text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (case type when 'uploaded' then num_nonnulls(file_key, file_name, file_type) = 3 else num_nonnulls(file_key, file_name, file_type) = 0 end)
);
call tenant_table('organization_chart');
call stamp_updates('organization_chart');
create unique index on organization_chart (organization_id);
alter table organization_chart add foreign key (organization_id, file_key) references stored_file (organization_id, id);
create index on organization_chart (organization_id, file_key);
create trigger forget_file after delete on organization_chart for each row execute function forget_file('file_key');
create trigger forget_other_file after update on organization_chart for each row when (old.file_key is distinct from new.file_key) execute function forget_file('file_key');
