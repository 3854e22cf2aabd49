-- Indexes for the orders of lists. Where a value may be missing, each direction has an index on the value that puts missing ones last.
create index on api_key (organization_id, name, id);
create index on api_key (organization_id, coalesce(expires_at, '9999-12-31 23:59:59.999+00'), id);
create index on api_key (organization_id, coalesce(expires_at, '0001-01-01 00:00:00+00'), id);
create index on api_key (organization_id, coalesce(last_used_at, '9999-12-31 23:59:59.999+00'), id);
create index on api_key (organization_id, coalesce(last_used_at, '0001-01-01 00:00:00+00'), id);

create index on member (organization_id, (department collate name_order), id);
create index on member (organization_id, (coalesce('a' || left(job_title, 200), 'b') collate name_order), id);
create index on member (organization_id, (coalesce('a' || left(job_title, 200), '') collate name_order), id);
create index on member (organization_id, coalesce(onboard_date, '9999-12-31 23:59:59.999+00'), id);
create index on member (organization_id, coalesce(onboard_date, '0001-01-01 00:00:00+00'), id);
create index on member (organization_id, coalesce(offboard_date, '9999-12-31 23:59:59.999+00'), id);
create index on member (organization_id, coalesce(offboard_date, '0001-01-01 00:00:00+00'), id);

create index on employee (organization_id, email, id);
create index on employee (organization_id, department, id);
create index on employee (organization_id, created_at, id);
create index on employee (organization_id, updated_at, id);

create index on invitation (organization_id, updated_at, id);

create index on device (organization_id, created_at, id);
create index on device (organization_id, updated_at, id);

create index on integration_sync_log (organization_id, coalesce(completed_at, '9999-12-31 23:59:59.999+00'), id);
create index on integration_sync_log (organization_id, coalesce(completed_at, '0001-01-01 00:00:00+00'), id);

create index on integration_check_run (organization_id, coalesce(completed_at, '9999-12-31 23:59:59.999+00'), id)
  where check_id in ('aws-security-scan', 'gcp-security-scan', 'azure-security-scan');
create index on integration_check_run (organization_id, coalesce(completed_at, '0001-01-01 00:00:00+00'), id)
  where check_id in ('aws-security-scan', 'gcp-security-scan', 'azure-security-scan');
create index on integration_check_run (organization_id, connection_id, (check_name collate name_order), id);

create index on integration_check_result (organization_id, array_position('{info,low,medium,high,critical}'::text[], coalesce(severity, 'info')), id)
  where service_id is not null;
create index on integration_check_result (organization_id, left(title, 200), id)
  where service_id is not null;

create index on finding_exception (organization_id, created_at, id);
create index on finding_exception (organization_id, updated_at, id);
create index on finding_exception (organization_id, coalesce(expires_at, '9999-12-31 23:59:59.999+00'), id);
create index on finding_exception (organization_id, coalesce(expires_at, '0001-01-01 00:00:00+00'), id);

create index on notification (organization_id, member_id, left(title, 200), id);

create index on trust_certificate (organization_id, created_at, id);
create index on trust_certificate (organization_id, file_name, id);

create index on trust_document (organization_id, is_active, updated_at, id);
create index on trust_document (organization_id, is_active, name, id);

create index on trust_access_request (organization_id, updated_at, id);
create index on trust_access_request (organization_id, name, id);
create index on trust_access_request (organization_id, email, id);
create index on trust_access_request (organization_id, (coalesce('a' || left(company, 200), 'b') collate name_order), id);
create index on trust_access_request (organization_id, (coalesce('a' || left(company, 200), '') collate name_order), id);
create index on trust_access_request (organization_id, coalesce(reviewed_at, '9999-12-31 23:59:59.999+00'), id);

create index on trust_access_grant (organization_id, updated_at, id);
drop index trust_access_grant_organization_id_subject_email_idx;
create index on trust_access_grant (organization_id, subject_email, id);
create index on trust_access_grant (organization_id, expires_at, id);
create index on trust_access_grant (organization_id, coalesce(revoked_at, '9999-12-31 23:59:59.999+00'), id);
create index on trust_access_grant (organization_id, coalesce(revoked_at, '0001-01-01 00:00:00+00'), id);

create index on visitor_questionnaire (organization_id, updated_at, id);
create index on visitor_questionnaire (organization_id, coalesce(decided_at, '9999-12-31 23:59:59.999+00'), id);
create index on visitor_questionnaire (organization_id, coalesce(decided_at, '0001-01-01 00:00:00+00'), id);

create index on policy (organization_id, coalesce(last_published_at, '9999-12-31 23:59:59.999+00'), id);
create index on policy (organization_id, coalesce(last_published_at, '0001-01-01 00:00:00+00'), id);

create index on questionnaire (organization_id, (coalesce('a' || left(vendor_name, 200), 'b') collate name_order), id);
create index on questionnaire (organization_id, (coalesce('a' || left(vendor_name, 200), '') collate name_order), id);
