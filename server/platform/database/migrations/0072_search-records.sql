-- Vendors, devices and documents of the trust portal are found, too, and so are the texts of files (spec/areas/search).

create function index_vendor() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry search_entry := new_search_entry(new.organization_id, new.id, 'vendor', 'vendor', new.name, new.created_at, new.updated_at);
  -- The treatment that counts, as of a risk.
  treatment text := case new.treatment_type when 'accept' then new.accept_text when 'avoid' then new.avoid_text when 'mitigate' then new.mitigate_text
    else new.transfer_text end;
begin
  entry.status := new.status;
  entry.assignee_id := new.assignee_id;
  perform put_search_entry(entry, 'A', jsonb_build_array(jsonb_build_array('description', 'C', new.description), jsonb_build_array('website', 'D', new.website),
    jsonb_build_array('treatment', 'D', treatment),
    jsonb_build_array('certifications', 'D', (select string_agg(replace(b.badge ->> 'type', '_', ' '), ', ' order by b.place)
      from jsonb_array_elements(case jsonb_typeof(new.compliance_badges) when 'array' then new.compliance_badges end) with ordinality b (badge, place)))));
  return null;
end $$;
create trigger index_vendor after insert or update on vendor for each row execute function index_vendor();
create trigger forget_search_entry after delete on vendor for each row execute function forget_search_entry();

create function index_device() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform put_search_entry(new_search_entry(new.organization_id, new.id, 'device', 'app', new.name, new.created_at, new.updated_at), 'A',
    jsonb_build_array(jsonb_build_array('hostname', 'A', new.hostname), jsonb_build_array('serialNumber', 'A', new.serial_number)));
  return null;
end $$;
create trigger index_device after insert or update on device for each row execute function index_device();
create trigger forget_search_entry after delete on device for each row execute function forget_search_entry();

-- One that was deleted keeps its row.
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
create trigger index_trust_document after insert or update on trust_document for each row execute function index_trust_document();
create trigger forget_search_entry after delete on trust_document for each row execute function forget_search_entry();

-- A document of the knowledge base has its text once that is complete. Passages overlap, so a few words count twice.
create or replace function index_knowledge_base_document() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry search_entry := new_search_entry(new.organization_id, new.id, 'knowledge_base_document', 'questionnaire', new.name, new.created_at, new.updated_at);
  content text;
begin
  entry.status := new.processing_status;
  if new.processing_status = 'completed' then
    -- So many are longer than what of a text is searched.
    select string_agg(p.content, E'\n' order by p.place) into content from (
      select k.content, k.place from knowledge_base_passage k where k.organization_id = new.organization_id and k.document_id = new.id order by k.place limit 50
    ) p;
  end if;
  perform put_search_entry(entry, 'A', jsonb_build_array(jsonb_build_array('description', 'C', new.description), jsonb_build_array('content', 'C', content)));
  return null;
end $$;

-- What the file of an attachment says, as far as it is searched; null when that is not known or nothing. When it is to be read next is null
-- when it is not: files of these kinds are, once, with the records whose files are found.
alter table attachment add column content_text text, add column reading_due_at timestamptz(3), add column reading_attempts integer not null default 0;
call stamp_updates('attachment', '{content_text, reading_due_at, reading_attempts}');
create index attachment_to_read on attachment (reading_due_at, organization_id) where reading_due_at is not null;

create function begin_reading() returns trigger language plpgsql as $$
begin
  if new.content_text is null and new.reading_attempts = 0 then
    new.reading_due_at := clock_timestamp();
  end if;
  return new;
end $$;
create trigger begin_reading before insert on attachment for each row
  when (new.mime_type in ('text/plain', 'text/csv', 'text/comma-separated-values', 'text/tab-separated-values', 'application/pdf')
    and new.entity_type in ('task', 'task_item', 'risk', 'vendor', 'comment', 'employment_onboard', 'employment_offboard', 'offboarding_checklist'))
  execute function begin_reading();

-- Also of vendors.
create or replace function index_attachment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry search_entry := new_search_entry(new.organization_id, new.id, 'attachment', new.entity_type, new.name, new.created_at, new.updated_at);
begin
  entry.subject_id := new.entity_id;
  entry.parent_type := new.entity_type;
  entry.parent_id := new.entity_id;
  case new.entity_type
    when 'risk', 'task', 'vendor' then null;
    when 'task_item' then entry.resource := 'task';
    when 'employment_onboard', 'employment_offboard' then
      entry.resource := 'member';
      entry.parent_type := 'person';
    when 'offboarding_checklist' then
      entry.resource := 'member';
      entry.parent_type := 'person';
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

-- Findings about a policy are found by those who see the policy, and so are comments on them and files of these.
create function search_subject(organization text, type text, id text) returns text stable language sql as $$
  select coalesce((select f.policy_id from finding f where search_subject.type = 'finding' and f.organization_id = organization and f.id = search_subject.id), search_subject.id)
$$;
revoke execute on function search_subject from public;

create or replace function index_finding() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry search_entry := new_search_entry(new.organization_id, new.id, 'finding', 'finding', left(new.content, 120), new.created_at, new.updated_at);
begin
  entry.subject_id := coalesce(new.policy_id, new.id);
  entry.status := new.status;
  perform put_search_entry(entry, null, jsonb_build_array(jsonb_build_array('content', 'B', new.content), jsonb_build_array('revisionNote', 'C', new.revision_note)));
  return null;
end $$;

create or replace function index_comment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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

-- Writes the entries again that take something of other rows: an import and the demonstration write those later. For the owner alone.
create function index_again(organization text) returns void language sql as $$
  update knowledge_base_document d set name = d.name where d.organization_id = organization;
  update comment c set content = c.content where c.organization_id = organization;
  update attachment a set name = a.name where a.organization_id = organization;
$$;
revoke execute on function index_again from public;

-- What is there already: the triggers see to it.
update finding set content = content where policy_id is not null;
update comment set content = content where entity_type = 'finding';
update vendor set name = name;
update device set name = name;
update trust_document set name = name;
update knowledge_base_document set name = name;
update attachment set reading_due_at = clock_timestamp()
where mime_type in ('text/plain', 'text/csv', 'text/comma-separated-values', 'text/tab-separated-values', 'application/pdf')
  and entity_type in ('task', 'task_item', 'risk', 'vendor', 'comment', 'employment_onboard', 'employment_offboard', 'offboarding_checklist');
update attachment set name = name where entity_type in ('vendor', 'comment') and reading_due_at is null;
