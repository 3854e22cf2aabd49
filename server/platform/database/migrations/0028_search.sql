-- Creates one search over the records of an organization (spec/areas/search). search_entry has one row for each record: the triggers below
-- write it in the record's transaction, and only the functions below read it. Exports omit it because it is derived.
-- Row-level security would prevent the use of the index, so no rights are granted and each function filters by organization.
create table search_entry (
  organization_id text not null references organization on delete cascade,
  -- The id of the record.
  id text not null,
  -- The type, named by the triggers, which are the only writers of the index.
  type text not null check (type ~ '^[a-z_]+$'),
  -- The resource whose read permission is required, and the record that decides which restricted members may see the entry.
  resource text not null,
  subject_id text not null,
  -- The record that this one belongs to. Its title is read when a result is returned.
  parent_type text, parent_id text,
  -- The form of an evidence submission, which is part of its address.
  form_type text,
  title text not null,
  -- Names and texts of the fields, in order: [["description", "…"]]
  texts jsonb not null,
  words tsvector not null,
  status text, department text, assignee_id text, archived boolean not null,
  record_created_at timestamptz(3) not null, record_updated_at timestamptz(3),
  primary key (organization_id, id)
) with (fillfactor = 90);
-- Ranking reads the words of many records, so they are stored without compression.
alter table search_entry alter column words set storage external;
-- Every search scans the pending list of the index, so the list is kept short.
create index search_entry_words on search_entry using gin (words) with (gin_pending_list_limit = 256);
create index search_entry_requirement on search_entry (organization_id, parent_id) where type = 'requirement';
-- Finds the failures of a cloud scan.
create index search_entry_scans on search_entry (organization_id, parent_id, subject_id) where type = 'cloud_finding';

-- Returns a text without accents. The extension unaccent is missing in the embedded engine and on some servers.
create function search_folded(words text) returns text immutable strict parallel safe language plpgsql as $$
begin
  if octet_length(words) = length(words) then return words; end if;
  return translate(
    replace(replace(replace(replace(replace(replace(normalize(regexp_replace(normalize(words, nfd), '[\u0300-\u036f]', '', 'g'), nfc),
      'ß', 'ss'), 'æ', 'ae'), 'Æ', 'AE'), 'œ', 'oe'), 'Œ', 'OE'), 'þ', 'th'),
    'øØłŁđĐðÐħĦıŧŦ', 'oOlLdDdDhHitT');
end $$;

-- Returns the words of a text, both as English stems and unchanged, because prefixes match unchanged words. Names of files and addresses,
-- which are one word to PostgreSQL, are also split into parts. HTML comments are shown as text, so their words count. `<!--` is removed
-- because PostgreSQL searches for the end of every comment up to the end of the text: 50,000 characters of `<!--` took seconds.
create function search_words(words text) returns tsvector immutable strict parallel safe language plpgsql as $$
declare
  folded text := replace(search_folded(left(words, 50000)), '<!--', ' ');
  found tsvector := to_tsvector('pg_catalog.english', folded);
begin
  found := found || ts_delete(to_tsvector('pg_catalog.simple', folded), tsvector_to_array(found));
  if folded ~ '[[:alnum:]][._/@][[:alnum:]]' then
    folded := translate(folded, '._/@-', '     ');
    found := found || ts_delete(to_tsvector('pg_catalog.english', folded), tsvector_to_array(found));
    found := found || ts_delete(to_tsvector('pg_catalog.simple', folded), tsvector_to_array(found));
  end if;
  return found;
end $$;

-- Returns the visible text of a rich text: one line for each block with text.
create function search_visible(content jsonb) returns text immutable strict parallel safe language sql as $$
  select string_agg(l.line, E'\n' order by b.place)
  from jsonb_path_query(content, 'strict $.** ? (exists (@.content[*] ? (@.type == "text" || @.type == "mention")))', '{}', true) with ordinality b (block, place)
    cross join lateral (
      select string_agg(coalesce(n.node ->> 'text', n.node -> 'attrs' ->> 'label', ' '), '' order by n.place) as line
      from jsonb_array_elements(b.block -> 'content') with ordinality n (node, place)
    ) l
$$;

-- Returns a text with its mentions in readable form.
create function search_mentions(content text) returns text immutable parallel safe language sql
  return regexp_replace(content, '@\[([^]\n]*)\]\(usr_[0-9a-f]{24}\)', '@\1', 'g');

