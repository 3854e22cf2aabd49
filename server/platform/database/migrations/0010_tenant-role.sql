-- The role that requests work as in this database. Roles belong to the whole cluster, so each database has its own there
-- (server/platform/database/tenant-role.ts). Migrations call it `tenant`.
create function tenant_role() returns text stable language sql
  return (select 'tenant_' || oid from pg_database where datname = current_database());

-- As in 0001_foundation.sql, but for the role of whichever database it is called in.
create or replace procedure tenant_table(name regclass) language plpgsql as $$
begin
  execute format('alter table %s add column organization_id text not null references organization on delete cascade', name);
  -- Apart: a default given with the column would be evaluated now, when no organization is set.
  execute format('alter table %s alter column organization_id set default current_organization()', name);
  execute format('alter table %s add unique (organization_id, id)', name);
  execute format('alter table %s enable row level security', name);
  execute format('create policy tenant on %s to %I using (organization_id = (select current_organization())) with check (organization_id = (select current_organization()))', name, tenant_role());
  execute format('grant select, insert, update, delete on %s to %I', name, tenant_role());
end $$;
