-- What a text has in a comment of HTML is shown as it stands, so it is found. And where a comment begins, PostgreSQL looks for its end as far as the
-- text goes: 50,000 characters of beginnings took seconds.
create or replace function search_words(words text) returns tsvector immutable strict parallel safe language plpgsql as $$
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