-- Writes the entry of a record. Sequential scans are disabled, because a connection keeps its plans: a plan made while the table was small
-- would read all entries for each written record, even in a transaction that writes thousands.
-- @param fields names, weights and texts of the fields, in order @param title_weight null if a field contains the title
create function put_search_entry(entry search_entry, title_weight "char", fields jsonb) returns void language plpgsql set client_min_messages = warning set enable_seqscan = off as $$
declare field jsonb;
begin
  entry.title := left(entry.title, 500);
  entry.texts := coalesce((select jsonb_agg(jsonb_build_array(f.value -> 0, left(f.value ->> 2, 50000)) order by f.place)
    from jsonb_array_elements(fields) with ordinality f (value, place) where f.value ->> 2 ~ '\S'), '[]');
  -- Most changes of a record do not change its words.
  update search_entry e set
    (resource, subject_id, parent_type, parent_id, form_type, status, department, assignee_id, archived, record_created_at, record_updated_at) =
    (entry.resource, entry.subject_id, entry.parent_type, entry.parent_id, entry.form_type, entry.status, entry.department, entry.assignee_id, entry.archived,
      entry.record_created_at, entry.record_updated_at)
  where e.organization_id = entry.organization_id and e.id = entry.id and e.title = entry.title and e.texts = entry.texts;
  if found then return; end if;
  -- The organization, the record, and (for suggestions) each word of the title are words of the index.
  entry.words := array_to_tsvector(array[entry.organization_id, entry.id, '#' || entry.id]
    || array(select '=' || w.lexeme from unnest(to_tsvector('pg_catalog.simple', translate(search_folded(entry.title), '._/@-', '     '))) w));
  if title_weight is not null then
    entry.words := entry.words || setweight(search_words(entry.title), title_weight);
  end if;
  for field in select f.value from jsonb_array_elements(fields) with ordinality f (value, place) where f.value ->> 2 ~ '\S' order by f.place loop
    entry.words := entry.words || setweight(search_words(field ->> 2), (field ->> 1)::"char");
  end loop;
  -- A record may change while it is deleted with its organization, which then no longer exists.
  insert into search_entry select entry.* from organization o where o.id = entry.organization_id
  on conflict (organization_id, id) do update set
    (type, resource, subject_id, parent_type, parent_id, form_type, title, texts, words, status, department, assignee_id, archived, record_created_at, record_updated_at) =
    (excluded.type, excluded.resource, excluded.subject_id, excluded.parent_type, excluded.parent_id, excluded.form_type, excluded.title, excluded.texts, excluded.words,
      excluded.status, excluded.department, excluded.assignee_id, excluded.archived, excluded.record_created_at, excluded.record_updated_at);
end $$;

create function forget_search_entry() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin delete from search_entry e where e.organization_id = old.organization_id and e.id = old.id; return null; end $$;

-- Returns a new entry for a record without a parent that is its own subject.
create function new_search_entry(organization_id text, id text, type text, resource text, title text, created timestamptz, updated timestamptz) returns search_entry
immutable language plpgsql as $$
declare entry search_entry;
begin
  entry.organization_id := organization_id; entry.id := id; entry.type := type; entry.resource := resource;
  entry.subject_id := id; entry.title := title; entry.archived := false; entry.record_created_at := created;
  entry.record_updated_at := updated;
  return entry;
end $$;

create function put_risk(r risk) returns void language plpgsql as $$
declare
  entry search_entry := new_search_entry(r.organization_id, r.id, 'risk', 'risk', r.title, r.created_at, r.updated_at);
  treatment text := (select t.description from risk_treatment t where t.organization_id = r.organization_id and t.risk_id = r.id and t.active);
begin
  entry.status := r.status; entry.department := r.department; entry.assignee_id := r.assignee_id;
  entry.archived := r.status = 'archived';
  perform put_search_entry(entry, 'A', jsonb_build_array(jsonb_build_array('description', 'C', r.description), jsonb_build_array('treatment', 'C', treatment),
    jsonb_build_array('category', 'D', replace(r.category, '_', ' '))));
end $$;
create function index_risk() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin perform put_risk(new); return null; end $$;

-- The text of the active treatment belongs to the entry of its risk.
create function index_risk_treatment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform put_risk(r) from risk r where r.organization_id = coalesce(new.organization_id, old.organization_id) and r.id = coalesce(new.risk_id, old.risk_id);
  return null;
end $$;
create trigger index_risk_treatment after insert or update or delete on risk_treatment for each row execute function index_risk_treatment();

create function index_task() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare entry search_entry := new_search_entry(new.organization_id, new.id, 'task', 'task', new.title, new.created_at, new.updated_at);
begin
  entry.status := new.status; entry.department := new.department; entry.assignee_id := new.assignee_id;
  entry.archived := new.archived_at is not null;
  perform put_search_entry(entry, 'A', jsonb_build_array(jsonb_build_array('description', 'C', new.description)));
  return null;
end $$;

create function index_task_item() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare entry search_entry := new_search_entry(new.organization_id, new.id, 'task_item', 'task', new.title, new.created_at, new.updated_at);
begin
  entry.parent_type := case when new.risk_id is null then 'vendor' else 'risk' end;
  entry.parent_id := coalesce(new.risk_id, new.vendor_id); entry.status := new.status; entry.assignee_id := new.assignee_id;
  perform put_search_entry(entry, 'A', jsonb_build_array(jsonb_build_array('description', 'C', search_mentions(new.description))));
  return null;
end $$;

-- Most changes of a policy do not change its text, and extracting words costs more than the rest of a change.
create function index_policy() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare entry search_entry := new_search_entry(new.organization_id, new.id, 'policy', 'policy', new.name, new.created_at, new.updated_at);
begin
  entry.status := new.status; entry.department := new.department; entry.assignee_id := new.assignee_id;
  entry.archived := new.is_archived or new.archived_at is not null;
  if tg_op = 'UPDATE' and (new.name, new.description, new.content) is not distinct from (old.name, old.description, old.content) then
    update search_entry e set (status, department, assignee_id, archived, record_created_at, record_updated_at) =
      (entry.status, entry.department, entry.assignee_id, entry.archived, entry.record_created_at, entry.record_updated_at)
    where e.organization_id = new.organization_id and e.id = new.id;
    if found then return null; end if;
  end if;
  perform put_search_entry(entry, 'A', jsonb_build_array(jsonb_build_array('description', 'B', new.description), jsonb_build_array('content', 'C', search_visible(new.content))));
  return null;
