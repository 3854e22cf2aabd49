-- Reference documents of an organization, and answers that people wrote, from which other answers are taken.
create table knowledge_base_document (
  id text primary key,
  name text not null check (length(name) between 1 and 255),
  description text check (length(description) <= 2000),
  file_type text not null,
  file_size integer not null check (file_size >= 0),
  file_key text not null,
  processing_status text not null default 'pending' check (processing_status in ('pending', 'processing', 'completed', 'failed')),
  processing_error text,
  processed_at timestamptz(3),
  run_id text,
  chunk_count integer not null default 0 check (chunk_count >= 0),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check ((processing_error is not null) = (processing_status = 'failed'))
);
call tenant_table('knowledge_base_document');
alter table knowledge_base_document add foreign key (organization_id, file_key) references stored_file (organization_id, id);
create index knowledge_base_document_newest on knowledge_base_document (organization_id, created_at desc, id desc);
create index on knowledge_base_document (organization_id, updated_at, id);
create index on knowledge_base_document (organization_id, name, id);
create index on knowledge_base_document (organization_id, file_key);
create index on knowledge_base_document (organization_id, run_id);
call stamp_updates('knowledge_base_document');
create trigger forget_file after delete on knowledge_base_document for each row execute function forget_file('file_key');
create trigger forget_other_file after update on knowledge_base_document for each row when (old.file_key is distinct from new.file_key) execute function forget_file('file_key');

-- The text of a document in pieces, which overlap. They count once the document is completed.
create table knowledge_base_passage (
  id text primary key,
  document_id text not null,
  place integer not null check (place >= 0),
  -- Where it begins, in a document that has pages.
  page integer check (page >= 1),
  content text not null
);
call tenant_table('knowledge_base_passage');
alter table knowledge_base_passage add foreign key (organization_id, document_id) references knowledge_base_document (organization_id, id) on delete cascade;
create unique index knowledge_base_passage_place on knowledge_base_passage (organization_id, document_id, place);
create index knowledge_base_passage_words on knowledge_base_passage using gin (passage_words(organization_id, content));

-- A run that ends early leaves no document behind that seems to be processed, whoever ended it.
create function end_document_processing() returns trigger language plpgsql as $$
begin
  update knowledge_base_document d
  set processing_status = 'failed', processing_error = coalesce(new.error, 'Processing was cancelled'), processed_at = clock_timestamp(), chunk_count = 0
  where d.organization_id = new.organization_id and d.run_id = new.id and d.processing_status = 'processing';
  return null;
end $$;
create trigger end_document_processing after update of status on run for each row when (new.kind = 'process_documents' and new.status in ('cancelled', 'failed'))
  execute function end_document_processing();

create table manual_answer (
  id text primary key,
  question text not null check (length(question) between 1 and 5000),
  -- What a list is sorted by: a whole question may be too long for an index.
  question_start text not null default '',
  answer text not null check (length(answer) between 1 and 20000),
  tags text[] not null default '{}' check (cardinality(tags) <= 50),
  source_questionnaire_id text,
  created_by_id text references user_account on delete set null,
  updated_by_id text references user_account on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('manual_answer');
alter table manual_answer
  add foreign key (organization_id, source_questionnaire_id) references questionnaire (organization_id, id) on delete set null (source_questionnaire_id);
create unique index manual_answer_question on manual_answer (organization_id, md5(question));
-- The same question in other letters.
create index manual_answer_same on manual_answer (organization_id, md5(lower(question)));
create index on manual_answer (organization_id, updated_at, id);
create index on manual_answer (organization_id, created_at, id);
create index on manual_answer (organization_id, question_start, id);
create index on manual_answer (organization_id, source_questionnaire_id);
create index on manual_answer (created_by_id);
create index on manual_answer (updated_by_id);
create index manual_answer_words on manual_answer using gin (passage_words(organization_id, question || ' ' || answer));
call stamp_updates('manual_answer');

create function begin_manual_answer() returns trigger language plpgsql as $$
begin
  new.question_start := left(new.question, 400);
  return new;
end $$;
create trigger begin_manual_answer before insert or update of question on manual_answer for each row execute function begin_manual_answer();
