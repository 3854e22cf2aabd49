-- Creates the history of cloud findings, and penetration tests. finding_exception has the failures that somebody accepted.
create table finding_exception (
  id text primary key, connection_id text not null, check_id text not null, resource_id text not null,
  reason text not null check (length(reason) <= 5000), reviewed_by text check (length(reviewed_by) <= 500),
  expires_at timestamptz(3),
  -- The id of a user.
  marked_by_id text not null,
  via text, marked_at timestamptz(3) not null, revoked_at timestamptz(3), revoked_by_id text, revoked_via text,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('finding_exception'); call stamp_updates('finding_exception');
alter table finding_exception add foreign key (organization_id, connection_id) references integration_connection (organization_id, id) on delete cascade;
create unique index finding_exception_once on finding_exception (organization_id, connection_id, check_id, resource_id);
create index on finding_exception (organization_id, marked_at desc, id desc);

-- Failures that were resolved.
create table finding_resolution (
  id text primary key, connection_id text not null, check_id text not null, resource_id text not null, resource_type text,
  resolved_at timestamptz(3) not null,
  resolution_method text not null check (resolution_method in ('platform_fix', 'external_fix', 'resource_deleted', 'exception_marked')),
  resolved_by_id text, remediation_action_id text, resolved_from_scan_id text not null, detected_in_scan_id text not null,
  days_open integer,
  -- One key for a connection and a resource, as in integration_check_result, to find when a resource's failure was last resolved.
  resource_key uuid generated always as (md5(connection_id || ' ' || resource_id)::uuid) stored
);
call tenant_table('finding_resolution');
alter table finding_resolution alter column resource_key set (n_distinct = -0.2);
alter table finding_resolution add foreign key (organization_id, connection_id) references integration_connection (organization_id, id) on delete cascade;
create index on finding_resolution (organization_id, connection_id, resolved_at desc, id desc);
create unique index on finding_resolution (organization_id, detected_in_scan_id, check_id, resource_id);
create index finding_resolution_resources on finding_resolution (organization_id, resource_key, check_id, resolved_at desc);

-- Failures that came back after they were resolved.
create table finding_regression (
  id text primary key, connection_id text not null, check_id text not null, resource_id text not null,
  previously_resolved_at timestamptz(3) not null, previous_resolution_id text,
  regressed_at timestamptz(3) not null, detected_in_scan_id text not null,
  days_clean integer
);
call tenant_table('finding_regression');
alter table finding_regression add foreign key (organization_id, connection_id) references integration_connection (organization_id, id) on delete cascade;
create index on finding_regression (organization_id, connection_id, regressed_at desc, id desc);
create unique index on finding_regression (organization_id, detected_in_scan_id, check_id, resource_id);

create table cloud_activity (
  id text primary key, connection_id text not null,
  type text not null check (type in ('scan', 'remediation', 'rollback', 'service_change', 'exception', 'settings')),
  description text not null, user_id text, status text not null check (status in ('success', 'failed', 'info')),
  metadata jsonb not null default '{}',
  created_at timestamptz(3) not null default now()
);
call tenant_table('cloud_activity');
alter table cloud_activity add foreign key (organization_id, connection_id) references integration_connection (organization_id, id) on delete cascade;
create index on cloud_activity (organization_id, connection_id, created_at desc, id desc);

-- A scan that fails or is cancelled keeps neither results nor partial comparisons.
create function end_cloud_scan() returns trigger language plpgsql as $$
begin
  update integration_check_run c
  set status = new.status,
      error_message = case new.status when 'cancelled' then 'The scan was cancelled' else coalesce(new.error, 'The scan failed') end,
      error_code = case new.status when 'failed' then 'PROVIDER_ERROR' end,
      completed_at = new.finished_at
  where c.organization_id = new.organization_id and c.run_id = new.id and c.status in ('pending', 'running');
  delete from finding_regression f using integration_check_run c
  where c.organization_id = new.organization_id and c.run_id = new.id and c.status <> 'success'
    and f.organization_id = c.organization_id and f.detected_in_scan_id = c.id;
  delete from finding_resolution f using integration_check_run c
  where c.organization_id = new.organization_id and c.run_id = new.id and c.status <> 'success'
    and f.organization_id = c.organization_id and f.detected_in_scan_id = c.id;
  delete from integration_check_result r using integration_check_run c
  where c.organization_id = new.organization_id and c.run_id = new.id and c.status <> 'success'
    and r.organization_id = c.organization_id and r.check_run_id = c.id;
  return null;
end $$;
create trigger end_cloud_scan after update of status on run for each row when (new.kind = 'cloud_scan' and new.status in ('cancelled', 'failed')) execute function end_cloud_scan();

-- Penetration tests, the issues they found, and how the organization assessed the issues.
create table penetration_test (
  id text primary key, target_url text not null check (length(target_url) <= 2000),
  -- The normalized target URL, for comparing tests.
  target text not null,
  repo_url text check (length(repo_url) <= 2000),
  status text not null default 'provisioning' check (status in ('provisioning', 'cloning', 'running', 'completed', 'failed', 'cancelled')),
  test_mode boolean not null, pipeline_testing boolean not null,
  scan_depth text check (scan_depth in ('quick', 'standard', 'deep')),
  evidence_level text check (evidence_level in ('report_only', 'safe_proof', 'impact_proof')), checks text[],
  additional_context text check (length(additional_context) <= 4000),
  failure_code text check (failure_code in ('infrastructure', 'time_limit', 'unknown')),
  attempt integer not null default 1 check (attempt between 1 and 3),
  -- Whether the test uses one unit of the organization's allowance.
  charged boolean not null,
  -- The background run that executes the test. The housekeeping removes that run some time after its end.
  run_id text,
  phase text, completed_agents integer not null default 0, total_agents integer not null default 0,
  -- The runner's report, unchanged.
  report text, report_key text,
  created_by_id text, created_via text, started_at timestamptz(3), completed_at timestamptz(3),
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  check ((status = 'failed') = (failure_code is not null)),
  check ((status = 'completed') = (report is not null)),
  check ((status in ('completed', 'failed', 'cancelled')) = (completed_at is not null)),
  check (not charged or status not in ('failed', 'cancelled'))
);
call tenant_table('penetration_test'); call stamp_updates('penetration_test');
alter table penetration_test add foreign key (organization_id, report_key) references stored_file (organization_id, id);
create index penetration_test_newest on penetration_test (organization_id, created_at desc, id desc);
create index on penetration_test (organization_id, report_key);
create index penetration_test_charged on penetration_test (organization_id, created_at) where charged;
create index penetration_test_unfinished on penetration_test (run_id) where status in ('provisioning', 'cloning', 'running');
create trigger forget_file after delete on penetration_test for each row execute function forget_file('report_key');
create trigger forget_other_file after update on penetration_test for each row when (old.report_key is distinct from new.report_key) execute function forget_file('report_key');

create table penetration_test_issue (
  id text primary key, test_id text not null,
  -- Numbers the issues in the order in which the runner found them.
  number integer not null,
  finding_id text, title text not null, summary text,
  severity text not null check (severity in ('critical', 'high', 'medium', 'low', 'info')),
  status text not null default 'open' check (status in ('open', 'fixed', 'accepted', 'false_positive')),
  status_reason text check (length(status_reason) <= 2000), status_changed_at timestamptz(3), status_changed_by_id text,
  status_via text, cve text, cwe_id text, cvss_score double precision check (cvss_score between 0 and 10),
  affected_endpoint text, proof_of_concept text, impact text, remediation text, validation_steps text,
  evidence text, attack_path text,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('penetration_test_issue'); call stamp_updates('penetration_test_issue');
alter table penetration_test_issue add foreign key (organization_id, test_id) references penetration_test (organization_id, id) on delete cascade;
-- Sorts a list of issues: the most severe first, then the oldest.
create function penetration_test_issue_place(severity text, number integer) returns integer immutable parallel safe language sql as $$
  select case severity when 'critical' then 1 when 'high' then 2 when 'medium' then 3 when 'low' then 4 else 5 end * 100000 + number
$$;
create index penetration_test_issue_listed on penetration_test_issue (organization_id, test_id, penetration_test_issue_place(severity, number), id);
create unique index on penetration_test_issue (organization_id, test_id, finding_id);
create unique index on penetration_test_issue (organization_id, test_id, number);

create table penetration_test_event (
  id text primary key, test_id text not null, number integer not null,
  type text not null check (type in ('phase', 'action', 'observation', 'finding', 'error')), agent text, tool text,
  summary text, description text,
  occurred_at timestamptz(3) not null
);
call tenant_table('penetration_test_event');
alter table penetration_test_event add foreign key (organization_id, test_id) references penetration_test (organization_id, id) on delete cascade;
create unique index on penetration_test_event (organization_id, test_id, number, id);

create table pentest_finding_context (
  id text primary key, issue_id text not null, test_id text not null, target text not null,
  issue_title text not null, context text not null check (length(context) between 1 and 2000),
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('pentest_finding_context'); call stamp_updates('pentest_finding_context');
alter table pentest_finding_context
  add foreign key (organization_id, issue_id) references penetration_test_issue (organization_id, id) on delete cascade,
  add foreign key (organization_id, test_id) references penetration_test (organization_id, id) on delete cascade;
create unique index on pentest_finding_context (organization_id, issue_id);
create index on pentest_finding_context (organization_id, test_id);
create index pentest_finding_context_listed on pentest_finding_context (organization_id, target, created_at, id);

-- When a run fails or is cancelled, its penetration test ends as well.
create function end_penetration_test() returns trigger language plpgsql as $$
begin
  update penetration_test t set
    status = new.status, failure_code = case when new.status = 'failed' then 'unknown' end, charged = false, phase = null, completed_at = clock_timestamp()
  where t.organization_id = new.organization_id and t.id = new.subject and t.run_id = new.id and t.status in ('provisioning', 'cloning', 'running');
  return null;
end $$;
create trigger end_penetration_test after update of status on run for each row when (new.kind = 'penetration_test' and new.status in ('cancelled', 'failed')) execute function end_penetration_test();