end $$;

create function index_control() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare entry search_entry := new_search_entry(new.organization_id, new.id, 'control', 'control', new.name, new.created_at, new.updated_at);
begin
  entry.archived := new.archived_at is not null;
  perform put_search_entry(entry, 'A', jsonb_build_array(jsonb_build_array('description', 'C', new.description)));
  return null;
end $$;

-- Writes the entry of a requirement of an adopted framework, from the catalog or custom.
create function put_requirement(instance framework_instance, id text, identifier text, name text, description text, created timestamptz, updated timestamptz) returns void
language plpgsql as $$
declare
  entry search_entry := new_search_entry(instance.organization_id, id, 'requirement', 'framework',
    case when strpos(name, identifier) = 1 then name else concat_ws(' ', nullif(identifier, ''), name) end, created, updated);
begin
  entry.parent_type := 'framework'; entry.parent_id := instance.id;
  perform put_search_entry(entry, 'A', jsonb_build_array(jsonb_build_array('description', 'C', description)));
end $$;

-- Writes the entries of an adopted framework and its requirements: those of its version, or those of the catalog if it has no version.
create function put_framework(instance framework_instance, everything boolean) returns void language plpgsql as $$
declare about record; r record;
begin
  select coalesce(p.name, c.name) as name, coalesce(p.description, c.description) as description into about
  from (select) one left join platform_framework p on p.id = instance.framework_id
    left join custom_framework c on c.organization_id = instance.organization_id and c.id = instance.custom_framework_id;
  if about.name is null then return; end if;
  perform put_search_entry(new_search_entry(instance.organization_id, instance.id, 'framework', 'framework', about.name, instance.created_at, instance.updated_at), 'A',
    jsonb_build_array(jsonb_build_array('description', 'D', about.description)));
  if not everything then return; end if;
  for r in
    select q ->> 'id' as id, q ->> 'identifier' as identifier, q ->> 'name' as name, q ->> 'description' as description, v.published_at as created_at, null::timestamptz as updated_at
    from framework_version v cross join jsonb_array_elements(v.manifest -> 'requirements') q where v.id = instance.current_version_id
    union all select q.id, q.identifier, q.name, q.description, q.created_at, q.updated_at
    from platform_requirement q where instance.current_version_id is null and q.framework_id = instance.framework_id and q.removed_at is null
    union all select q.id, q.identifier, q.name, q.description, q.created_at, q.updated_at
    from custom_requirement q where q.organization_id = instance.organization_id and (q.framework_instance_id = instance.id or q.custom_framework_id = instance.custom_framework_id)
  loop
    perform put_requirement(instance, r.id, r.identifier, r.name, r.description, r.created_at, r.updated_at);
  end loop;
end $$;

create function index_framework_instance() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare everything boolean := tg_op = 'INSERT' or new.current_version_id is distinct from old.current_version_id;
begin
  -- The requirements of the new version replace those of the old one.
  if everything and tg_op = 'UPDATE' then
    delete from search_entry e where e.organization_id = new.organization_id and e.type = 'requirement' and e.parent_id = new.id;
  end if;
  perform put_framework(new, everything);
  return null;
end $$;
create trigger index_framework_instance after insert or update on framework_instance for each row execute function index_framework_instance();
create function forget_framework_entries() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin delete from search_entry e where e.organization_id = old.organization_id and e.type = 'requirement' and e.parent_id = old.id; return null; end $$;
create trigger forget_search_entry after delete on framework_instance for each row execute function forget_search_entry();
create trigger forget_framework_entries after delete on framework_instance for each row execute function forget_framework_entries();

create function index_custom_framework() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform put_framework(i, false) from framework_instance i where i.organization_id = new.organization_id and i.custom_framework_id = new.id;
  return null;
end $$;
create trigger index_custom_framework after update on custom_framework for each row execute function index_custom_framework();

-- Changes of the catalog apply to all organizations. Its requirements count only for organizations without a version of the framework.
create function index_platform_framework() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin perform put_framework(i, false) from framework_instance i where i.framework_id = new.id; return null; end $$;
create trigger index_platform_framework after update on platform_framework for each row when (old.name <> new.name or old.description <> new.description) execute function index_platform_framework();
create function index_platform_requirement() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from search_entry e using framework_instance i
  where i.framework_id = new.framework_id and i.current_version_id is null and new.removed_at is not null and e.organization_id = i.organization_id and e.id = new.id;
  perform put_requirement(i, new.id, new.identifier, new.name, new.description, new.created_at, new.updated_at)
  from framework_instance i where i.framework_id = new.framework_id and i.current_version_id is null and new.removed_at is null;
  return null;
end $$;
create trigger index_platform_requirement after insert or update on platform_requirement for each row execute function index_platform_requirement();

create function index_custom_requirement() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform put_requirement(i, new.id, new.identifier, new.name, new.description, new.created_at, new.updated_at)
  from framework_instance i where i.organization_id = new.organization_id and (i.id = new.framework_instance_id or i.custom_framework_id = new.custom_framework_id);
  return null;
end $$;

