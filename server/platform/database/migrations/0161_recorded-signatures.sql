-- A signature on paper that somebody has filed counts once the other party has confirmed it.
alter table engagement_letter_signature
  -- User who filed the paper, who may have left.
  add column recorded_by_id text,
  add column recorded_by_name text,
  -- Who was named to sign when the letter was sent, in case of an objection.
  add column named_name text,
  add column named_email text,
  add column confirmed_at timestamptz(3),
  drop constraint engagement_letter_signature_status_check,
  add constraint engagement_letter_signature_status_check check (status in ('pending', 'unconfirmed', 'signed', 'declined', 'void'));
create index on engagement_letter_signature (recorded_by_id);

-- A link by which the other party confirms a signature, or objects to it.
alter table engagement_letter_link add column confirms_id text;
alter table engagement_letter_link
  add foreign key (organization_id, confirms_id) references engagement_letter_signature (organization_id, id) on delete cascade;
create index on engagement_letter_link (organization_id, confirms_id);

alter table engagement_letter_event
  drop constraint engagement_letter_event_type_check,
  add constraint engagement_letter_event_type_check check (type in ('created', 'updated', 'sent', 'reminded', 'viewed', 'recorded', 'confirmed',
    'objected', 'signed', 'declined', 'cancelled', 'expired', 'reopened', 'superseded', 'exported'));
