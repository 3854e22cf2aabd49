-- The credential behind a record that names an author, such as `API key "Deploy"`; null when the author acted in a session of their own.
alter table comment add column via text;
alter table attachment add column via text;
alter table offboarding_completion add column completed_via text;
alter table access_revocation add column revoked_via text;
alter table evidence_submission add column submitted_via text;