-- Findings about a policy, comments on such findings, and files of such comments are visible to those who may see the policy.
create function search_subject(organization text, type text, id text) returns text stable language sql as $$
  select coalesce((select f.policy_id from finding f where search_subject.type = 'finding' and f.organization_id = organization and f.id = search_subject.id), search_subject.id)
$$;

create function index_finding() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare entry search_entry := new_search_entry(new.organization_id, new.id, 'finding', 'finding', left(new.content, 120), new.created_at, new.updated_at);
begin
  entry.subject_id := coalesce(new.policy_id, new.id); entry.status := new.status;
  perform put_search_entry(entry, null, jsonb_build_array(jsonb_build_array('content', 'B', new.content), jsonb_build_array('revisionNote', 'C', new.revision_note)));
  return null;
end $$;

-- The index never contains reports of whistleblowers.
create function index_evidence_submission() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare entry search_entry := new_search_entry(new.organization_id, new.id, 'evidence_submission', 'evidence', replace(new.form_type, '-', ' '), new.created_at, new.updated_at);
begin
  entry.form_type := new.form_type; entry.status := new.status;
  perform put_search_entry(entry, 'B', jsonb_build_array(jsonb_build_array('values', 'C', new.search_text)));
  return null;
end $$;
create trigger index_evidence_submission after insert or update on evidence_submission for each row when (new.form_type <> 'whistleblower-report') execute function index_evidence_submission();
create trigger forget_search_entry after delete on evidence_submission for each row execute function forget_search_entry();

create function index_questionnaire() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare entry search_entry := new_search_entry(new.organization_id, new.id, 'questionnaire', 'questionnaire', new.file_name, new.created_at, new.updated_at);
begin
  entry.status := new.status;
  perform put_search_entry(entry, 'A', jsonb_build_array(jsonb_build_array('vendorName', 'A', new.vendor_name)));
  return null;
end $$;

create function index_question_answer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare entry search_entry := new_search_entry(new.organization_id, new.id, 'questionnaire_answer', 'questionnaire', left(new.question, 120), new.created_at, new.updated_at);
begin
  entry.parent_type := 'questionnaire'; entry.parent_id := new.questionnaire_id; entry.status := new.status;
  perform put_search_entry(entry, null, jsonb_build_array(jsonb_build_array('question', 'B', new.question), jsonb_build_array('answer', 'C', new.answer)));
  return null;
end $$;

create function index_context_entry() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform put_search_entry(new_search_entry(new.organization_id, new.id, 'context', 'evidence', left(new.question, 120), new.created_at, new.updated_at), null,
    jsonb_build_array(jsonb_build_array('question', 'B', new.question), jsonb_build_array('answer', 'C', new.answer)));
  return null;
end $$;

-- Indexes only the latest answer to a question. Answers of older versions of the statement are archived.
create function index_soa_answer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare entry search_entry := new_search_entry(new.organization_id, new.id, 'soa_answer', 'audit', new.question_id, new.created_at, new.updated_at);
begin
  if not new.is_latest_answer then
    delete from search_entry e where e.organization_id = new.organization_id and e.id = new.id;
    return null;
  end if;
  -- The title contains the name of the requirement that the question is about. The configuration has it only inside its list of questions.
  select concat_ws(' ', new.question_id, (select r.name from platform_requirement r where r.framework_id = d.framework_id and r.identifier = new.question_id limit 1)), not d.is_latest
  into entry.title, entry.archived
  from soa_document d where d.organization_id = new.organization_id and d.id = new.document_id;
  if not found then return null; end if;
  entry.parent_type := 'soa_document'; entry.parent_id := new.document_id; entry.status := new.status;
  perform put_search_entry(entry, 'B', jsonb_build_array(jsonb_build_array('justification', 'C', new.justification)));
  return null;
end $$;
create function index_soa_document() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update search_entry e set archived = not new.is_latest from soa_answer a
  where a.organization_id = new.organization_id and a.document_id = new.id and a.is_latest_answer and e.organization_id = a.organization_id and e.id = a.id;
  return null;
end $$;
create trigger index_soa_document after update on soa_document for each row when (old.is_latest <> new.is_latest) execute function index_soa_document();

create function index_member() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare entry search_entry := new_search_entry(new.organization_id, new.id, 'person', 'member', new.name, new.created_at, new.updated_at);
begin
  entry.department := new.department; entry.archived := not new.is_active;
  perform put_search_entry(entry, 'A', jsonb_build_array(jsonb_build_array('email', 'A', new.email), jsonb_build_array('jobTitle', 'C', new.job_title),
    jsonb_build_array('department', 'D', nullif(new.department, 'none'))));
  return null;
end $$;

create function index_integration_connection() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare entry search_entry := new_search_entry(new.organization_id, new.id, 'integration', 'integration', new.label, new.created_at, new.updated_at);
begin
  if new.deleted_at is not null then
    delete from search_entry e where e.organization_id = new.organization_id and e.id = new.id;
    return null;
  end if;
  entry.status := new.status;
  perform put_search_entry(entry, 'A', jsonb_build_array(jsonb_build_array('provider', 'B', replace(new.provider, '-', ' '))));
  return null;
end $$;

-- The type `task` of a comment means a task or a task item.
create function index_comment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  content text := search_mentions(new.content);
  entry search_entry := new_search_entry(new.organization_id, new.id, 'comment', new.entity_type, left(content, 120), new.created_at, new.updated_at);
