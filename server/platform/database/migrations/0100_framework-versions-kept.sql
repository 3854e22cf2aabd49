-- The content of a version is that of the catalog until the catalog changes. Only then it is kept here, so that most versions take no room
-- and no time.
alter table framework_version alter column manifest drop not null;
