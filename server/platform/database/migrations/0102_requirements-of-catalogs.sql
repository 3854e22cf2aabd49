-- The id that a requirement has in the catalog that it was imported from: it stays when the catalog gives it another label.
alter table custom_requirement add column oscal_id text;
