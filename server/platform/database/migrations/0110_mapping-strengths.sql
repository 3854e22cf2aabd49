-- How far a control goes towards a requirement, where the organization says so itself. Null leaves it to the catalog.
alter table requirement_map add column strength text check (strength in ('full', 'partial', 'supports'));
