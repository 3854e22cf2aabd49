-- Who answers for a control. Nobody does once the member is gone.
alter table control add column owner_id text;
alter table control add foreign key (organization_id, owner_id) references member (organization_id, id) on delete set null (owner_id);
create index on control (organization_id, owner_id);

-- What the justification of an answer rests on, whether somebody has to look at it, and a status that was set by hand.
alter table soa_answer
  add column reasons text[] not null default '{}' check (reasons <@ '{risk,law,contract,business_need}'::text[]),
  add column needs_review boolean not null default false,
  add column implementation_status text check (implementation_status in ('not_started', 'partial', 'implemented', 'not_applicable'));
-- What was derived and named when the document was approved.
alter table soa_document add column approved_references jsonb;
