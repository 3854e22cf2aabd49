-- The submissions of several forms, newest first, as the list of a framework shows them.
create index evidence_submission_latest on evidence_submission (organization_id, submitted_at desc, id desc);
