-- What waited for devices: findings about them.
alter table finding
  add column device_id text,
  drop constraint finding_target,
  add constraint finding_target check (
    num_nonnulls(area, evidence_form_type, task_id, evidence_submission_id, policy_id, vendor_id, risk_id, member_id, device_id) = 1),
  add foreign key (organization_id, device_id) references device (organization_id, id) on delete cascade;
create index on finding (organization_id, device_id) where device_id is not null;