begin
  entry.subject_id := search_subject(new.organization_id, new.entity_type, new.entity_id);
  entry.parent_type := case when new.entity_type = 'task' and exists (select from task_item i where i.organization_id = new.organization_id and i.id = new.entity_id)
    then 'task_item' else new.entity_type end;
  entry.parent_id := new.entity_id;
  perform put_search_entry(entry, null, jsonb_build_array(jsonb_build_array('content', 'C', content)));
  return null;
end $$;

-- The index never contains data of background checks. The parent of offboarding evidence is the member.
create function index_attachment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare entry search_entry := new_search_entry(new.organization_id, new.id, 'attachment', new.entity_type, new.name, new.created_at, new.updated_at);
begin
  entry.subject_id := new.entity_id; entry.parent_type := new.entity_type; entry.parent_id := new.entity_id;
  case new.entity_type
    when 'risk', 'task', 'vendor' then null;
    when 'task_item' then entry.resource := 'task';
    when 'employment_onboard', 'employment_offboard' then
      entry.resource := 'member'; entry.parent_type := 'person';
    when 'offboarding_checklist' then
      entry.resource := 'member'; entry.parent_type := 'person';
      select o.member_id into entry.parent_id from (
        select c.member_id from offboarding_completion c where c.organization_id = new.organization_id and c.id = new.entity_id
        union all select r.member_id from access_revocation r where r.organization_id = new.organization_id and r.id = new.entity_id
      ) o;
      if not found then return null; end if;
      entry.subject_id := entry.parent_id;
    when 'comment' then
      select c.entity_type, search_subject(c.organization_id, c.entity_type, c.entity_id) into entry.resource, entry.subject_id from comment c where c.organization_id = new.organization_id and c.id = new.entity_id;
      if not found then return null; end if;
    else return null;
  end case;
  perform put_search_entry(entry, 'A', jsonb_build_array(jsonb_build_array('description', 'C', new.description), jsonb_build_array('content', 'C', new.content_text)));
  return null;
end $$;

-- The text of a document is indexed once it is complete. Passages overlap, so some words count twice.
create function index_knowledge_base_document() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry search_entry := new_search_entry(new.organization_id, new.id, 'knowledge_base_document', 'questionnaire', new.name, new.created_at, new.updated_at);
  content text;
begin
  entry.status := new.processing_status;
  if new.processing_status = 'completed' then
    -- Fifty passages contain more text than the search indexes.
    select string_agg(p.content, E'\n' order by p.place) into content from (
      select k.content, k.place from knowledge_base_passage k where k.organization_id = new.organization_id and k.document_id = new.id order by k.place limit 50
    ) p;
  end if;
  perform put_search_entry(entry, 'A', jsonb_build_array(jsonb_build_array('description', 'C', new.description), jsonb_build_array('content', 'C', content)));
  return null;
end $$;

create function index_manual_answer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform put_search_entry(new_search_entry(new.organization_id, new.id, 'manual_answer', 'questionnaire', left(new.question, 120), new.created_at, new.updated_at), null,
    jsonb_build_array(jsonb_build_array('question', 'B', new.question), jsonb_build_array('answer', 'C', new.answer),
      jsonb_build_array('tags', 'D', array_to_string(new.tags, ' '))));
  return null;
end $$;

create function index_vendor() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry search_entry := new_search_entry(new.organization_id, new.id, 'vendor', 'vendor', new.name, new.created_at, new.updated_at);
  -- Only the text of the current treatment counts, as for a risk.
  treatment text := case new.treatment_type when 'accept' then new.accept_text when 'avoid' then new.avoid_text when 'mitigate' then new.mitigate_text
    else new.transfer_text end;
begin
  entry.status := new.status; entry.assignee_id := new.assignee_id;
  perform put_search_entry(entry, 'A', jsonb_build_array(jsonb_build_array('description', 'C', new.description), jsonb_build_array('website', 'D', new.website),
    jsonb_build_array('treatment', 'D', treatment),
    jsonb_build_array('certifications', 'D', (select string_agg(replace(b.badge ->> 'type', '_', ' '), ', ' order by b.place)
      from jsonb_array_elements(case jsonb_typeof(new.compliance_badges) when 'array' then new.compliance_badges end) with ordinality b (badge, place)))));
  return null;
end $$;

create function index_device() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform put_search_entry(new_search_entry(new.organization_id, new.id, 'device', 'app', new.name, new.created_at, new.updated_at), 'A',
    jsonb_build_array(jsonb_build_array('hostname', 'A', new.hostname), jsonb_build_array('serialNumber', 'A', new.serial_number)));
  return null;
end $$;

-- A deleted document keeps its row, but its entry is removed.
create function index_trust_document() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not new.is_active then
    delete from search_entry e where e.organization_id = new.organization_id and e.id = new.id;
    return null;
  end if;
  perform put_search_entry(new_search_entry(new.organization_id, new.id, 'trust_document', 'trust', new.name, new.created_at, new.updated_at), 'A',
    jsonb_build_array(jsonb_build_array('description', 'C', new.description)));
  return null;
end $$;

