-- How often an organization has called the language model on the last day on which it did (UTC). The id is that of the organization.
create table text_model_use (
  id text primary key default current_organization(),
  day date not null,
  calls integer not null check (calls >= 0)
);
call tenant_table('text_model_use');
alter table text_model_use add check (id = organization_id);

-- Which answers a language model drafted. They are generated, and were not written by a person since.
alter table question_answer add column drafted_by_model boolean not null default false check (not drafted_by_model or status = 'generated');
alter table soa_answer add column drafted_by_model boolean not null default false check (not drafted_by_model or status = 'generated');
