alter table evidence_automation_version
  -- Whether its check uses credentials or results of connections. Nothing is known of versions that are older than this column.
  add column uses_connections boolean not null default true,
  -- Who published it, in the form in which runs store who started them. Null for versions that are older than this column.
  add column publisher jsonb;
