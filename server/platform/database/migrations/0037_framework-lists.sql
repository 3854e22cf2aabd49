-- The lists of what a framework holds: submissions of several forms, newest first, and tasks by title.
create index evidence_submission_latest on evidence_submission (organization_id, submitted_at desc, id desc);
create index task_title on task (organization_id, title, id);
