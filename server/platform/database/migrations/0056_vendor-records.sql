-- What waited for vendors: task items and findings about them.
delete from task_item where vendor_id is not null; -- there was nothing that they could belong to
alter table task_item add foreign key (organization_id, vendor_id) references vendor (organization_id, id) on delete cascade;

alter table finding
  add column vendor_id text,
  drop constraint finding_check,
  add constraint finding_target check (num_nonnulls(area, evidence_form_type, task_id, evidence_submission_id, policy_id, vendor_id, risk_id, member_id) = 1),
  add foreign key (organization_id, vendor_id) references vendor (organization_id, id) on delete cascade;
create index on finding (organization_id, vendor_id) where vendor_id is not null;
