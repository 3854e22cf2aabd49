-- The files of a version, as they were made after its approval.
alter table isms_version add column pdf_key text, add column docx_key text;
alter table isms_version
  add foreign key (organization_id, pdf_key) references stored_file (organization_id, id),
  add foreign key (organization_id, docx_key) references stored_file (organization_id, id);
create index on isms_version (organization_id, pdf_key);
create index on isms_version (organization_id, docx_key);
create trigger forget_pdf after delete on isms_version for each row execute function forget_file('pdf_key');
create trigger forget_docx after delete on isms_version for each row execute function forget_file('docx_key');
-- Each is stored once.
create trigger refuse_other_file after update on isms_version for each row
  when ((old.pdf_key is not null and old.pdf_key is distinct from new.pdf_key)
    or (old.docx_key is not null and old.docx_key is distinct from new.docx_key))
  execute function refuse_change();
