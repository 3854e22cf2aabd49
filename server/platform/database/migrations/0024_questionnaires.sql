-- Creates questionnaires that customers sent, and the knowledge base that answers are taken from.
create table questionnaire (
  id text primary key, file_name text not null check (length(file_name) between 1 and 255), vendor_name text,
  file_type text not null, file_size integer not null,
  -- The uploaded file, and the latest file that a run exported.
  file_key text, export_key text,
  status text not null default 'parsing' check (status in ('parsing', 'completed', 'failed')), error text,
  parsed_at timestamptz(3), total_questions integer not null default 0, answered_questions integer not null default 0,
  source text not null default 'internal' check (source in ('internal', 'external')), run_id text,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  check (answered_questions between 0 and total_questions)
);
call tenant_table('questionnaire'); call stamp_updates('questionnaire');
alter table questionnaire
  add foreign key (organization_id, file_key) references stored_file (organization_id, id),
  add foreign key (organization_id, export_key) references stored_file (organization_id, id);
create index questionnaire_newest on questionnaire (organization_id, created_at desc, id desc);
create index on questionnaire (organization_id, updated_at, id);
create index on questionnaire (organization_id, file_name, id);
create index on questionnaire (organization_id, file_key);
create index on questionnaire (organization_id, export_key);
create trigger forget_file after delete on questionnaire for each row execute function forget_file('file_key');
create trigger forget_other_file after update on questionnaire for each row when (old.file_key is distinct from new.file_key) execute function forget_file('file_key');
create trigger forget_export after delete on questionnaire for each row execute function forget_file('export_key');
create trigger forget_other_export after update on questionnaire for each row when (old.export_key is distinct from new.export_key) execute function forget_file('export_key');

create table question_answer (
  id text primary key, questionnaire_id text not null, question text not null,
  -- The customer's own id of the question, its heading, and for a workbook the cell for the answer.
  reference text check (length(reference) <= 100),
  section text check (length(section) <= 300), location jsonb, answer text check (answer ~ '\S'),
  status text not null default 'untouched' check (status in ('untouched', 'generated', 'manual')),
  question_index integer not null check (question_index >= 0), sources jsonb,
  generated_at timestamptz(3) check (generated_at is null or status = 'generated'),
  -- Whether a language model drafted the answer and no person has edited it since.
  drafted_by_model boolean not null default false check (not drafted_by_model or status = 'generated'),
  updated_by_id text, updated_via text,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('question_answer'); call stamp_updates('question_answer');
alter table question_answer add foreign key (organization_id, questionnaire_id) references questionnaire (organization_id, id) on delete cascade;
create unique index question_answer_place on question_answer (organization_id, questionnaire_id, question_index);

-- Reference documents of an organization, used as sources for answers. Answers that people wrote follow below.
create table knowledge_base_document (
  id text primary key, name text not null check (length(name) between 1 and 255),
  description text check (length(description) <= 2000),
  -- Who may read the content: members of the organization, visitors of its trust portal who signed the NDA, or every visitor.
  audience text not null default 'internal' check (audience in ('internal', 'nda', 'public')),
  file_type text not null, file_size integer not null check (file_size >= 0), file_key text not null,
  processing_status text not null default 'pending' check (processing_status in ('pending', 'processing', 'completed', 'failed')),
  processing_error text, processed_at timestamptz(3), run_id text,
  chunk_count integer not null default 0 check (chunk_count >= 0),
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  check ((processing_error is not null) = (processing_status = 'failed'))
);
call tenant_table('knowledge_base_document'); call stamp_updates('knowledge_base_document');
alter table knowledge_base_document add foreign key (organization_id, file_key) references stored_file (organization_id, id);
create index knowledge_base_document_newest on knowledge_base_document (organization_id, created_at desc, id desc);
create index on knowledge_base_document (organization_id, updated_at, id);
create index on knowledge_base_document (organization_id, name, id);
create index on knowledge_base_document (organization_id, file_key);
create index on knowledge_base_document (organization_id, run_id);
create trigger forget_file after delete on knowledge_base_document for each row execute function forget_file('file_key');
create trigger forget_other_file after update on knowledge_base_document for each row when (old.file_key is distinct from new.file_key) execute function forget_file('file_key');

-- The text of a document in overlapping passages. They are used once the document is completed.
create table knowledge_base_passage (
  id text primary key, document_id text not null, place integer not null check (place >= 0),
  -- The page on which the passage begins, for a document with pages.
  page integer check (page >= 1),
  content text not null
);
call tenant_table('knowledge_base_passage');
alter table knowledge_base_passage add foreign key (organization_id, document_id) references knowledge_base_document (organization_id, id) on delete cascade;
create unique index knowledge_base_passage_place on knowledge_base_passage (organization_id, document_id, place);

-- When a run fails or is cancelled, its documents do not keep the status processing.
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
  id text primary key, question text not null check (length(question) between 1 and 5000),
  -- The beginning of the question, for sorting. A whole question may be too long for an index.
  question_start text not null default '',
  answer text not null check (length(answer) between 1 and 20000),
  tags text[] not null default '{}' check (cardinality(tags) <= 50),
  audience text not null default 'internal' check (audience in ('internal', 'nda', 'public')),
  source_questionnaire_id text, created_by_id text references user_account on delete set null, created_via text,
  updated_by_id text references user_account on delete set null, updated_via text,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()
);
call tenant_table('manual_answer'); call stamp_updates('manual_answer');
alter table manual_answer add foreign key (organization_id, source_questionnaire_id) references questionnaire (organization_id, id) on delete set null (source_questionnaire_id);
create unique index manual_answer_question on manual_answer (organization_id, md5(question));
-- Finds the same question regardless of upper and lower case.
create index manual_answer_same on manual_answer (organization_id, md5(lower(question)));
create index on manual_answer (organization_id, updated_at, id);
create index on manual_answer (organization_id, created_at, id);
create index on manual_answer (organization_id, question_start, id);
create index on manual_answer (organization_id, source_questionnaire_id);
create index on manual_answer (created_by_id);
create index on manual_answer (updated_by_id);

create function begin_manual_answer() returns trigger language plpgsql as $$
begin new.question_start := left(new.question, 400); return new; end $$;
create trigger begin_manual_answer before insert or update of question on manual_answer for each row execute function begin_manual_answer();