-- Returns all texts in a JSON value, one line for each.
create function texts_in(content jsonb) returns text immutable strict parallel safe language sql as $$
  select string_agg(t.value #>> '{}', E'\n') from jsonb_path_query(content, 'strict $.** ? (@.type() == "string")', '{}', true) with ordinality t (value, place)
$$;

create function put_isms_document(d isms_document) returns void language plpgsql as $$
declare
  entry search_entry := new_search_entry(d.organization_id, d.id, 'isms_document', 'evidence', d.title, d.created_at, d.updated_at);
  said text := (select string_agg(texts_in(r.fields), E'\n' order by r.position, r.id) from isms_row r
    where r.organization_id = d.organization_id and r.document_id = d.id);
begin
  entry.status := d.status;
  perform put_search_entry(entry, 'A', jsonb_build_array(jsonb_build_array('narrative', 'C', texts_in(d.narrative)), jsonb_build_array('rows', 'C', said),
    jsonb_build_array('type', 'D', replace(d.type, '_', ' '))));
end $$;

create function index_isms_document() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin perform put_isms_document(new); return null; end $$;

-- Statement triggers write the entry of a document once, because generating a document inserts all of its rows at once.
create function index_isms_rows() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform put_isms_document(d) from isms_document d
  where (d.organization_id, d.id) in (select c.organization_id, c.document_id from changed c);
  return null;
end $$;
create trigger index_new_isms_rows after insert on isms_row referencing new table as changed for each statement execute function index_isms_rows();
create trigger index_changed_isms_rows after update on isms_row referencing new table as changed for each statement execute function index_isms_rows();
create trigger index_deleted_isms_rows after delete on isms_row referencing old table as changed for each statement execute function index_isms_rows();

-- A search finds a penetration test by its target and by the titles of its issues.
create function put_penetration_test(t penetration_test) returns void language plpgsql as $$
declare
  entry search_entry := new_search_entry(t.organization_id, t.id, 'penetration_test', 'pentest', t.target_url, t.created_at, t.updated_at);
  titles text := (select string_agg(i.title, E'\n' order by penetration_test_issue_place(i.severity, i.number)) from penetration_test_issue i where i.organization_id = t.organization_id and i.test_id = t.id);
begin
  entry.status := t.status;
  perform put_search_entry(entry, 'A', jsonb_build_array(jsonb_build_array('issues', 'B', titles)));
end $$;
create function index_penetration_test() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin perform put_penetration_test(new); return null; end $$;
create function index_penetration_test_issue() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform put_penetration_test(t) from penetration_test t
  where t.organization_id = coalesce(new.organization_id, old.organization_id) and t.id = coalesce(new.test_id, old.test_id);
  return null;
end $$;
create trigger index_penetration_test_issue after insert or delete or update of title on penetration_test_issue for each row execute function index_penetration_test_issue();

-- Writes the entries of failures during a scan, and searches hide them until it ends. Scans and connections are read by id.
-- @param results whole rows, because with statistics of a small table, looking them up by id could read a whole scan for each result; the
-- function ignores results that passed and results of earlier scans
create function put_cloud_findings(organization text, results integration_check_result[]) returns void language sql as $$
  with failed as materialized (
    select f.id, f.check_run_id, c.connection_id, left(coalesce(f.title, ''), 500) as title, coalesce(f.description, '') as description,
      coalesce(f.resource_id, '') as resource_id, f.collected_at
    from unnest(results) f
      cross join lateral (select * from integration_check_run r where r.organization_id = organization and r.id = f.check_run_id limit 1) c
      cross join lateral (select * from integration_connection r where r.organization_id = organization and r.id = c.connection_id limit 1) n
    where f.service_id is not null and not f.passed
      and n.deleted_at is null and (c.status in ('pending', 'running') or n.latest_scan_id = c.id)
  ), described as materialized (
    -- Results of one check have the same description, whose words are extracted once.
    select d.description, setweight(search_words(d.description), 'D') as words from (select distinct f.description from failed f) d
  )
  insert into search_entry (organization_id, id, type, resource, subject_id, parent_type, parent_id, title, texts, words, status, archived, record_created_at)
  select organization, f.id, 'cloud_finding', 'integration', f.check_run_id, 'integration', f.connection_id, f.title,
    jsonb_build_array(jsonb_build_array('description', f.description), jsonb_build_array('resourceId', f.resource_id)),
    array_to_tsvector(array[organization, f.id, '#' || f.id]
      || array(select '=' || w.lexeme from unnest(to_tsvector('pg_catalog.simple', translate(search_folded(f.title), '._/@-', '     '))) w))
      || setweight(search_words(case when strpos(f.title, f.resource_id) > 0 then f.title else f.title || ' ' || f.resource_id end), 'A') || d.words,
    'failed', false, f.collected_at
  from failed f join described d using (description)
  on conflict (organization_id, id) do nothing
$$;

create function index_cloud_findings() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform put_cloud_findings(a.organization_id, array_agg(a::integration_check_result)) from added a where a.service_id is not null and not a.passed group by a.organization_id;
  return null;
end $$;
create trigger index_cloud_findings after insert on integration_check_result referencing new table as added for each statement execute function index_cloud_findings();

create function forget_cloud_findings() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin delete from search_entry e using removed r where e.organization_id = r.organization_id and e.id = r.id; return null; end $$;
create trigger forget_cloud_findings after delete on integration_check_result referencing old table as removed for each statement execute function forget_cloud_findings();

-- The failures of a new scan replace those of the previous one. The entries of a deleted account are removed.
create function index_latest_scan() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from search_entry e where e.organization_id = new.organization_id and e.type = 'cloud_finding' and e.parent_id = new.id
    and (new.deleted_at is not null or e.subject_id is distinct from new.latest_scan_id);
  perform put_cloud_findings(new.organization_id, array(
    select f from integration_check_result f where f.organization_id = new.organization_id and f.check_run_id = new.latest_scan_id
      and f.service_id is not null and not f.passed
      and not exists (select from search_entry e where e.organization_id = f.organization_id and e.id = f.id)));
  return null;
end $$;
create trigger index_latest_scan after update of latest_scan_id, deleted_at on integration_connection for each row
  when (old.latest_scan_id is distinct from new.latest_scan_id or old.deleted_at is distinct from new.deleted_at)
  execute function index_latest_scan();

-- Each searchable table has one trigger that writes entries and one that removes them.
do $$
declare name text;
begin
  foreach name in array '{risk, task, task_item, policy, control, custom_requirement, finding, questionnaire, question_answer, context_entry, soa_answer,
    member, integration_connection, comment, attachment, knowledge_base_document, manual_answer, vendor, device, trust_document,
    isms_document, penetration_test}'::text[] loop
    execute format('create trigger index_%1$s after insert or update on %1$I for each row execute function index_%1$s()', name);
    execute format('create trigger forget_search_entry after delete on %I for each row execute function forget_search_entry()', name);
  end loop;
