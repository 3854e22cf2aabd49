-- Documents of ISO 27001 are found by a search, by their titles and by the texts in them (0049_search.sql).

-- All texts in a value of JSON, a line for each.
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

revoke execute on function texts_in, put_isms_document from public;

create function index_isms_document() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform put_isms_document(new);
  return null;
end $$;
create trigger index_isms_document after insert or update on isms_document for each row execute function index_isms_document();
create trigger forget_search_entry after delete on isms_document for each row execute function forget_search_entry();

-- Once for each statement: a document is generated with all of its rows at once.
create function index_isms_rows() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform put_isms_document(d) from isms_document d
  where (d.organization_id, d.id) in (select c.organization_id, c.document_id from changed c);
  return null;
end $$;
create trigger index_new_isms_rows after insert on isms_row referencing new table as changed for each statement execute function index_isms_rows();
create trigger index_changed_isms_rows after update on isms_row referencing new table as changed for each statement execute function index_isms_rows();
create trigger index_deleted_isms_rows after delete on isms_row referencing old table as changed for each statement execute function index_isms_rows();
