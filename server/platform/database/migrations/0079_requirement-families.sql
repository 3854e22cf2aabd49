-- Requirements of an organization's own making stand under headings, as those of the catalog do.
alter table custom_requirement add requirement_family text;
