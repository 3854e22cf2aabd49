-- Names the record of each notification. Notifications about several records have none, and neither do those from before this migration.
alter table notification
  add column subject_type text check (subject_type in (
    'organization', 'risk', 'task', 'task_item', 'policy', 'control', 'framework', 'requirement', 'timeline', 'finding', 'evidence_form',
    'evidence_submission', 'questionnaire', 'questionnaire_answer', 'manual_answer', 'knowledge_base_document', 'context', 'soa_document', 'soa_answer',
    'isms_document', 'person', 'invitation', 'vendor', 'device', 'integration', 'cloud_finding', 'comment', 'attachment', 'penetration_test',
    'engagement_letter', 'trust_document', 'trust_access_request', 'visitor_questionnaire')),
  -- Has no foreign key, because the record may be of any table, and a notification outlives it.
  add column subject_id text,
  -- The record that the subject belongs to, such as the risk of a task item.
  add column parent_type text check (parent_type in (
    'organization', 'risk', 'task', 'task_item', 'policy', 'control', 'framework', 'requirement', 'timeline', 'finding', 'evidence_form',
    'evidence_submission', 'questionnaire', 'questionnaire_answer', 'manual_answer', 'knowledge_base_document', 'context', 'soa_document', 'soa_answer',
    'isms_document', 'person', 'invitation', 'vendor', 'device', 'integration', 'cloud_finding', 'comment', 'attachment', 'penetration_test',
    'engagement_letter', 'trust_document', 'trust_access_request', 'visitor_questionnaire')),
  add column parent_id text,
  add check ((subject_type is null) = (subject_id is null)),
  add check ((parent_type is null) = (parent_id is null)),
  add check (parent_type is null or subject_type is not null);
