-- How far a control goes towards a requirement. What servers of the former version write has the middle one until it is read in again.
alter table control_template_requirement
  add column strength text not null default 'partial' check (strength in ('full', 'partial', 'supports'));

-- Where a framework comes from.
alter table platform_framework add column standard jsonb;
