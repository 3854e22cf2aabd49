-- Who recorded an acceptance, which may be another member than the one who accepts. Null for acceptances of earlier versions.
alter table risk_acceptance add column recorded_by_id text, add column recorded_by_name text;
alter table risk_acceptance
  add foreign key (organization_id, recorded_by_id) references member (organization_id, id) on delete set null (recorded_by_id);
create index on risk_acceptance (organization_id, recorded_by_id);
alter table vendor_acceptance add column recorded_by_id text, add column recorded_by_name text;
alter table vendor_acceptance
  add foreign key (organization_id, recorded_by_id) references member (organization_id, id) on delete set null (recorded_by_id);
create index on vendor_acceptance (organization_id, recorded_by_id);
