-- The credential behind each person that a record names, such as `API key "Deploy"`; null when they acted in a session of their own, and for
-- records that are older than these columns.
alter table api_key add column created_via text;
alter table engagement_letter add column created_via text, add column updated_via text;
alter table evidence_automation_version add column published_via text;
alter table finding add column created_via text;
alter table finding_exception add column revoked_via text;
alter table framework_sync_operation add column performed_via text;
alter table integration_sync_log add column via text;
alter table isms_row add column entered_via text;
alter table manual_answer add column created_via text, add column updated_via text;
alter table penetration_test add column created_via text;
alter table policy_version add column created_via text;
alter table question_answer add column updated_via text;
alter table soa_answer add column created_via text, add column updated_via text;
alter table task_item add column created_via text, add column updated_via text;
alter table timeline add column locked_via text, add column unlocked_via text;
alter table timeline_phase add column completed_via text;
alter table trust_access_grant add column issued_via text, add column revoked_via text;

-- Versions of automations already keep their publisher in the form in which runs store who started them.
update evidence_automation_version set published_via = publisher ->> 'via';
