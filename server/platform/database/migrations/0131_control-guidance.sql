-- How a control of the catalog is put in place, what shows it, and how an auditor tests it.
alter table control_template add column guidance jsonb;
