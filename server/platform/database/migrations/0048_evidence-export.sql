-- Archives of evidence that runs have made. A row is deleted with its file when the archive expires.
create table evidence_export (
  -- Id of the run.
  id text primary key,
  file_name text not null,
  file_size bigint not null,
  file_key text not null,
  expires_at timestamptz(3) not null
);
call tenant_table('evidence_export');
alter table evidence_export add foreign key (organization_id, file_key) references stored_file (organization_id, id);
create index on evidence_export (organization_id, file_key);
create index evidence_export_expired on evidence_export (expires_at);
create trigger forget_file after delete on evidence_export for each row execute function forget_file('file_key');
create trigger forget_other_file after update on evidence_export for each row when (old.file_key is distinct from new.file_key) execute function forget_file('file_key');

-- The runs of a check on all connections.
create index integration_check_run_of_check on integration_check_run (organization_id, check_id, created_at desc, id desc);
-- The newest export of an organization.
create index run_newest on run (organization_id, kind, created_at desc);
