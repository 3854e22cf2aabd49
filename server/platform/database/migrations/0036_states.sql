-- Gives states that mean the same the same words: `rejected` (not denied or declined), `completed` (not success or complete), and lower case.
-- Entries of the audit log and published versions keep the words of their time, because they are sealed. No record counts as changed.
alter table task drop constraint task_automation_status_check;
alter table task disable trigger user;
update task set automation_status = lower(automation_status);
alter table task enable trigger user;
alter table task alter column automation_status set default 'automated', add check (automation_status in ('automated', 'manual'));

alter table task_template drop constraint task_template_automation_status_check;
update task_template set automation_status = lower(automation_status);
alter table task_template
  alter column automation_status set default 'automated', add check (automation_status in ('automated', 'manual'));
-- A quotation mark within a text is escaped, so only the property itself has this form.
update framework_version set manifest =
  replace(replace(manifest::text, '"automationStatus": "AUTOMATED"', '"automationStatus": "automated"'),
    '"automationStatus": "MANUAL"', '"automationStatus": "manual"')::jsonb
  where manifest::text ~ '"automationStatus": "(AUTOMATED|MANUAL)"';

alter table timeline drop constraint timeline_status_check;
alter table timeline disable trigger user;
update timeline set status = lower(status);
alter table timeline enable trigger user;
alter table timeline alter column status set default 'draft', add check (status in ('draft', 'active', 'paused', 'completed'));

alter table timeline_phase drop constraint timeline_phase_status_check, drop constraint timeline_phase_completion_type_check;
alter table timeline_phase disable trigger user;
update timeline_phase set status = lower(status), completion_type = lower(completion_type);
alter table timeline_phase enable trigger user;
alter table timeline_phase
  alter column status set default 'pending', add check (status in ('pending', 'in_progress', 'completed')),
  alter column completion_type set default 'manual',
  add check (completion_type in ('auto_tasks', 'auto_policies', 'auto_people', 'auto_findings', 'auto_upload', 'manual'));

alter table integration_check_run drop constraint integration_check_run_status_check;
update integration_check_run set status = 'completed' where status = 'success';
alter table integration_check_run
  add check (status in ('pending', 'running', 'completed', 'failed', 'cancelled', 'inconclusive'));
alter table integration_sync_log drop constraint integration_sync_log_status_check;
update integration_sync_log set status = 'completed' where status = 'success';
alter table integration_sync_log add check (status in ('pending', 'running', 'completed', 'failed'));
alter table cloud_activity drop constraint cloud_activity_status_check;
update cloud_activity set status = 'completed' where status = 'success';
alter table cloud_activity add check (status in ('completed', 'failed', 'info'));
update run set result = jsonb_set(result, '{status}', '"completed"') where kind = 'cloud_scan' and result ->> 'status' = 'success';
update run set result = jsonb_set(result, '{stage}', case result ->> 'stage' when 'complete' then '"completed"' else '"core_completed"' end::jsonb)
  where kind = 'vendor_assessment' and result ->> 'stage' in ('core_complete', 'complete');

-- As in 0021.
create or replace function end_cloud_scan() returns trigger language plpgsql as $$
begin
  update integration_check_run c
  set status = new.status,
      error_message = case new.status when 'cancelled' then 'The scan was cancelled' else coalesce(new.error, 'The scan failed') end,
      error_code = case new.status when 'failed' then 'PROVIDER_ERROR' end,
      completed_at = new.finished_at
  where c.organization_id = new.organization_id and c.run_id = new.id and c.status in ('pending', 'running');
  delete from finding_regression f using integration_check_run c
  where c.organization_id = new.organization_id and c.run_id = new.id and c.status <> 'completed'
    and f.organization_id = c.organization_id and f.detected_in_scan_id = c.id;
  delete from finding_resolution f using integration_check_run c
  where c.organization_id = new.organization_id and c.run_id = new.id and c.status <> 'completed'
    and f.organization_id = c.organization_id and f.detected_in_scan_id = c.id;
  delete from integration_check_result r using integration_check_run c
  where c.organization_id = new.organization_id and c.run_id = new.id and c.status <> 'completed'
    and r.organization_id = c.organization_id and r.check_run_id = c.id;
  return null;
end $$;

alter table isms_document drop constraint isms_document_status_check, drop constraint isms_document_check1;
update isms_document set status = 'rejected' where status = 'declined';
alter table isms_document
  add check (status in ('draft', 'in_progress', 'needs_review', 'approved', 'rejected')),
  add check ((status = 'rejected') = (declined_at is not null));
update isms_row set fields = jsonb_set(fields, '{status}', '"completed"')
  where register in ('audits', 'reviews') and fields ->> 'status' = 'complete';

alter table approval drop constraint approval_status_check;
update approval set status = 'rejected' where status = 'declined';
alter table approval add check (status in ('pending', 'approved', 'rejected', 'withdrawn', 'outdated'));

alter table trust_access_request drop constraint trust_access_request_status_check;
alter table trust_access_request disable trigger user;
update trust_access_request set status = 'rejected' where status = 'denied';
alter table trust_access_request enable trigger user;
alter table trust_access_request add check (status in ('under_review', 'approved', 'rejected', 'cancelled'));
alter table visitor_questionnaire drop constraint visitor_questionnaire_status_check;
alter table visitor_questionnaire disable trigger user;
update visitor_questionnaire set status = 'rejected' where status = 'declined';
alter table visitor_questionnaire enable trigger user;
alter table visitor_questionnaire add check (status in ('answering', 'waiting', 'released', 'rejected'));