end $$;

-- Returns the search condition; null if the search contains no words.
-- @param asked alternatives, each a list of parts that must all match: { words }, { prefix } or { prefix, not: true }
create function search_query(asked jsonb) returns tsquery immutable language plpgsql as $$
declare
  configuration regconfig;
  found tsquery;
  alternative jsonb;
  part jsonb;
  whole tsquery;
  one tsquery;
begin
  -- If a query has only stop words, its words are searched literally.
  foreach configuration in array array['pg_catalog.english', 'pg_catalog.simple']::regconfig[] loop
    found := null;
    for alternative in select * from jsonb_array_elements(asked) loop
      whole := null;
      for part in select * from jsonb_array_elements(alternative) loop
        if part ? 'words' then
          one := websearch_to_tsquery(configuration, search_folded(part ->> 'words'));
          continue when numnode(one) = 0;
        else
          one := ('''' || lower(search_folded(part ->> 'prefix')) || ''':*')::tsquery;
          if (part ->> 'not')::boolean then one := !! one; end if;
        end if;
        whole := case when whole is null then one else whole && one end;
      end loop;
      found := case when found is null then whole when whole is null then found else found || whole end;
    end loop;
    if found is not null then return found; end if;
  end loop;
  return null;
end $$;

-- Returns one page of the matching records of the current organization, with the number of matches for each type and status. Runs with the
-- owner's rights, because row-level security would prevent the use of the index, so the caller's permissions are parameters.
-- @param types, resources types and resources that the caller may read
-- @param shown subjects that a restricted caller may read; null for all @param hidden subjects that the caller may not read
-- @param exact id of a record to return first
-- @param titled prefix of a title word: if very many records match, those with such a word are ranked first
-- @param newest whether to sort by the time of the last change @param upwards whether to reverse the order
-- @param after_key, after_back, after_id position of the last record of the previous page; null on the first page
create function search_entries(
  asked jsonb, exact text, titled text, types text[], resources text[], shown text[], hidden text[], statuses text[], departments text[], assignees text[],
  updated_after timestamptz, updated_before timestamptz, with_archived boolean, newest boolean, upwards boolean,
  after_key double precision, after_back double precision, after_id text, most integer)
returns table (
  total bigint, by_type jsonb, by_status jsonb, best double precision, key double precision, back double precision, rank double precision,
  id text, type text, title text, texts jsonb, status text, department text, assignee_id text, parent_type text, parent_id text, parent_title text,
  form_type text, created_at timestamptz, updated_at timestamptz)
stable language plpgsql security definer set search_path = public, pg_temp set client_min_messages = warning
set work_mem = '32MB' set enable_seqscan = off set jit = off as $$
declare
  organization text := current_organization();
  wanted tsquery := search_query(asked);
  itself tsquery := ('''' || exact || '''')::tsquery;
  in_title tsquery := organization::tsquery && ('''=' || lower(search_folded(titled)) || ''':*')::tsquery;
  whole tsquery := organization::tsquery && case when itself is null then wanted when wanted is null then itself else wanted || itself end;
begin
  return query
  -- `is not distinct from` keeps the planner from using an index for the organization, which is already one of the words.
  with found as materialized (
    select e.ctid as place, e.type, e.status, e.id is not distinct from exact as itself,
      extract(epoch from coalesce(e.record_updated_at, e.record_created_at))::double precision as time
    from search_entry e
    where e.words @@ whole and e.organization_id is not distinct from organization and e.type = any (types) and e.resource = any (resources)
      and (shown is null or e.subject_id = any (shown)) and not e.subject_id = any (hidden)
      and (statuses is null or e.status = any (statuses)) and (departments is null or e.department = any (departments))
      and (assignees is null or e.assignee_id = any (assignees))
      and (updated_after is null or coalesce(e.record_updated_at, e.record_created_at) >= updated_after)
      and (updated_before is null or coalesce(e.record_updated_at, e.record_created_at) <= updated_before)
      and (with_archived or not e.archived)
  ), counted as materialized (
    select f.type, f.status, count(*) as number from found f group by f.type, f.status
  ), titles as materialized (
    select e.ctid as place from search_entry e where (select sum(c.number) from counted c) > 2000 and e.words @@ in_title
  ), chosen as (
    -- Only the first 2000 matches are ranked, because reading the words of each record takes the most time.
    select f.place, f.time, f.itself from found f left join titles t on t.place = f.place
    order by f.itself desc, case when newest then f.time * case when upwards then 1 else -1 end end, t.place is null, f.time desc, f.place
    limit 2000
  ), ranked as materialized (
    select e.id, c.time, c.itself,
      case when c.itself then 1000000 else ts_rank_cd('{0.05, 0.1, 0.4, 1}', e.words, wanted) / sqrt(length(e.words)) end::double precision as rank
    from chosen c join search_entry e on e.ctid = c.place
  ), placed as (
    select r.id, r.rank, case when newest then r.time else r.rank end * case when upwards then 1 else -1 end as key, -r.time as back from ranked r
  ), page as (
    select p.* from placed p where after_id is null or (p.key, p.back, p.id) > (after_key, after_back, after_id) order by p.key, p.back, p.id limit most
  )
  select (select coalesce(sum(c.number), 0)::bigint from counted c),
    (select coalesce(jsonb_object_agg(t.type, t.number), '{}') from (select c.type, sum(c.number) as number from counted c group by c.type) t),
    (select coalesce(jsonb_object_agg(t.status, t.number), '{}') from (select c.status, sum(c.number) as number from counted c where c.status is not null group by c.status) t),
    (select max(r.rank) from ranked r where not r.itself),
    p.key, p.back, p.rank, e.id, e.type, e.title, e.texts, e.status, e.department, e.assignee_id, e.parent_type, e.parent_id, o.title, e.form_type,
    e.record_created_at::timestamptz, e.record_updated_at::timestamptz
  from (select) one left join page p on true
    left join search_entry e on e.organization_id = organization and e.id = p.id
    left join search_entry o on o.organization_id = organization and o.id = e.parent_id
  order by p.key, p.back, p.id;
end $$;

-- Returns records of the current organization with title words or ids that begin as given. Parameters as for search_entries, and:
-- @param record beginning of an id, used instead of the words; null to use the words
-- @param beginning beginning of the titles to return first, in lower case
create function search_suggestions(beginnings text[], record text, beginning text, types text[], resources text[], shown text[], hidden text[], most integer)
returns table (id text, type text, title text, parent_type text, parent_id text, form_type text)
stable language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off set jit = off as $$
declare organization text := current_organization(); whole tsquery := organization::tsquery; one text;
begin
  if record is not null then
    whole := whole && ('''#' || record || ''':*')::tsquery;
  else
    foreach one in array beginnings loop
      whole := whole && ('''=' || lower(search_folded(one)) || ''':*')::tsquery;
    end loop;
  end if;
  return query
  with found as (
    select e.ctid as place, coalesce(e.record_updated_at, e.record_created_at) as time from search_entry e
    where e.words @@ whole and e.organization_id is not distinct from organization and e.type = any (types) and e.resource = any (resources)
      and (shown is null or e.subject_id = any (shown)) and not e.subject_id = any (hidden) and not e.archived
    order by coalesce(e.record_updated_at, e.record_created_at) desc, e.ctid
    limit 1000
  )
  select e.id, e.type, e.title, e.parent_type, e.parent_id, e.form_type from found f join search_entry e on e.ctid = f.place
  order by starts_with(lower(e.title), beginning) desc, f.time desc, e.id
  limit most;
end $$;

-- Returns which of the words match the query, and the number of the matching term. @param terms { word, prefix }
create function search_hits(words text[], terms jsonb) returns table (word text, term integer)
immutable language plpgsql security definer set search_path = public, pg_temp set client_min_messages = warning as $$
begin
  return query
  with asked as materialized (
    select (t.place - 1)::integer as place, case when (t.value ->> 'prefix')::boolean
      then ('''' || f.folded || ''':*')::tsquery
      else plainto_tsquery('pg_catalog.english', f.folded) || ('''' || f.folded || '''')::tsquery end as query
    from jsonb_array_elements(terms) with ordinality t (value, place) cross join lateral (select lower(search_folded(t.value ->> 'word')) as folded) f
    where f.folded <> ''
  ), known as materialized (select w, search_words(w) as vector from unnest(words) w)
  select k.w, a.place from known k join asked a on k.vector @@ a.query;
end $$;

-- Rewrites the entries that contain data of other rows, because imports and the demonstration write those rows later. Only for the owner.
create function index_again(organization text) returns void language sql as $$
  update knowledge_base_document d set name = d.name where d.organization_id = organization;
  update comment c set content = c.content where c.organization_id = organization;
  update attachment a set name = a.name where a.organization_id = organization;
$$;

revoke execute on function search_folded, search_words, search_visible, search_mentions, search_subject, put_search_entry, new_search_entry, put_risk,
  put_requirement, put_framework, put_isms_document, texts_in, put_penetration_test, put_cloud_findings, search_query, search_entries,
  search_suggestions, search_hits, index_again from public;
grant execute on function search_entries, search_suggestions, search_hits to tenant;

-- Indexes the records of 0.1.0 by firing the triggers. Updates of the owner do not even change updated_at.
update risk set title = title;
update task set title = title;
update task_item set title = title;
update control set name = name;
update member set job_title = job_title;
